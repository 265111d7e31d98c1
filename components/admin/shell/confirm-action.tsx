"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { editorMessages } from "@/lib/messages/admin";
import { failureReason } from "../failure-reason";

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
  const queryClient = useQueryClient();
  const action = useSingleMutation({
    mutationFn: act,
    onSuccess: async () => {
      setIsOpen(false);
      notify({ title: editorMessages.success, description: done });
      await refetchAll(queryClient, [refetch]);
    },
    onError: (error: Error) =>
      notify({
        title: editorMessages.error,
        description: failureReason(error),
        variant: "destructive",
      }),
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
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={title}
        failure={action.error ? failureReason(action.error) : undefined}
        actions={
          <>
            <Button variant="line" data-autofocus onClick={() => setIsOpen(false)}>
              {editorMessages.notNow}
            </Button>
            <Button variant="ink" isBusy={action.isPending} onClick={() => action.mutate()}>
              {label}
            </Button>
          </>
        }
      >
        <ol className="list-decimal space-y-2 pl-5 text-ink-2">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}
