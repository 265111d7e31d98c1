import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { RequireTwoFactor } from "@/lib/contracts/admin/team";
import { teamDialogs as messages, teamScreen } from "@/lib/messages/admin/team";
import { OwnPassword } from "../security/own-password";

export type TwoFactorRuleDialogProps = {
  /** What is to be. */
  isRequired: boolean;
  /** How many members have no second factor. */
  count: number;
  isBusy: boolean;
  /** About the password. */
  error: string | undefined;
  failure: string | undefined;
  onClose: () => void;
  onConfirm: (input: RequireTwoFactor) => void;
};

const formId = "two-factor-rule";

/** Says what the rule does to the team; to turn it off, asks for the password. */
export function TwoFactorRuleDialog(props: TwoFactorRuleDialogProps) {
  const { isRequired, count, isBusy, error, failure, onClose, onConfirm } = props;
  const [currentPassword, setCurrentPassword] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onConfirm({ isRequired, ...(isRequired ? {} : { currentPassword }) });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={isRequired ? messages.requireTitle : messages.optionalTitle}
      description={isRequired ? messages.requireText(count) : messages.optionalText}
      failure={failure}
      actions={
        <>
          <Button variant="line" data-autofocus onClick={onClose}>
            {teamScreen.cancel}
          </Button>
          <Button type="submit" form={formId} variant="ink" isBusy={isBusy}>
            {isRequired ? messages.require : messages.optional}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send}>
        {!isRequired && (
          <OwnPassword
            id="two-factor-rule-password"
            hint={messages.optionalPassword}
            error={error}
            value={currentPassword}
            onChange={setCurrentPassword}
          />
        )}
      </form>
    </Dialog>
  );
}
