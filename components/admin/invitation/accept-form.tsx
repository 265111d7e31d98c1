"use client";

import { useState, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { ActionError } from "@/components/feedback/action-error";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { acceptInvitation } from "@/lib/client/admin/team";
import { FetchError } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { passwordLength, type AdminLoginStep } from "@/lib/contracts/admin/security";
import { acceptInvitationSchema, type AcceptInvitation } from "@/lib/contracts/admin/team";
import { adminLoginStepsScreen } from "@/lib/messages/admin-security";
import { invitationScreen as messages } from "@/lib/messages/admin/team";
import { failureReason, notifyFailure } from "../failure-reason";
import { PasswordField } from "../security/password-field";

const names = ["displayName", "username", "password"] as const;
type Name = (typeof names)[number];
type Errors = Partial<Record<Name, string>>;

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
  const [errors, setErrors] = useState<Errors>({});
  const showErrors = (found: Errors) => {
    // Focus comes after the error, so that screen readers read it with the field.
    flushSync(() => setErrors(found));
    const first = names.find((name) => found[name]);
    if (first) document.getElementById(idOf(first))?.focus();
  };
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: (body: AcceptInvitation) => acceptInvitation(token, body),
    onSuccess: (next, { username }) => onAccepted(username, next),
    onError: (failure) => {
      const field = failure instanceof FetchError ? failure.field : undefined;
      const name = names.find((each) => each === field);
      if (name) showErrors({ [name]: failureReason(failure) });
      else notifyFailure(failureReason(failure));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = acceptInvitationSchema.safeParse(values);
    if (checked.success) {
      setErrors({});
      mutate(checked.data);
      return;
    }
    showErrors(
      Object.fromEntries(
        checked.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
      ),
    );
  };
  const change = (name: Name) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: "" }));
  };
  const { withSecondFactor, alone } = passwordLength;
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        id={idOf("displayName")}
        label={messages.name}
        error={errors.displayName}
        autoComplete="name"
        value={values.displayName}
        onChange={change("displayName")}
      />
      <TextField
        id={idOf("username")}
        label={messages.username}
        hint={messages.usernameHint}
        error={errors.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.username}
        onChange={change("username")}
      />
      <PasswordField
        id={idOf("password")}
        label={messages.password}
        hint={adminLoginStepsScreen.newPasswordHint(hasSecondFactor ? withSecondFactor : alone)}
        kind="new"
        error={errors.password}
        value={values.password}
        onChange={change("password")}
      />
      <div>
        <SubmitButton size="lg" isBusy={isBusy} className="min-w-44 max-sm:w-full">
          {messages.accept}
        </SubmitButton>
        <ActionError className="mt-3">
          {error && !names.some((name) => errors[name]) ? failureReason(error) : null}
        </ActionError>
      </div>
    </form>
  );
}

function idOf(name: Name): string {
  return `join-${name}`;
}
