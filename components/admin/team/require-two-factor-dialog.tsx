import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { teamDialogs as messages, teamScreen } from "@/lib/messages/admin/team";

export type RequireTwoFactorDialogProps = {
  isOpen: boolean;
  /** How many members have no second factor. */
  count: number;
  isBusy: boolean;
  failure: string | undefined;
  onClose: () => void;
  onConfirm: () => void;
};

export function RequireTwoFactorDialog(props: RequireTwoFactorDialogProps) {
  const { isOpen, count, isBusy, failure, onClose, onConfirm } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={messages.requireTitle}
      description={messages.requireText(count)}
      failure={failure}
      actions={
        <>
          <Button variant="line" data-autofocus onClick={onClose}>
            {teamScreen.cancel}
          </Button>
          <Button variant="ink" isBusy={isBusy} onClick={onConfirm}>
            {messages.require}
          </Button>
        </>
      }
    />
  );
}
