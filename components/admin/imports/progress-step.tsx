"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureReason } from "@/components/admin/failure-reason";
import { notify } from "@/components/feedback/notify";
import { Figure, Figures } from "@/components/data/figure";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { ProgressBar } from "@/components/ui/progress-bar";
import { importsKey, undoImport } from "@/lib/client/admin/imports";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { ImportView } from "@/lib/contracts/admin/imports";
import { formatDateTimeHere } from "@/lib/calendar/format";
import { importScreen as messages } from "@/lib/messages/admin/imports";
import { formatCount } from "@/lib/messages/counts";
import { ConfirmDialog } from "../shell/dialogs";

/** An import's progress and results, and its undo. */
export function ProgressStep({ view, onClose }: { view: ImportView; onClose: () => void }) {
  const isRunning = view.state === "running";
  return (
    <>
      <h2 className="text-h3">{titleOf(view)}</h2>
      <p className="mt-1 text-label text-ink-2 [overflow-wrap:anywhere]">
        {view.fileName}
        {view.finishedAt && `, ${formatDateTimeHere(view.finishedAt)}`}
        {isRunning && `. ${messages.canLeave}`}
      </p>
      {isRunning ? <Progress view={view} /> : <Result view={view} />}
      <div className="mt-8 button-row sm:gap-x-6 border-t border-ink pt-5">
        {view.canUndo && <Undo view={view} />}
        <Button variant="line" onClick={onClose} className="w-full sm:w-auto">
          {messages.newImport}
        </Button>
      </div>
      {view.canUndo && <p className="mt-4 text-label text-ink-2">{messages.undoHint}</p>}
    </>
  );
}

function titleOf({ state, total }: ImportView): string {
  if (state === "undone") return messages.undone;
  return state === "running" ? messages.importing(total) : messages.imported(total);
}

function Progress({ view: { processed, total } }: { view: ImportView }) {
  return (
    <div className="mt-6">
      <ProgressBar label={messages.importing(total)} value={processed} max={total} />
      <p className="mt-2 text-label text-ink-2 tabular-nums">
        {messages.progress(processed, total)}
      </p>
    </div>
  );
}

function Result({ view: { counts } }: { view: ImportView }) {
  return (
    <Figures columns={3} className="mt-6">
      <Figure label={messages.added} value={formatCount(counts.added)} />
      <Figure label={messages.updated} value={formatCount(counts.updated)} />
      <Figure label={messages.skipped} value={formatCount(counts.rejected)} />
    </Figures>
  );
}

function Undo({ view }: { view: ImportView }) {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: () => undoImport(view.id),
    onSuccess: async ({ removed, restored, kept }) => {
      await refetchAll(queryClient, [importsKey]);
      notify({
        title: messages.undoneToast,
        description: messages.undoneText(removed, restored, kept),
      });
    },
  });
  return (
    <>
      <Button variant="line" onClick={() => setOpen(true)} className="w-full sm:w-auto">
        {view.state === "running" ? messages.stop : messages.undo}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={messages.confirmUndo}
          description={messages.confirmUndoText}
          confirm={messages.undo}
          cancel={messages.keep}
          isBusy={isBusy}
          onConfirm={mutate}
          onClose={() => setOpen(false)}
        >
          {error && <FieldError id="undo-error">{failureReason(error)}</FieldError>}
        </ConfirmDialog>
      )}
    </>
  );
}
