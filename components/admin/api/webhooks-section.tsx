"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { outgoingWebhooks } from "@/lib/client/admin/api-access";
import { apiScreen as texts } from "@/lib/messages/admin/api";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { ShownOnce } from "./shown-once";
import { WebhookDialog } from "./webhook-dialog";
import { WebhookRow } from "./webhook-row";

/** The services that are told what happens. */
export function WebhooksSection() {
  const query = useQuery(outgoingWebhooks());
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <AdminSection
      id="webhooks"
      title={texts.webhooks}
      className="mt-(--section)"
      action={
        <Button variant="line" size="sm" onClick={() => setCreating(true)}>
          {texts.newWebhook}
        </Button>
      }
    >
      <p className="mb-4 max-w-[44rem] text-label text-ink-2">{texts.webhooksIntro}</p>
      <Loaded query={query} label={texts.loadingWebhooks}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState title={texts.noWebhooksTitle}>{texts.noWebhooks}</EmptyState>
          ) : (
            <ul className="border-t border-rule">
              {webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && (
        <WebhookDialog
          onClose={() => setCreating(false)}
          onDone={(created) => {
            setCreating(false);
            setSecret(created);
          }}
        />
      )}
      {secret !== null && (
        <ShownOnce label={texts.secretLabel} value={secret} onClose={() => setSecret(null)} />
      )}
    </AdminSection>
  );
}
