"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import {
  confirmEnrollment,
  renewRecoveryCodes,
  startEnrollment,
  turnOffTwoFactor,
} from "@/lib/client/admin-account";
import type { EnrollmentView } from "@/lib/contracts/admin-security";
import {
  adminLoginStepsScreen,
  adminSecurityScreen as messages,
} from "@/lib/messages/admin-security";
import { CodeForm } from "./code-form";
import { CurrentPasswordForm } from "./current-password-form";
import { EnrollmentKey } from "./enrollment-key";
import { RecoveryCodes } from "./recovery-codes";
import { useAccountForm } from "./use-account-form";

export type TwoFactorDialogProps = { username: string; onClose: () => void };

/** The password, then the key and its first code, then the recovery codes. */
export function SetUpDialog({ username, onClose }: TwoFactorDialogProps) {
  const [enrollment, setEnrollment] = useState<EnrollmentView>();
  const [codes, setCodes] = useState<readonly string[]>();
  const password = useAccountForm({ id: "set-up", run: startEnrollment, onDone: setEnrollment });
  const code = useAccountForm({ id: "first", run: confirmEnrollment, onDone: setCodes });
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  if (!enrollment) {
    return (
      <PasswordDialog
        id="set-up"
        title={adminLoginStepsScreen.twoFactorTitle}
        description={messages.enterPassword}
        username={username}
        form={password}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={adminLoginStepsScreen.twoFactorTitle}
      description={adminLoginStepsScreen.twoFactorIntro}
      actions={<CancelButton onClose={onClose} />}
    >
      <div className="grid gap-6">
        <EnrollmentKey {...enrollment} />
        <CodeForm
          id="first-code"
          label={adminLoginStepsScreen.newCode}
          error={code.errorOf("code")}
          isBusy={code.isBusy}
          onSubmit={code.submit}
        />
      </div>
    </Dialog>
  );
}

/** The password, then the new recovery codes. */
export function NewCodesDialog({ username, onClose }: TwoFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useAccountForm({ id: "new-codes", run: renewRecoveryCodes, onDone: setCodes });
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <PasswordDialog
      id="new-codes"
      title={messages.newCodes}
      description={messages.newCodesHint}
      username={username}
      form={form}
      onClose={onClose}
    />
  );
}

/** The password and a code. */
export function TurnOffDialog({
  username,
  onClose,
  onDone,
}: TwoFactorDialogProps & { onDone: () => void }) {
  const id = "turn-off";
  const [code, setCode] = useState("");
  const { submit, isBusy, errorOf } = useAccountForm({ id, run: turnOffTwoFactor, onDone });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={adminLoginStepsScreen.turnOffTitle}
      description={messages.turnOffHint}
      actions={
        <>
          <CancelButton onClose={onClose} />
          <SubmitButton form={id} isBusy={isBusy} disabled={isBusy}>
            {messages.turnOff}
          </SubmitButton>
        </>
      }
    >
      <CurrentPasswordForm
        id={id}
        username={username}
        error={errorOf("currentPassword")}
        onSubmit={(currentPassword) => submit({ currentPassword, code })}
      >
        <Field id={`${id}-code`} label={adminLoginStepsScreen.code} error={errorOf("code")}>
          {(field) => (
            <Input
              {...field}
              value={code}
              onChange={({ target }) => setCode(target.value)}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
        </Field>
      </CurrentPasswordForm>
    </Dialog>
  );
}

type PasswordDialogProps = TwoFactorDialogProps & {
  id: string;
  title: string;
  description: string;
  form: {
    submit: (currentPassword: string) => void;
    isBusy: boolean;
    errorOf: (field: string) => string | undefined;
  };
};

function PasswordDialog({ id, title, description, username, form, onClose }: PasswordDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={description}
      actions={
        <>
          <CancelButton onClose={onClose} />
          <SubmitButton form={id} isBusy={form.isBusy} disabled={form.isBusy}>
            {adminLoginStepsScreen.submit}
          </SubmitButton>
        </>
      }
    >
      <CurrentPasswordForm
        id={id}
        username={username}
        error={form.errorOf("currentPassword")}
        onSubmit={form.submit}
      />
    </Dialog>
  );
}

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void };

function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={adminLoginStepsScreen.recoveryTitle}
      description={adminLoginStepsScreen.recoveryIntro}
      actions={null}
    >
      <RecoveryCodes codes={codes} onSaved={onClose} />
    </Dialog>
  );
}

function CancelButton({ onClose }: { onClose: () => void }) {
  return (
    <Button variant="line" onClick={onClose}>
      {messages.cancel}
    </Button>
  );
}
