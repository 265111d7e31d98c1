import { useId, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { SubmitButton } from "@/components/ui/submit-button";
import { editorMessages } from "@/lib/messages/admin";
import { OwnPassword, type OwnPasswordProps } from "../security/own-password";

type Shared = Pick<DialogProps, "title" | "description" | "failure" | "returnFocusTo"> & {
  /** On the button that does it. */
  confirm: string;
  isBusy: boolean;
  onClose: () => void;
};

export type ConfirmDialogProps = Shared & {
  /** On the button that doesn't do it. */
  cancel?: string;
  onConfirm: () => void;
  children?: ReactNode;
};

/** Asks before something that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirm, cancel = editorMessages.cancel, isBusy, onClose, onConfirm, ...rest } = props;
  return (
    <Dialog
      {...rest}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button variant="line" data-autofocus onClick={onClose}>
            {cancel}
          </Button>
          <Button variant="ink" isBusy={isBusy} onClick={() => onConfirm()}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}

export type FormDialogProps = Shared & {
  /** Whether the decision is a serious one, so that Cancel gets focus first. */
  isGrave?: boolean;
  isDisabled?: boolean;
  /** Asks for the administrator's own password, too, and says why. */
  password?: Pick<OwnPasswordProps, "id" | "hint" | "error"> | false;
  onSubmit: (currentPassword: string) => void;
  children?: ReactNode;
};

/** A form with its buttons. */
export function FormDialog(props: FormDialogProps) {
  const { confirm, isGrave = false, isBusy, isDisabled = false } = props;
  const { password = false, onClose, onSubmit, children, ...rest } = props;
  const formId = useId();
  const [currentPassword, setCurrentPassword] = useState("");
  return (
    <Dialog
      {...rest}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button variant="line" data-autofocus={isGrave || undefined} onClick={onClose}>
            {editorMessages.cancel}
          </Button>
          <SubmitButton
            form={formId}
            variant={isGrave ? "ink" : "solid"}
            isBusy={isBusy}
            disabled={isDisabled}
          >
            {confirm}
          </SubmitButton>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(currentPassword);
        }}
      >
        {children}
        {password && (
          <OwnPassword {...password} value={currentPassword} onChange={setCurrentPassword} />
        )}
      </form>
    </Dialog>
  );
}
