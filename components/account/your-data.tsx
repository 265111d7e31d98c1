"use client";

import { useRef, useState, type FormEvent } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { SiteLink } from "@/components/layout/site-link";
import { Alert } from "@/components/ui/alert";
import { Button, StableLabel } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmailAddress } from "@/components/ui/email-address";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { deleteAccount, downloadData } from "@/lib/client/account";
import { serverMessage } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { accountDataScreen, accountDetailsScreen } from "@/lib/messages/account";
import { useAccountAction } from "./use-account-action";

/** Downloads the subscriber's data, or deletes the account. */
export function YourData({ email }: { email: string }) {
  const [isDeleting, setDeleting] = useState(false);
  const { act, isBusy, failure } = useAccountAction({
    run: downloadData,
    failed: accountDataScreen.downloadFailed,
  });
  return (
    <>
      <p className="text-ink-2">
        {accountDataScreen.intro}{" "}
        <SiteLink href="/privacy" className="text-link text-ink">
          {accountDataScreen.privacyPolicy}
        </SiteLink>{" "}
        {accountDataScreen.introEnd}
      </p>
      <div className="mt-5 button-row sm:gap-x-6">
        <Button
          variant="line"

          isBusy={isBusy}
          busyLabel={accountDataScreen.preparing}
          onClick={() => act(undefined)}
        >
          {accountDataScreen.download}
        </Button>
        <Button variant="quiet" onClick={() => setDeleting(true)}>
          {accountDataScreen.remove}
        </Button>
      </div>
      <ActionError className="mt-3">{failure}</ActionError>
      <DeleteDialog isOpen={isDeleting} onOpenChange={setDeleting} email={email} />
    </>
  );
}

type DeleteDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The account's address, which must be typed to confirm. */
  email: string;
};

const formId = "delete-account";

function DeleteDialog({ isOpen, onOpenChange, email }: DeleteDialogProps) {
  const [typed, setTyped] = useState("");
  const [fieldError, setFieldError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isBusy, error, reset } = useSingleMutation({
    mutationFn: deleteAccount,
    leavesScreen: true,
    // A full page load, so that no account data stays in memory.
    onSuccess: () => location.replace("/account/deleted"),
  });
  const { keep, remove, removing, failed } = accountDataScreen;

  const close = () => {
    // Closing can't undo a request that is already running.
    if (isBusy) return;
    setTyped("");
    setFieldError(undefined);
    reset();
    onOpenChange(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim().toLowerCase() === email.toLowerCase()) return mutate(typed.trim());
    setFieldError(accountDataScreen.emailDiffers);
    input.current?.focus();
  };

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => (isNowOpen ? undefined : close())}
      title={accountDataScreen.question}
      description={accountDataScreen.consequence}
      actions={
        <>
          <Button variant="line" data-autofocus aria-disabled={isBusy || undefined} onClick={close}>
            {keep}
          </Button>
          <SubmitButton form={formId} variant="ink" aria-disabled={isBusy || undefined}>
            <StableLabel text={isBusy ? removing : remove} other={isBusy ? remove : removing} />
          </SubmitButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-5">
        <TextField
          id="confirm-email"
          label={accountDataScreen.confirmLabel}
          hint={<EmailAddress>{email}</EmailAddress>}
          error={fieldError}
          ref={input}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          readOnly={isBusy}
          onChange={(value) => {
            setTyped(value);
            setFieldError(undefined);
          }}
        />
        {error && (
          <Alert title={failed}>{serverMessage(error) ?? accountDetailsScreen.failed}</Alert>
        )}
      </form>
    </Dialog>
  );
}
