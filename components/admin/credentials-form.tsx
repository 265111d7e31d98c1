"use client";

import { useState, type FormEvent, type ReactNode } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { errorsIn, useFieldErrors, useFocusOnError } from "@/components/ui/field-errors";
import { TextField } from "@/components/ui/text-field";
import { type AdminLogin, adminLoginSchema } from "@/lib/contracts/admin";
import { adminLoginScreen } from "@/lib/messages/admin";

export type CredentialsFormProps = {
  /** Also the prefix of the fields' ids; a submit button outside the form can refer to it. */
  id: string;
  onSubmit: (credentials: AdminLogin) => void;
  /** Why the last login failed. */
  failure: string | undefined;
  children?: ReactNode;
};

export function CredentialsForm({ id, onSubmit, failure, children }: CredentialsFormProps) {
  const [values, setValues] = useState<AdminLogin>({ username: "", password: "" });
  const { errors, setErrors, clearError } = useFieldErrors(`${id}-`);
  useFocusOnError([`${id}-password`], failure);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = adminLoginSchema.safeParse(values);
    setErrors(errorsIn(checked));
    if (checked.success) onSubmit(checked.data);
  };

  const control = (name: keyof AdminLogin) => ({
    id: `${id}-${name}`,
    name,
    error: errors[name],
    required: true,
    value: values[name],
    onChange: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      clearError(name);
    },
  });

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        label={adminLoginScreen.username}
        {...control("username")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={adminLoginScreen.password}
        {...control("password")}
        type="password"
        autoComplete="current-password"
      />
      <ActionError>{failure}</ActionError>
      {children}
    </form>
  );
}
