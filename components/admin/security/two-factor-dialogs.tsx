"use client";

import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import {
  adminAccount,
  confirmEnrollment,
  renewRecoveryCodes,
  startEnrollment,
  turnOffTwoFactor,
} from "@/lib/client/admin-account";
import type { EnrollmentView } from "@/lib/contracts/admin/security";
import {
  adminLoginStepsScreen as steps,
  adminSecurityMessages,
  adminSecurityScreen as messages,
} from "@/lib/messages/admin-security";
import { useAdminAction } from "../use-admin-action";
import { CodeForm, codeFormId } from "./code-form";
import { CurrentPasswordForm } from "./current-password-form";
import { EnrollmentKey } from "./enrollment-key";
import { RecoveryCodes } from "./recovery-codes";

export type TwoFactorDialogProps = { username: string; onClose: () => void };

/** The password, then the key and its first code, then the recovery codes. */
export function SetUpDialog({ username, onClose }: TwoFactorDialogProps) {
  const [enrollment, setEnrollment] = useState<EnrollmentView>();
  const [codes, setCodes] = useState<readonly string[]>();
  const password = usePasswordForm("set-up", startEnrollment, setEnrollment);
  const code = useAdminAction({
    formId: "first",
    run: confirmEnrollment,
    changes: [adminAccount().queryKey],
    onDone: setCodes,
    fields: ["code"],
  });
  const title = steps.twoFactorTitle;
  if (codes) return dialogOf(recoveryCodesStep(codes, onClose));
  if (!enrollment) {
    const texts = { title, description: messages.enterPassword };
    return dialogOf(passwordStep("set-up", texts, { username, form: password, onClose }));
  }
  return dialogOf({
    title,
    description: steps.twoFactorIntro,
    failure: code.failure,
    onClose,
    actions: <Actions form={codeFormId("first-code")} isBusy={code.isBusy} onClose={onClose} />,
    content: (
      <div className="grid gap-6">
        <EnrollmentKey {...enrollment} />
        <CodeForm
          id="first-code"
          label={steps.newCode}
          error={code.errors["code"]}
          onSubmit={code.submit}
        />
      </div>
    ),
  });
}

/** The password, then the new recovery codes. */
export function NewCodesDialog({ username, onClose }: TwoFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const form = usePasswordForm("new-codes", renewRecoveryCodes, setCodes);
  if (codes) return dialogOf(recoveryCodesStep(codes, onClose));
  const texts = { title: messages.newCodes, description: messages.newCodesHint };
  return dialogOf(passwordStep("new-codes", texts, { username, form, onClose }));
}

/** The password and a code. */
export function TurnOffDialog({ username, onClose }: TwoFactorDialogProps) {
  const id = "turn-off";
  const [code, setCode] = useState("");
  const { submit, isBusy, errors, failure } = useAdminAction({
    formId: id,
    run: turnOffTwoFactor,
    changes: [adminAccount().queryKey],
    describe: () => adminSecurityMessages.twoFactorTurnedOff,
    onDone: onClose,
    fields: ["currentPassword", "code"],
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={steps.turnOffTitle}
      description={messages.turnOffHint}
      failure={failure}
      actions={<Actions form={id} isBusy={isBusy} label={messages.turnOff} onClose={onClose} />}
    >
      <CurrentPasswordForm
        id={id}
        username={username}
        error={errors["currentPassword"]}
        onSubmit={(currentPassword) => submit({ currentPassword, code })}
      >
        <TextField
          id={`${id}-code`}
          label={steps.code}
          error={errors["code"]}
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </CurrentPasswordForm>
    </Dialog>
  );
}

type Step = {
  title: string;
  failure?: string | undefined;
  description: string;
  content: ReactNode;
  actions: ReactNode;
  onClose: () => void;
};

// One element for all steps of a dialog, so that focus stays inside between them.
function dialogOf({ content, onClose, ...texts }: Step) {
  return (
    <Dialog isOpen onOpenChange={onClose} {...texts}>
      {content}
    </Dialog>
  );
}

/** Asks for the password to run something whose result the next step shows. */
function usePasswordForm<Result>(
  formId: string,
  run: (currentPassword: string) => Promise<Result>,
  onDone: (result: Result) => void,
) {
  const changes = [adminAccount().queryKey];
  return useAdminAction({ formId, run, changes, onDone, fields: ["currentPassword"] });
}

type PasswordStepOptions = TwoFactorDialogProps & {
  form: Pick<ReturnType<typeof usePasswordForm>, "submit" | "isBusy" | "errors" | "failure">;
};

function passwordStep(
  id: string,
  texts: Pick<Step, "title" | "description">,
  { username, form, onClose }: PasswordStepOptions,
): Step {
  return {
    ...texts,
    failure: form.failure,
    onClose,
    actions: <Actions form={id} isBusy={form.isBusy} onClose={onClose} />,
    content: (
      <CurrentPasswordForm
        id={id}
        username={username}
        error={form.errors["currentPassword"]}
        onSubmit={form.submit}
      />
    ),
  };
}

function recoveryCodesStep(codes: readonly string[], onClose: () => void): Step {
  return {
    title: steps.recoveryTitle,
    description: steps.recoveryIntro,
    onClose,
    actions: null,
    content: <RecoveryCodes codes={codes} onSaved={onClose} />,
  };
}

type ActionsProps = { form: string; isBusy: boolean; label?: string; onClose: () => void };

function Actions({ form, isBusy, label = steps.submit, onClose }: ActionsProps) {
  return (
    <>
      <Button variant="line" onClick={onClose}>
        {messages.cancel}
      </Button>
      <SubmitButton form={form} isBusy={isBusy} disabled={isBusy}>
        {label}
      </SubmitButton>
    </>
  );
}
