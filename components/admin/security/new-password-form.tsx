"use client";

import { useEffect, useRef, useState, type FormEvent } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { newPasswordSchema, passwordLength } from "@/lib/contracts/admin-security";
import { adminLoginStepsScreen as messages } from "@/lib/messages/admin-security";

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
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

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
  const control = { type: "password", autoComplete: "new-password", required: true } as const;
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field
        id={id}
        label={messages.newPassword}
        hint={messages.newPasswordHint(minLength)}
        error={errors.password ?? error}
      >
        {(field) => (
          <Input
            {...field}
            {...control}
            ref={input}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      <Field id={`${id}-repeated`} label={messages.repeatPassword} error={errors.repeated}>
        {(field) => (
          <Input
            {...field}
            {...control}
            value={repeated}
            onChange={({ target }) => setRepeated(target.value)}
          />
        )}
      </Field>
      <div>
        <SubmitButton size="lg" isBusy={isBusy} disabled={isBusy} className="min-w-44">
          {messages.submit}
        </SubmitButton>
      </div>
    </form>
  );
}
