import type { RequireTwoFactor } from "@/lib/contracts/admin/team";
import { teamDialogs as messages } from "@/lib/messages/admin/team";
import { FormDialog } from "../shell/dialogs";

export type TwoFactorRuleDialogProps = {
  /** The new rule. */
  isRequired: boolean;
  /** How many members have no second factor. */
  count: number;
  isBusy: boolean;
  /** The password field's error. */
  error: string | undefined;
  failure: string | undefined;
  onClose: () => void;
  onConfirm: (input: RequireTwoFactor) => void;
};

/** Says what the rule does to the team; to turn it off, asks for the password. */
export function TwoFactorRuleDialog(props: TwoFactorRuleDialogProps) {
  const { isRequired, count, isBusy, error, failure, onClose, onConfirm } = props;
  const send = (currentPassword: string) =>
    onConfirm({ isRequired, ...(isRequired ? {} : { currentPassword }) });
  return (
    <FormDialog
      title={isRequired ? messages.requireTitle : messages.optionalTitle}
      description={isRequired ? messages.requireText(count) : messages.optionalText}
      confirm={isRequired ? messages.require : messages.optional}
      isGrave
      isBusy={isBusy}
      failure={failure}
      password={
        !isRequired && {
          id: "two-factor-rule-currentPassword",
          hint: messages.optionalPassword,
          error,
        }
      }
      onSubmit={send}
      onClose={onClose}
    />
  );
}
