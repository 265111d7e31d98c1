"use client";

import { useRef, useState, type FormEvent, type RefObject } from "react";
import { notify } from "@/components/feedback/notify";
import { PhoneFields, usePhoneFields } from "@/components/phone/phone-fields";
import { formatPhoneNumber } from "@/components/phone/phone-numbers";
import { useResendWait } from "@/components/phone/use-resend-wait";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { confirmPhoneChange, startPhoneChange } from "@/lib/client/account";
import type { AccountView } from "@/lib/contracts/account";
import { onboardingMessages, smsConsentWording } from "@/lib/messages/onboarding";
import { useAccountAction } from "./use-account-action";

/** What `PhoneDialog` takes. */
export type PhoneDialogProps = { sms: AccountView["sms"]; timezone: string };

/** Opens the way to a new number for texts: the number and the consent, then the code sent to it. */
export function PhoneDialog({ sms, timezone }: PhoneDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const [pendingNumber, setPendingNumber] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const title = sms.phoneNumber ? "Change number" : "Add a number";
  const open = (waiting: string | null) => {
    setPendingNumber(waiting);
    setOpen(true);
  };
  return (
    <div className="mt-2 flex flex-wrap gap-x-5 text-small">
      <button ref={opener} type="button" className={linkClass} onClick={() => open(null)}>
        {title}
      </button>
      {sms.pendingNumber && (
        <button type="button" className={linkClass} onClick={() => open(sms.pendingNumber)}>
          Enter the code for {formatPhoneNumber(sms.pendingNumber)}
        </button>
      )}
      {isOpen &&
        (pendingNumber === null ? (
          <NumberStep
            title={title}
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

/** What `NumberStep` takes. */
type NumberStepProps = {
  title: string;
  timezone: string;
  onClose: () => void;
  onSent: (phoneNumber: string) => void;
};

function NumberStep({ title, timezone, onClose, onSent }: NumberStepProps) {
  const phone = usePhoneFields({ timezone, phoneNumber: null });
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
      description="We text a code to the new number. Until you have entered it, nothing changes."
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form="number" isBusy={isBusy} className="min-w-36">
            Send the code
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

/** What `CodeStep` takes. */
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
      notify({ title: "Your number was changed" });
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
      title="Enter the code"
      // What it came from may be the step before, or a button that has gone.
      returnFocusTo={opener}
      description={
        <>
          We texted six digits to{" "}
          <span className="whitespace-nowrap">{formatPhoneNumber(phoneNumber)}</span>. They work for
          ten minutes.
        </>
      }
      actions={
        <>
          <Button variant="line" onClick={onOther}>
            Another number
          </Button>
          <SubmitButton form="code-form" isBusy={confirm.isBusy} className="min-w-36">
            Confirm
          </SubmitButton>
        </>
      }
    >
      <form id="code-form" noValidate onSubmit={onSubmit} className="grid gap-4">
        <Field id="code" label="Code" error={error}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              className="tracking-[.2em] tabular-nums"
              value={code}
              onChange={({ target }) => {
                setCode(target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <p className="text-small text-ink-3 tabular-nums">
          <button
            type="button"
            className="text-link text-ink aria-disabled:cursor-not-allowed aria-disabled:text-ink-3"
            // Focus stays on the button while it rests.
            aria-disabled={!mayResend}
            onClick={() => (mayResend ? resend.act(phoneNumber) : undefined)}
          >
            Send another code
          </button>
          {wait > 0 && ` in ${wait} s`}
        </p>
      </form>
    </Dialog>
  );
}
