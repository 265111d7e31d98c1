"use client";

import { ArrowLeft, Ellipsis } from "@/components/ui/icons";
import type { ReactNode } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmailAddress } from "@/components/ui/email-address";
import { formatPhoneNumber } from "@/lib/contracts/phone-format";
import {
  personEndpoints,
  type PendingEmailChange,
  type Person,
} from "@/lib/contracts/admin/person";
import { subscribersPath } from "@/lib/contracts/admin/subscribers";
import { formatDateTimeIn } from "@/lib/calendar/format";
import type { AdminRole, Permission } from "@/lib/contracts/roles";
import { mayDo } from "@/lib/contracts/roles";
import {
  personActionTexts as texts,
  personScreen as messages,
} from "@/lib/messages/admin/person-screen";
import { useAdmin } from "../../shell/gate";
import { Menu } from "../../shell/menu";
import { StatusBadge } from "../status-badge";
import { nameOf } from "../subscriber-columns";
import { choicesOf, type ConfirmedAction } from "./action-dialog";
import { refundableOf } from "./refund-fields";

const permissionOf: Record<ConfirmedAction, Permission> = {
  resend: "help",
  pause: "help",
  resume: "help",
  "login-link": "help",
  "card-link": "help",
  gift: "refund",
  suppress: "help",
  unsuppress: "help",
  timezone: "changeDetails",
  email: "changeDetails",
  "approve-email": "manageData",
  "withdraw-email": "changeDetails",
  phone: "changeDetails",
  cancel: "refund",
  "extend-trial": "refund",
  refund: "refund",
  "review-refund": "refund",
  erase: "manageData",
};

const itemClass =
  "flex min-h-11 w-full items-center px-4 py-1.5 text-left text-label no-underline hover:bg-well md:min-h-10";

