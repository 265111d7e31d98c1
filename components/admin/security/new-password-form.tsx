"use client";

import { useEffect, useState, type FormEvent } from "react";
import { SubmitButton } from "@/components/ui/submit-button";
import { newPasswordSchema, passwordLength } from "@/lib/contracts/admin/security";
import { adminLoginStepsScreen as messages } from "@/lib/messages/admin-security";
import { PasswordField } from "./password-field";

export type NewPasswordFormProps = {
  id: string;
  /** For password managers. */
  username: string;
  hasSecondFactor: boolean;
  error: string | undefined;
  isBusy: boolean;
  onSubmit: (password: string) => void;
};

type Errors = { password?: string | undefined; repeated?: string | undefined };

/** A new password, entered twice. Takes focus. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { id, username, hasSecondFactor, error, isBusy, onSubmit } = props;
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [errors, setErrors] = useState<Errors>({});

  useEffect(() => document.getElementById(id)?.focus(), [id]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = newPasswordSchema.safeParse({ password });
    const found = {
      password: checked.success ? undefined : checked.error.issues[0]?.message,
      repeated: password === repeated ? undefined : messages.passwordMismatch,
    };
    setErrors(found);
    if (!found.password && !found.repeated) onSubmit(password);
  };

  const minLength = hasSecondFactor ? passwordLength.withSecondFactor : passwordLength.alone;
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        id={id}
        label={messages.newPassword}
        hint={messages.newPasswordHint(minLength)}
        kind="new"
        error={errors.password ?? error}
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        id={`${id}-repeated`}
        label={messages.repeatPassword}
        kind="new"
        error={errors.repeated}
        value={repeated}
        onChange={setRepeated}
      />
      <div className="button-row">
        <SubmitButton size="lg" isBusy={isBusy} disabled={isBusy} className="min-w-44">
          {messages.submit}
        </SubmitButton>
      </div>
    </form>
  );
}
