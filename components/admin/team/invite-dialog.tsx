"use client";

import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { invite, team } from "@/lib/client/admin/team";
import { sendableAddressSchema } from "@/lib/contracts/primitives";
import type { AdminRole } from "@/lib/contracts/roles";
import { teamDialogs as messages, teamMessages, teamScreen } from "@/lib/messages/admin/team";
import { OwnPassword } from "../security/own-password";
import { useAdminAction } from "../use-admin-action";
import { RoleChoice } from "./role-choice";

const formId = "invite";
const emailId = "invite-email";

export type InviteDialogProps = { isOpen: boolean; onClose: () => void };

export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  return isOpen ? <OpenDialog onClose={onClose} /> : null;
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<AdminRole>("editor");
  const [currentPassword, setCurrentPassword] = useState("");
  const { submit, isBusy, errors, setErrors, failure } = useAdminAction({
    run: invite,
    changes: [team().queryKey],
    describe: (invitation) => teamMessages.invited(invitation.email),
    onDone: onClose,
    fields: ["email", "currentPassword"],
  });
  const check = (event: FormEvent) => {
    event.preventDefault();
    const checked = sendableAddressSchema.safeParse(email);
    if (checked.success) {
      submit({ email: checked.data, role, ...(role === "owner" ? { currentPassword } : {}) });
      return;
    }
    setErrors({ email: checked.error.issues[0]?.message ?? "" });
    document.getElementById(emailId)?.focus();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={messages.inviteTitle}
      description={messages.inviteText}
      failure={failure}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            {teamScreen.cancel}
          </Button>
          <SubmitButton form={formId} isBusy={isBusy}>
            {messages.send}
          </SubmitButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={check} className="grid gap-6">
        <Field id={emailId} label={messages.email} error={errors["email"]}>
          {(field) => (
            <Input
              {...field}
              data-autofocus
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <RoleChoice value={role} onChange={setRole} />
        {role === "owner" && (
          <OwnPassword
            id="invite-password"
            hint={messages.ownerPassword}
            error={errors["currentPassword"]}
            value={currentPassword}
            onChange={setCurrentPassword}
          />
        )}
      </form>
    </Dialog>
  );
}
