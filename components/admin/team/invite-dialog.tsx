"use client";

import { useState } from "react";
import { TextField } from "@/components/ui/text-field";
import { invite, team } from "@/lib/client/admin/team";
import { sendableAddressSchema } from "@/lib/contracts/primitives";
import type { AdminRole } from "@/lib/contracts/roles";
import { teamDialogs as messages, teamMessages } from "@/lib/messages/admin/team";
import { FormDialog } from "../shell/dialogs";
import { useAdminAction } from "../use-admin-action";
import { RoleChoice } from "./role-choice";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<AdminRole>("editor");
  const { submit, isBusy, errors, setErrors, failure } = useAdminAction({
    run: invite,
    changes: [team().queryKey],
    describe: (invitation) => teamMessages.invited(invitation.email),
    onDone: onClose,
    formId: "invite",
    fields: ["email", "currentPassword"],
  });
  const check = (currentPassword: string) => {
    const checked = sendableAddressSchema.safeParse(email);
    if (checked.success) {
      submit({ email: checked.data, role, ...(role === "owner" ? { currentPassword } : {}) });
      return;
    }
    setErrors({ email: checked.error.issues[0]?.message ?? "" });
  };
  return (
    <FormDialog
      title={messages.inviteTitle}
      description={messages.inviteText}
      confirm={messages.send}
      isBusy={isBusy}
      failure={failure}
      password={
        role === "owner" && {
          id: "invite-currentPassword",
          hint: messages.ownerPassword,
          error: errors["currentPassword"],
        }
      }
      onSubmit={check}
      onClose={onClose}
    >
      <TextField
        id="invite-email"
        label={messages.email}
        error={errors["email"]}
        data-autofocus
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={setEmail}
      />
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  );
}
