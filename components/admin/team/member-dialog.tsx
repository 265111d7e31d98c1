"use client";

import { useState } from "react";
import { adminSession } from "@/lib/client/admin";
import { actOnMember, changeRole, team } from "@/lib/client/admin/team";
import {
  guardedMemberActions,
  type MemberAction,
  type TeamMemberView,
} from "@/lib/contracts/admin/team";
import type { AdminRole } from "@/lib/contracts/roles";
import { teamDialogs as messages, teamScreen } from "@/lib/messages/admin/team";
import { FormDialog } from "../shell/dialogs";
import { useAdminAction } from "../use-admin-action";
import { RoleChoice } from "./role-choice";

/** What someone wants to do to a member. */
export type MemberRequest = { kind: "role" | MemberAction; member: TeamMemberView };

const changes = [team().queryKey, adminSession().queryKey];

export type MemberDialogProps = { request: MemberRequest | null; onClose: () => void };

/** Says what will happen, and does it. */
export function MemberDialog({ request, onClose }: MemberDialogProps) {
  if (!request) return null;
  const { kind, member } = request;
  if (kind === "role") return <RoleDialog member={member} onClose={onClose} />;
  return <ActionDialog action={kind} member={member} onClose={onClose} />;
}

type OneMember = { member: TeamMemberView; onClose: () => void };

function RoleDialog({ member, onClose }: OneMember) {
  const [role, setRole] = useState<AdminRole>(member.role);
  const { submit, isBusy, errors, failure } = useAdminAction({
    run: changeRole,
    changes,
    describe: (message) => message,
    onDone: onClose,
    fields: ["currentPassword"],
    formId: "role",
  });
  return (
    <FormDialog
      title={messages.roleTitle(member.displayName)}
      description={messages.roleText}
      confirm={messages.save}
      isBusy={isBusy}
      isDisabled={role === member.role}
      failure={failure}
      password={{
        id: "role-currentPassword",
        hint: messages.rolePassword,
        error: errors["currentPassword"],
      }}
      onSubmit={(currentPassword) => submit({ id: member.id, role, currentPassword })}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  );
}

const texts = {
  disable: {
    title: messages.disableTitle,
    text: messages.disableText,
    confirm: messages.disable,
  },
  "end-sessions": { title: messages.endTitle, text: messages.endText, confirm: messages.end },
  "reset-two-factor": {
    title: messages.resetTitle,
    text: messages.resetText,
    confirm: messages.reset,
  },
  enable: { title: messages.enableTitle, text: messages.enableText, confirm: teamScreen.enable },
} as const;

function ActionDialog({ action, member, onClose }: OneMember & { action: MemberAction }) {
  const { title, text, confirm } = texts[action];
  const needsPassword = guardedMemberActions.includes(action);
  const { submit, isBusy, errors, failure } = useAdminAction({
    run: actOnMember,
    changes,
    describe: (message) => message,
    onDone: onClose,
    fields: ["currentPassword"],
    formId: "action",
  });
  const send = (currentPassword: string) =>
    submit({ id: member.id, action, ...(needsPassword ? { currentPassword } : {}) });
  return (
    <FormDialog
      title={title(member.displayName)}
      description={text}
      confirm={confirm}
      isGrave
      isBusy={isBusy}
      failure={failure}
      password={
        needsPassword && {
          id: "action-currentPassword",
          hint: messages.loginPassword,
          error: errors["currentPassword"],
        }
      }
      onSubmit={send}
      onClose={onClose}
    />
  );
}
