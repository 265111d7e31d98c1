"use client";

import { useState, type FormEvent, type ReactNode } from "react";
import { currentPasswordSchema } from "@/lib/contracts/admin/security";
import { adminSecurityScreen as messages } from "@/lib/messages/admin-security";
import { PasswordField } from "./password-field";

export type CurrentPasswordFormProps = {
  id: string;
  username: string;
  error: string | undefined;
  onSubmit: (currentPassword: string) => void;
  /** More fields. */
  children?: ReactNode;
};

/** Asks an editor for their password again. Its submit button is elsewhere and refers to the form by id. */
export function CurrentPasswordForm(props: CurrentPasswordFormProps) {
  const { id, username, error, onSubmit, children } = props;
  const [currentPassword, setCurrentPassword] = useState("");
  const [missing, setMissing] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = currentPasswordSchema.safeParse({ currentPassword });
    setMissing(checked.success ? undefined : checked.error.issues[0]?.message);
    if (checked.success) onSubmit(currentPassword);
  };

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-6">
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        id={`${id}-currentPassword`}
        label={messages.currentPassword}
        kind="current"
        error={missing ?? error}
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      {children}
    </form>
  );
}
