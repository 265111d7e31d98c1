"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import {
  adminSubscribersKey,
  deleteSubscriberView,
  saveSubscriberView,
  subscriberViews,
} from "@/lib/client/admin/subscribers";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { SavedView, SubscriberViews } from "@/lib/contracts/admin/subscribers";
import { subscriberListMessages, subscribersScreen } from "@/lib/messages/admin/subscribers";
import { failureReason, notifyFailure } from "../failure-reason";
import { FormDialog } from "../shell/dialogs";

const messages = subscribersScreen;

/** Saves the list's filters and order under a name, or deletes the view that shows them. */
export function SaveView({ query, saved }: { query: string; saved: SavedView | undefined }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const refresh = () => refetchAll(client, [adminSubscribersKey, "views"]);
  const save = useSingleMutation({
    mutationFn: () => saveSubscriberView({ name, query }),
    onSuccess: (view) => {
      client.setQueryData<SubscriberViews>(subscriberViews().queryKey, (known) =>
        known ? { ...known, saved: [...known.saved, view] } : known,
      );
      setOpen(false);
      setName("");
      notify({ title: messages.saveViewDone });
    },
  });
  const remove = useSingleMutation({
    mutationFn: (id: number) => deleteSubscriberView(id),
    onSuccess: () => notify({ title: subscriberListMessages.viewDeleted }),
    onError: (error) => notifyFailure(failureReason(error)),
    onSettled: refresh,
  });
  if (saved) {
    return (
      <>
        <Button
          variant="quiet"
          size="sm"
          isBusy={remove.isBusy}
          onClick={() => remove.mutate(saved.id)}
        >
          {messages.deleteView}
        </Button>
        <ActionError>{remove.error && failureReason(remove.error)}</ActionError>
      </>
    );
  }
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        {messages.saveView}
      </Button>
      {isOpen && (
        <FormDialog
          title={messages.saveViewTitle}
          description={messages.saveViewText}
          confirm={messages.save}
          isBusy={save.isBusy}
          onSubmit={() => save.mutate()}
          onClose={() => setOpen(false)}
        >
          <TextField
            id="view-name"
            label={messages.viewName}
            error={save.error && failureReason(save.error)}
            data-autofocus
            value={name}
            maxLength={60}
            onChange={setName}
          />
        </FormDialog>
      )}
    </>
  );
}
