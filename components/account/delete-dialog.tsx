"use client";

import { useRef, useState, type FormEvent } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { deleteAccount } from "@/lib/client/account";
import { serverMessage } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { accountDataScreen, accountDetailsScreen } from "@/lib/messages/account";

/** What `DeleteDialog` takes. */
export type DeleteDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The account's own address, which is typed to confirm. */
  email: string;
};

const formId = "delete-account";

/** Says what deleting the account means, has the own address typed, and deletes it. */
export function DeleteDialog({ isOpen, onOpenChange, email }: DeleteDialogProps) {
  const [typed, setTyped] = useState("");
  const [fieldError, setFieldError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isBusy, error, reset } = useSingleMutation({
    mutationFn: deleteAccount,
    leavesScreen: true,
    // A new document: nothing of the account stays in this one's memory.
    onSuccess: () => location.replace("/account/deleted"),
  });
  const { keep, remove, removing, failed } = accountDataScreen;

  const close = () => {
    // What is under way cannot be taken back by closing.
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
          <SubmitButton
            form={formId}
            variant="ink"
            aria-disabled={isBusy || undefined}
            className="min-w-40"
          >
            {isBusy ? removing : remove}
          </SubmitButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-5">
        <Field
          id="confirm-email"
          label={accountDataScreen.confirmLabel}
          hint={<span className="break-all">{email}</span>}
          error={fieldError}
        >
          {(control) => (
            <Input
              {...control}
              ref={input}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              readOnly={isBusy}
              onChange={({ target }) => {
                setTyped(target.value);
                setFieldError(undefined);
              }}
            />
          )}
        </Field>
        {error && (
          <Alert title={failed}>{serverMessage(error) ?? accountDetailsScreen.failed}</Alert>
        )}
      </form>
    </Dialog>
  );
}
