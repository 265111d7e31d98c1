"use client";

import { dayMs } from "@/lib/calendar/units";
import { Mail } from "@/components/ui/icons";
import type { ReactNode } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { resendInvitation, team, withdrawInvitation } from "@/lib/client/admin/team";
import type { InvitationView, TeamMemberView, TeamView } from "@/lib/contracts/admin/team";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear, formatRecentTimeHere } from "@/lib/calendar/format";
import { roleNames } from "@/lib/messages/admin";
import { teamMessages, teamScreen as messages } from "@/lib/messages/admin/team";
import { ActionMenu, type MenuAction } from "../shell/action-menu";
import { Avatar } from "../shell/avatar";
import { useAdminAction } from "../use-admin-action";
import type { MemberRequest } from "./member-dialog";

const headClass =
  "border-b border-ink py-2.5 pr-4 text-left text-fine font-medium whitespace-nowrap text-ink-3";

const cellClass = "md:border-b md:border-rule md:py-2.5 md:pr-4";

const rowClass =
  "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-4 max-md:gap-y-1 max-md:border-b max-md:border-rule max-md:py-3 md:hover:bg-well";

// Under 768 px the second line starts below the name.
const secondLineClass = "max-md:pl-12 max-md:text-small max-md:text-ink-3";

export type MemberTableProps = {
  team: TeamView;
  onRequest: (request: MemberRequest) => void;
};

/** Members and invitations; under 768 px each is a block. */
export function MemberTable({ team: { members, invitations, now }, onRequest }: MemberTableProps) {
  return (
    <table className="w-full border-t border-ink text-label max-md:block md:border-rule">
      <thead className="max-md:hidden">
        <tr>
          <th scope="col" className={headClass}>
            {messages.name}
          </th>
          <th scope="col" className={`${headClass} lg:w-28`}>
            {messages.role}
          </th>
          <th scope="col" className={`${headClass} lg:w-44`}>
            {messages.twoFactor}
          </th>
          <th scope="col" className={`${headClass} lg:w-40`}>
            {messages.lastActive}
          </th>
          <th scope="col" className={`${headClass} text-right! lg:w-22`}>
            {messages.sessions}
          </th>
          <th scope="col" className={`${headClass} lg:w-28`}>
            <span className="sr-only">{messages.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {members.map((member) => (
          <MemberRow key={member.id} member={member} now={now} onRequest={onRequest} />
        ))}
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} now={now} />
        ))}
      </tbody>
    </table>
  );
}

type MemberRowProps = {
  member: TeamMemberView;
  now: string;
  onRequest: (request: MemberRequest) => void;
};

function MemberRow({ member, now, onRequest }: MemberRowProps) {
  const { displayName, email, role, hasTwoFactor, isDisabled, lastActiveAt, sessions } = member;
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <Who
          picture={<Avatar name={displayName} />}
          title={displayName}
          note={email === null ? member.username : <EmailAddress>{email}</EmailAddress>}
          badge={
            isDisabled ? (
              <Badge>{messages.disabled}</Badge>
            ) : (
              member.isYou && <Badge tone="tint">{messages.you}</Badge>
            )
          }
        />
      </td>
      <td className={`${cellClass} max-md:text-small max-md:text-ink-2`}>{roleNames[role]}</td>
      <td className={`${cellClass} ${secondLineClass}`}>
        {hasTwoFactor ? messages.app : <span className="text-ink-3">{messages.off}</span>}
      </td>
      <td className={`${cellClass} max-md:hidden`}>
        {lastActiveAt === null ? messages.never : formatRecentTimeHere(lastActiveAt, new Date(now))}
      </td>
      <td className={`${cellClass} text-right tabular-nums max-md:hidden`}>{sessions}</td>
      <td className={`${cellClass} text-right md:pr-0!`}>
        <ActionMenu
          label={messages.actionsOf(displayName)}
          actions={actionsFor(member, onRequest)}
        />
      </td>
    </tr>
  );
}

function actionsFor(
  member: TeamMemberView,
  onRequest: (request: MemberRequest) => void,
): MenuAction[] {
  const action = (label: string, kind: MemberRequest["kind"], isGrave = false): MenuAction => ({
    label,
    isGrave,
    onSelect: () => onRequest({ kind, member }),
  });
  return [
    action(messages.changeRole, "role"),
    ...(member.sessions > 0 && !member.isYou ? [action(messages.endSessions, "end-sessions")] : []),
    ...(member.hasTwoFactor && !member.isYou
      ? [action(messages.resetTwoFactor, "reset-two-factor")]
      : []),
    ...(member.isYou
      ? []
      : member.isDisabled
        ? [action(messages.enable, "enable")]
        : [action(messages.disable, "disable", true)]),
  ];
}

function InvitationRow({ invitation, now }: { invitation: InvitationView; now: string }) {
  const { id, email, role, sentAt, expiresAt } = invitation;
  const changes = [team().queryKey];
  const resend = useAdminAction({
    run: resendInvitation,
    changes,
    describe: () => teamMessages.invited(email),
  });
  const withdraw = useAdminAction({
    run: withdrawInvitation,
    changes,
    describe: (message) => message,
  });
  const day = formatShortMonthDayYear(localDateAt(new Date(sentAt)));
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <Who
          picture={
            <span
              aria-hidden="true"
              className="grid size-9 flex-none place-items-center rounded-full border border-dashed border-edge text-ink-2"
            >
              <Mail size={16} strokeWidth={1.6} />
            </span>
          }
          title={<EmailAddress>{email}</EmailAddress>}
          note={messages.invitedOn(day, expiryText(expiresAt, now))}
        />
      </td>
      <td className={`${cellClass} max-md:text-small max-md:text-ink-2`}>{roleNames[role]}</td>
      <td className={`${cellClass} ${secondLineClass} text-ink-3`} colSpan={2}>
        {messages.notSignedUp}
      </td>
      <td className={`${cellClass} md:pr-0!`} colSpan={2}>
        <span className="flex justify-end gap-4">
          <Button
            variant="quiet"
            size="sm"
            aria-label={messages.withdrawFrom(email)}
            isBusy={withdraw.isBusy}
            onClick={() => withdraw.submit(id)}
          >
            {messages.withdraw}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-label={messages.sendAgainTo(email)}
            isBusy={resend.isBusy}
            onClick={() => resend.submit(id)}
          >
            {messages.sendAgain}
          </Button>
        </span>
        <ActionError>{withdraw.failure ?? resend.failure}</ActionError>
      </td>
    </tr>
  );
}

function expiryText(expiresAt: string, now: string): string {
  const leftMs = Date.parse(expiresAt) - Date.parse(now);
  if (leftMs <= 0) return messages.expired;
  // A new one has a few seconds less than its days.
  return leftMs < dayMs ? messages.expiresToday : messages.expiresIn(Math.round(leftMs / dayMs));
}

type WhoProps = { picture: ReactNode; title: ReactNode; note: ReactNode; badge?: ReactNode };

function Who({ picture, title, note, badge }: WhoProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      {picture}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {title}
          {badge}
        </span>
        <span className="block text-small text-ink-3">{note}</span>
      </span>
    </span>
  );
}
