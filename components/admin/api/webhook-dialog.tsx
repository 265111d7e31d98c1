"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/text-field";
import { createWebhook, outgoingWebhooks, updateWebhook } from "@/lib/client/admin/api-access";
import { webhookEvents, type WebhookEvent, type WebhookView } from "@/lib/contracts/admin/webhooks";
import { apiLabels, apiScreen as texts } from "@/lib/messages/admin/api";
import { FormDialog } from "../shell/dialogs";
import { useAdminAction } from "../use-admin-action";
import { Choices } from "./choices";

export type WebhookDialogProps = {
  /** The webhook to change; omitted for a new one. */
  webhook?: WebhookView;
  /** Gets the secret of a new webhook. */
  onDone: (secret: string | null) => void;
  onClose: () => void;
};

/** Asks for a webhook's address and events. */
export function WebhookDialog({ webhook, onDone, onClose }: WebhookDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? ["subscriber.created"]);
  const [isEnabled, setEnabled] = useState(webhook === undefined || webhook.disabledAt === null);
  const startsSending =
    !webhook || url.trim() !== webhook.url || (isEnabled && webhook.disabledAt !== null);
  const { submit, isBusy, errors, failure } = useAdminAction({
    run: async (currentPassword: string): Promise<string | null> => {
      const proof = startsSending ? { currentPassword } : {};
      const input = { url, description, events, ...proof };
      if (!webhook) return (await createWebhook(input)).secret;
      await updateWebhook({ ...input, id: webhook.id, isEnabled });
      return null;
    },
    changes: [outgoingWebhooks().queryKey],
    onDone,
    fields: ["url", "description", "events", "currentPassword"],
    formId: "webhook",
    failed: texts.failed,
  });
  return (
    <FormDialog
      title={webhook ? texts.edit : texts.newWebhook}
      confirm={webhook ? texts.save : texts.add}
      isBusy={isBusy}
      failure={failure}
      password={
        startsSending && {
          id: "webhook-currentPassword",
          hint: texts.webhookPasswordHint,
          error: errors["currentPassword"],
        }
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        id="webhook-url"
        label={texts.url}
        hint={texts.urlHint}
        error={errors["url"]}
        data-autofocus
        type="url"
        value={url}
        maxLength={2_000}
        autoComplete="off"
        onChange={setUrl}
      />
      <TextField
        id="webhook-description"
        label={texts.description}
        hint={texts.descriptionHint}
        error={errors["description"]}
        value={description}
        maxLength={200}
        onChange={setDescription}
      />
      <Choices
        id="webhook-events"
        legend={texts.events}
        options={webhookEvents.map((value) => ({ value, text: apiLabels.events[value] }))}
        chosen={events}
        onChange={setEvents}
        error={errors["events"]}
      />
      {webhook && (
        <Checkbox
          id="webhook-enabled"
          label={texts.enabled}
          checked={isEnabled}
          onChange={({ target }) => setEnabled(target.checked)}
        />
      )}
    </FormDialog>
  );
}
