"use client";

import { useState, type FormEvent } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { SubmitButton } from "@/components/ui/submit-button";
import { errorsIn } from "@/components/ui/field-errors";
import { adminAccount, changePassword } from "@/lib/client/admin-account";
import {
  changePasswordSchema,
  passwordLength,
  type AdminAccountView,
} from "@/lib/contracts/admin/security";
import {
  adminLoginStepsScreen,
  adminSecurityMessages,
  adminSecurityScreen as messages,
} from "@/lib/messages/admin-security";
import { PasswordField } from "./password-field";
import { useAdminAction } from "../use-admin-action";

const id = "password";
const empty = { currentPassword: "", password: "", repeated: "" };
type Values = typeof empty;

/** Changes the password. */
export function PasswordPanel({ account }: { account: AdminAccountView }) {
  const [values, setValues] = useState(empty);
  const { submit, isBusy, errors, setErrors, failure } = useAdminAction({
    formId: id,
    run: changePassword,
    changes: [adminAccount().queryKey],
    describe: () => adminSecurityMessages.passwordChanged,
    onDone: () => setValues(empty),
    fields: ["currentPassword", "password"],
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    const checked = changePasswordSchema.safeParse(values);
    const found = errorsIn(checked);
    if (values.password !== values.repeated) {
      found["repeated"] = adminLoginStepsScreen.passwordMismatch;
    }
    setErrors(found);
    if (checked.success && Object.keys(found).length === 0) submit(checked.data);
  };

  const control = (name: keyof Values) => ({
    id: `${id}-${name}`,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });

  const { alone, withSecondFactor } = passwordLength;
  const minLength = account.hasTwoFactor ? withSecondFactor : alone;
  return (
    <form noValidate onSubmit={send} className="mt-5 grid max-w-[26rem] gap-6">
      <input type="text" autoComplete="username" value={account.username} readOnly hidden />
      <PasswordField
        {...control("currentPassword")}
        label={messages.currentPassword}
        kind="current"
      />
      <PasswordField
        {...control("password")}
        label={adminLoginStepsScreen.newPassword}
        hint={adminLoginStepsScreen.newPasswordHint(minLength)}
        kind="new"
      />
      <PasswordField
        {...control("repeated")}
        label={adminLoginStepsScreen.repeatPassword}
        kind="new"
      />
      <div>
        <SubmitButton variant="line" isBusy={isBusy} disabled={isBusy}>
          {messages.changePassword}
        </SubmitButton>
        <ActionError className="mt-3">{failure}</ActionError>
      </div>
    </form>
  );
}
