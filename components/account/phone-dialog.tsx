"use client";

import { useRef, useState, type FormEvent, type RefObject } from "react";
import { notify } from "@/components/feedback/notify";
import { PhoneFields, usePhoneFields } from "@/components/phone/phone-fields";
import { formatPhoneNumber } from "@/lib/contracts/phone-format";
import { useResendWait } from "@/components/phone/use-resend-wait";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { confirmPhoneChange, startPhoneChange } from "@/lib/client/account";
import type { AccountView } from "@/lib/contracts/account";
import { accountMessages, phoneDialog } from "@/lib/messages/account";
import { onboardingMessages, smsConsentWording } from "@/lib/messages/onboarding";
import { useAccountAction } from "./use-account-action";

export type PhoneDialogProps = { sms: AccountView["sms"]; timezone: string };

/** Adds or changes the phone number: first the number and consent, then the code texted to it. */
export function PhoneDialog({ sms, timezone }: PhoneDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const [pendingNumber, setPendingNumber] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const title = sms.phoneNumber ? phoneDialog.change : phoneDialog.add;
  const open = (pending: string | null) => {
    setPendingNumber(pending);
    setOpen(true);
  };
  return (
    <div className="mt-2 flex flex-wrap gap-x-5 text-small">
      <button ref={opener} type="button" className={linkClass} onClick={() => open(null)}>
        {title}
      </button>
      {sms.pendingNumber && (
        <button type="button" className={linkClass} onClick={() => open(sms.pendingNumber)}>
          {phoneDialog.enterCodeFor(formatPhoneNumber(sms.pendingNumber))}
        </button>
      )}
      {isOpen &&
        (pendingNumber === null ? (
          <NumberStep
            title={title}
            description={sms.phoneNumber ? phoneDialog.description : phoneDialog.descriptionOfFirst}
            texted={sms.countries}
            timezone={timezone}
            onClose={() => setOpen(false)}
            onSent={setPendingNumber}
          />
        ) : (
          <CodeStep
            phoneNumber={pendingNumber}
            opener={opener}
            onClose={() => setOpen(false)}
            onOther={() => setPendingNumber(null)}
          />
        ))}
    </div>
  );
}

const linkClass = "inline-flex min-h-11 items-center text-left text-link";

type NumberStepProps = {
  title: string;
  description: string;
  texted: readonly string[];
  timezone: string;
  onClose: () => void;
  onSent: (phoneNumber: string) => void;
};

function NumberStep({ title, description, onClose, onSent, ...props }: NumberStepProps) {
  const phone = usePhoneFields({ ...props, phoneNumber: null });
  const [smsAgreed, setSmsAgreed] = useState(false);
  const [error, setError] = useState<string>();
  const { startWaiting } = useResendWait();
  const { act, isBusy } = useAccountAction({
    run: startPhoneChange,
    onDone: (phoneNumber) => {
      startWaiting();
      onSent(phoneNumber);
    },
    onFailed: phone.setError,
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const phoneNumber = phone.read();
    if (!smsAgreed) setError(onboardingMessages.smsAgreementRequired);
    if (!phoneNumber) return;
    if (smsAgreed) act(phoneNumber);
    else document.getElementById("smsAgreed")?.focus();
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            {phoneDialog.cancel}
          </Button>
          <SubmitButton form="number" isBusy={isBusy} className="min-w-36">
            {phoneDialog.sendCode}
          </SubmitButton>
        </>
      }
    >
      <form id="number" noValidate onSubmit={onSubmit} className="grid gap-6">
        <PhoneFields {...phone} />
        <Checkbox
          id="smsAgreed"
          name="smsAgreed"
          required
          label={smsConsentWording}
          error={error}
          checked={smsAgreed}
          onChange={({ target }) => {
            setSmsAgreed(target.checked);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

type CodeStepProps = {
  phoneNumber: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onOther: () => void;
};

function CodeStep({ phoneNumber, opener, onClose, onOther }: CodeStepProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const { wait, startWaiting } = useResendWait();
  const confirm = useAccountAction({
    run: confirmPhoneChange,
    onDone: () => {
      notify({ title: accountMessages.phoneChanged });
      onClose();
    },
    onFailed: setError,
  });
  const resend = useAccountAction({
    run: startPhoneChange,
    onDone: () => {
      startWaiting();
      setCode("");
      setError(undefined);
    },
    onFailed: setError,
  });
  const mayResend = wait === 0 && !resend.isBusy;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    confirm.act(code);
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={phoneDialog.enterCode}
      // The step before, or a button, may have opened this dialog and be gone by now.
      returnFocusTo={opener}
      description={
        <>
          {phoneDialog.codeSentTo}{" "}
          <span className="whitespace-nowrap">{formatPhoneNumber(phoneNumber)}</span>.{" "}
          {phoneDialog.codeExpiry}
        </>
      }
      actions={
        <>
          <Button variant="line" onClick={onOther}>
            {phoneDialog.otherNumber}
          </Button>
          <SubmitButton form="code-form" isBusy={confirm.isBusy} className="min-w-36">
            {phoneDialog.confirm}
          </SubmitButton>
        </>
      }
    >
      <form id="code-form" noValidate onSubmit={onSubmit} className="grid gap-4">
        <TextField
          id="code"
          label={phoneDialog.code}
          error={error}
          data-autofocus
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          className="tracking-[.2em] tabular-nums"
          value={code}
          onChange={(value) => {
            setCode(value);
            setError(undefined);
          }}
        />
        <p className="text-small text-ink-3 tabular-nums">
          <button
            type="button"
            className="text-link text-ink aria-disabled:cursor-not-allowed aria-disabled:text-ink-3"
            // aria-disabled, not disabled: the button keeps focus during the wait.
            aria-disabled={!mayResend}
            onClick={() => (mayResend ? resend.act(phoneNumber) : undefined)}
          >
            {phoneDialog.resendCode}
          </button>
          {wait > 0 && phoneDialog.resendIn(wait)}
        </p>
      </form>
    </Dialog>
  );
}
