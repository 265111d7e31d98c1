import { useState } from "react";
import { Button } from "@/components/ui/button";
import { clearUnusedImages, imagesKey } from "@/lib/client/admin/images";
import { imageLimits } from "@/lib/contracts/limits";
import { editorMessages } from "@/lib/messages/admin";
import { imagesScreen as messages } from "@/lib/messages/admin/images";
import { ConfirmDialog } from "../shell/dialogs";
import { useAdminAction } from "../use-admin-action";

/** A button that says which unused images it will delete, then deletes them. */
export function ClearUnused({ count }: { count: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const { submit, isBusy, failure } = useAdminAction({
    run: clearUnusedImages,
    changes: [[imagesKey]],
    describe: messages.cleared,
    onDone: () => setIsOpen(false),
  });
  return (
    <>
      <Button variant="line" size="sm" onClick={() => setIsOpen(true)}>
        {messages.clear}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={messages.clearTitle}
          description={messages.clearNote(count, imageLimits.unusedDays, imageLimits.deletedAtOnce)}
          confirm={messages.clear}
          cancel={editorMessages.notNow}
          isBusy={isBusy}
          failure={failure}
          onConfirm={submit}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
