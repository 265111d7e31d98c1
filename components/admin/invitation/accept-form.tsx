"use client";

import { useState, type FormEvent } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { errorsIn } from "@/components/ui/field-errors";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { acceptInvitation } from "@/lib/client/admin/team";
import { passwordLength, type AdminLoginStep } from "@/lib/contracts/admin/security";
import { acceptInvitationSchema, type AcceptInvitation } from "@/lib/contracts/admin/team";
import { adminLoginStepsScreen } from "@/lib/messages/admin-security";
import { invitationScreen as messages } from "@/lib/messages/admin/team";
import { PasswordField } from "../security/password-field";
import { useAdminAction } from "../use-admin-action";

export type AcceptFormProps = {
  token: string;
  /** A second factor is set up next, so the password may be shorter. */
  hasSecondFactor: boolean;
  onAccepted: (username: string, next: AdminLoginStep | null) => void;
};

/** The name, username, and password of someone who joins the team. */
export function AcceptForm({ token, hasSecondFactor, onAccepted }: AcceptFormProps) {
  const [values, setValues] = useState<AcceptInvitation>({
    displayName: "",
    username: "",
    password: "",
  });
  const { submit, isBusy, errors, setErrors, clearError, failure } = useAdminAction({
    run: (body: AcceptInvitation) => acceptInvitation(token, body),
    changes: [],
    onDone: (next, { username }) => onAccepted(username, next),
    formId: "join",
    fields: ["displayName", "username", "password"],
  });
  const check = (event: FormEvent) => {
    event.preventDefault();
    const checked = acceptInvitationSchema.safeParse(values);
    setErrors(errorsIn(checked));
    if (checked.success) submit(checked.data);
  };
  const control = (name: keyof AcceptInvitation) => ({
    id: `join-${name}`,
    error: errors[name],
    value: values[name],
    onChange: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      clearError(name);
    },
  });
  const { withSecondFactor, alone } = passwordLength;
  return (
    <form noValidate onSubmit={check} className="grid gap-6">
      <TextField label={messages.name} autoComplete="name" {...control("displayName")} />
      <TextField
        label={messages.username}
        hint={messages.usernameHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...control("username")}
      />
      <PasswordField
        label={messages.password}
        hint={adminLoginStepsScreen.newPasswordHint(hasSecondFactor ? withSecondFactor : alone)}
        kind="new"
        {...control("password")}
      />
      <div>
        <SubmitButton size="lg" isBusy={isBusy} className="min-w-44 max-sm:w-full">
          {messages.accept}
        </SubmitButton>
        <ActionError className="mt-3">{failure}</ActionError>
      </div>
    </form>
  );
}
