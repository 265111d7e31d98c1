import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { apiScreen as texts } from "@/lib/messages/admin/api";

/** Asks before something that can't be undone. */
export function Confirm(props: {
  title: string;
  text: string;
  action: string;
  isBusy: boolean;
  failure: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { title, text, action, isBusy, failure, onConfirm, onClose } = props;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={text}
      failure={failure}
      actions={
        <>
          <Button variant="line" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button variant="ink" isBusy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}