/** Who it is, and what can be done. */
export function PersonHead(props: {
  person: Person;
  /** `opener` is where focus returns to. */
  onAct: (action: ConfirmedAction, opener: HTMLElement | null) => void;
}) {
  const { person, onAct } = props;
  const { role } = useAdmin();
  const offers = (action: ConfirmedAction) => isOffered(person, action, role);
  const isUnreachable = person.next.localDate !== null && !person.channels.some(({ gets }) => gets);
  const main = (["unsuppress", "resume"] as const).find(offers);
  const rest = (
    [
      "resend",
      "pause",
      "resume",
      "suppress",
      "unsuppress",
      "timezone",
      "email",
      "phone",
      "extend-trial",
      "gift",
    ] as const
  ).filter((action) => action !== main && offers(action));
  const grave = (["refund", "cancel", "erase"] as const).filter(offers);
  const mayExport = mayDo(role, "manageData");
  const hasMenu = rest.length + grave.length > 0 || mayExport;
  return (
    <>
      <SiteLink
        href={subscribersPath}
        className="mb-1 inline-flex min-h-11 items-center gap-1.5 text-small text-ink-2 no-underline hover:text-ink hover:underline"
      >
        <ArrowLeft size={16} strokeWidth={1.6} />
        {messages.back}
      </SiteLink>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-b-[3px] border-ink pb-5">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 className="text-h2 wrap-anywhere">{nameOf(person)}</h1>
            <StatusBadge status={person.status} />
            {isUnreachable && <Badge tone="alarm">{messages.unreachable}</Badge>}
          </div>
          <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-label leading-6 text-ink-2">
            <EmailAddress>{person.email}</EmailAddress>
            {person.phone && <span>{formatPhoneNumber(person.phone)}</span>}
            <span>{messages.id(person.id)}</span>
          </p>
          {person.pendingPhone && (
            <p className="text-small text-ink-3">
              {messages.pending(formatPhoneNumber(person.pendingPhone))}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          {main && (
            <ActionButton isMain onPress={(opener) => onAct(main, opener)}>
              {main === "resume" ? messages.resume : messages.emailOn}
            </ActionButton>
          )}
          {offers("login-link") && (
            <ActionButton onPress={(opener) => onAct("login-link", opener)}>
              {messages.sendLink}
            </ActionButton>
          )}
          {hasMenu && (
            <Menu
              label={<Ellipsis size={18} strokeWidth={1.6} />}
              name={messages.more}
              hasArrow={false}
              buttonClass={`${buttonClass({ variant: "icon", size: "sm" })} max-md:min-h-11 max-md:w-11`}
              panelClass="absolute top-[calc(100%_+_.375rem)] right-0 z-20 min-w-56 rounded-3 border border-rule bg-sheet py-1.5 shadow-float"
            >
              {rest.map((action) => (
                <button
                  key={action}
                  type="button"
                  className={itemClass}
                  onClick={(event) => onAct(action, menuOf(event.currentTarget))}
                >
                  {texts[action].menu}
                </button>
              ))}
              {mayExport && (
                <a href={personEndpoints.export(person.id)} download className={itemClass}>
                  {texts.export.menu}
                </a>
              )}
              {grave.length > 0 && <hr className="my-1.5 border-rule" />}
              {grave.map((action) => (
                <button
                  key={action}
                  type="button"
                  className={`${itemClass} ${action === "erase" ? "text-alarm" : ""}`}
                  onClick={(event) => onAct(action, menuOf(event.currentTarget))}
                >
                  {texts[action].menu}
                </button>
              ))}
            </Menu>
          )}
        </div>
      </div>
      {person.emailChange && (
        <NewEmail change={person.emailChange} {...{ person, offers, onAct }} />
      )}
    </>
  );
}

type NewEmailProps = {
  person: Person;
  change: PendingEmailChange;
  offers: (action: ConfirmedAction) => boolean;
  onAct: (action: ConfirmedAction, opener: HTMLElement | null) => void;
};

/** A new address that isn't theirs yet: what it waits for, and what can be done. */
function NewEmail({ person, change, offers, onAct }: NewEmailProps) {
  const { newEmail } = messages;
  const { email, state, isConfirmed, takesEffectAt } = change;
  const hasFailed = state === "stopped" || state === "taken";
  const what =
    state === "waiting"
      ? newEmail.waiting(formatDateTimeIn(new Date(takesEffectAt ?? 0), person.timezone))
      : newEmail[state];
  return (
    <section aria-labelledby="new-email" className="border-b border-rule py-5">
      <h2 id="new-email" className="text-row wrap-anywhere">
        {newEmail.title} <EmailAddress>{email}</EmailAddress>
      </h2>
      <p className={`mt-1 text-label leading-6 ${hasFailed ? "text-alarm" : "text-ink-2"}`}>
        {!hasFailed && `${isConfirmed ? newEmail.confirmed : newEmail.unconfirmed} `}
        {what}
      </p>
      {!hasFailed && (
        <div className="mt-3 flex gap-2">
          {state !== "due" && offers("approve-email") && (
            <ActionButton onPress={(opener) => onAct("approve-email", opener)}>
              {newEmail.approve}
            </ActionButton>
          )}
          {offers("withdraw-email") && (
            <ActionButton onPress={(opener) => onAct("withdraw-email", opener)}>
              {newEmail.withdraw}
            </ActionButton>
          )}
        </div>
      )}
    </section>
  );
}

/** The button of an item's menu, because the item is hidden by then. */
function menuOf(item: HTMLElement): HTMLElement | null {
  const button = item.parentElement?.previousElementSibling;
  return button instanceof HTMLElement ? button : null;
}

function ActionButton(props: {
  isMain?: boolean;
  onPress: (opener: HTMLElement) => void;
  children: ReactNode;
}) {
  return (
    <Button
      variant={props.isMain ? "solid" : "line"}
      size="sm"
      className="max-sm:flex-1"
      onClick={(event) => props.onPress(event.currentTarget)}
    >
      {props.children}
    </Button>
  );
}

/** Whether a role may do something for a person now. */
export function isOffered(person: Person, action: ConfirmedAction, role: AdminRole): boolean {
  return mayDo(role, permissionOf[action]) && isPossible(person, action);
}

function isPossible(person: Person, action: ConfirmedAction): boolean {
  if (action === "resend" || action === "suppress" || action === "unsuppress") {
    return choicesOf(person, action).length > 0;
  }
  if (action === "gift") return person.status === "canceled" || person.status === "none";
  if (action === "card-link") return person.failedPayment !== null;
  if (action === "extend-trial") return person.status === "trialing" && person.hasPaddle;
  if (action === "refund") return refundableOf(person).length > 0;
  if (action === "review-refund") return person.openRefunds.length > 0;
  if (action === "resume") return person.pause !== null;
  if (action === "pause") return person.pause === null;
  return action !== "cancel" || (person.status !== "canceled" && person.status !== "none");
}
