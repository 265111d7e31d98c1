"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { editorMessages } from "@/lib/messages/admin";
import { useAdminAction } from "../use-admin-action";
import { ConfirmDialog } from "./dialogs";

export type ConfirmActionProps = {
  /** On the button, and on the one that confirms. */
  label: string;
  title: string;
  /** What will happen. */
  steps: readonly string[];
  act: () => Promise<unknown>;
  /** Said once it's done. */
  done: string;
  /** First part of the keys of the queries that are then fetched again. */
  refetch: string;
  className?: string;
};

/** A button that first says what will happen. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { label, title, steps, act, done, refetch, className } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { submit, isBusy, failure } = useAdminAction({
    run: act,
    changes: [[refetch]],
    describe: () => done,
    onDone: () => setIsOpen(false),
  });
  return (
    <>
      <Button
        variant="line"
        size="sm"
        {...(className !== undefined && { className })}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={title}
          confirm={label}
          cancel={editorMessages.notNow}
          isBusy={isBusy}
          failure={failure}
          onConfirm={submit}
          onClose={() => setIsOpen(false)}
        >
          <ol className="list-decimal space-y-2 pl-5 text-ink-2">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </ConfirmDialog>
      )}
    </>
  );
}
