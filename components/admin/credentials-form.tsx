"use client";

import { useState, type FormEvent, type ReactNode } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { TextField } from "@/components/ui/text-field";
import { type AdminLogin, adminLoginSchema } from "@/lib/contracts/admin";
import { adminLoginScreen } from "@/lib/messages/admin";

const names = ["username", "password"] as const;
type Name = (typeof names)[number];

export type CredentialsFormProps = {
  /** Also the prefix of the fields' ids; a submit button outside the form can refer to it. */
  id: string;
  onSubmit: (credentials: AdminLogin) => void;
  /** Why the last login failed. */
  failure: string | undefined;
  children?: ReactNode;
};

export function passwordFieldId(formId: string): string {
  return `${formId}-password`;
}

export function CredentialsForm({ id, onSubmit, failure, children }: CredentialsFormProps) {
  const [values, setValues] = useState<AdminLogin>({ username: "", password: "" });
  const [errors, setErrors] = useState<{ [name in Name]?: string | undefined }>({});

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = adminLoginSchema.safeParse(values);
    if (checked.success) {
      setErrors({});
      onSubmit(checked.data);
      return;
    }
    const found = Object.fromEntries(
      checked.error.issues.map(({ path, message }) => [String(path[0]), message]),
    );
    setErrors(found);
    const first = names.find((name) => found[name]);
    if (first) document.getElementById(`${id}-${first}`)?.focus();
  };

  const control = (name: Name) => ({
    name,
    required: true,
    value: values[name],
    onChange: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((found) => ({ ...found, [name]: undefined }));
    },
  });

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        id={`${id}-username`}
        label={adminLoginScreen.username}
        error={errors.username}
        {...control("username")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        id={passwordFieldId(id)}
        label={adminLoginScreen.password}
        error={errors.password}
        {...control("password")}
        type="password"
        autoComplete="current-password"
      />
      <ActionError>{failure}</ActionError>
      {children}
    </form>
  );
}
