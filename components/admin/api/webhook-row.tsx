"use client";

import { useState } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  deleteWebhook,
  outgoingWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from "@/lib/client/admin/api-access";
import type { WebhookView } from "@/lib/contracts/admin/webhooks";
import { formatRecentTimeHere } from "@/lib/calendar/format";
import { editorMessages } from "@/lib/messages/admin";
import { apiLabels, apiScreen as texts } from "@/lib/messages/admin/api";
import { ConfirmDialog } from "../shell/dialogs";
import { useAdminAction } from "../use-admin-action";
import { WebhookDialog } from "./webhook-dialog";
import { WebhookLog } from "./webhook-log";

export type WebhookRowProps = { webhook: WebhookView; onSecret: (secret: string) => void };

/** One webhook: what it's told, whether it works, and its log. */
export function WebhookRow({ webhook, onSecret }: WebhookRowProps) {
  const [isLogOpen, setLogOpen] = useState(false);
  const { id, url, description, events } = webhook;
  return (
    <li className="border-b border-rule py-3.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label">
        <b className="min-w-0 font-semibold [overflow-wrap:anywhere]">{url}</b>
        <StateBadge webhook={webhook} />
      </p>
      <p className="mt-0.5 text-small text-ink-2">
        {events.map((event) => apiLabels.events[event]).join("; ")}
      </p>
      <Facts webhook={webhook} description={description} />
      <div className="mt-1 flex flex-wrap gap-x-5">
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={isLogOpen}
          aria-label={texts.logLabel(url)}
          onClick={() => setLogOpen(!isLogOpen)}
        >
          {texts.log}
        </Button>
        <Actions webhook={webhook} onSecret={onSecret} onTested={() => setLogOpen(true)} />
      </div>
      {isLogOpen && <WebhookLog id={id} />}
    </li>
  );
}

function StateBadge({
  webhook: { disabledAt, disabledReason, failingSince },
}: {
  webhook: WebhookView;
}) {
  if (disabledAt !== null) {
    return disabledReason === "person" ? (
      <Badge>{texts.states.person}</Badge>
    ) : (
      <Badge tone="alarm">{texts.states.turnedOff}</Badge>
    );
  }
  return failingSince === null ? (
    <Badge tone="tint">{texts.states.on}</Badge>
  ) : (
    <Badge tone="alarm">{texts.states.failing}</Badge>
  );
}

function Facts({ webhook, description }: { webhook: WebhookView; description: string }) {
  const [now] = useState(() => new Date());
  const { lastTriedAt, lastStatus, waiting, tokenName, disabledReason } = webhook;
  const facts = [
    ...(description === "" ? [] : [description]),
    ...(tokenName === null ? [] : [texts.setByToken(tokenName)]),
    lastTriedAt
      ? texts.lastTry(formatRecentTimeHere(lastTriedAt, now), lastStatus)
      : texts.neverTried,
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
    ...(disabledReason === null ? [] : [texts.offBecause[disabledReason]]),
  ];
  return <p className="mt-0.5 text-small text-ink-3">{facts.join(" · ")}</p>;
}

function Actions(props: WebhookRowProps & { onTested: () => void }) {
  const { webhook, onSecret, onTested } = props;
  const { id, url, disabledAt } = webhook;
  const [asks, setAsks] = useState<"edit" | "delete" | null>(null);
  const close = () => setAsks(null);
  const shared = { changes: [outgoingWebhooks().queryKey], failed: texts.failed };
  const rotation = useAdminAction({ ...shared, run: rotateWebhookSecret, onDone: onSecret });
  const test = useAdminAction({
    ...shared,
    run: testWebhook,
    describe: () => texts.testSent,
    onDone: onTested,
  });
  const removal = useAdminAction({
    ...shared,
    run: deleteWebhook,
    describe: () => texts.deleted,
  });
  const quiet = { variant: "quiet", size: "sm", className: "max-md:min-h-11" } as const;
  return (
    <>
      {disabledAt === null && (
        <Button {...quiet} isBusy={test.isBusy} onClick={() => test.submit(id)}>
          {texts.test}
        </Button>
      )}
      <Button {...quiet} aria-label={texts.editLabel(url)} onClick={() => setAsks("edit")}>
        {texts.edit}
      </Button>
      <Button {...quiet} isBusy={rotation.isBusy} onClick={() => rotation.submit(id)}>
        {texts.rotate}
      </Button>
      <Button {...quiet} onClick={() => setAsks("delete")}>
        {texts.delete}
      </Button>
      <ActionError className="w-full">{test.failure ?? rotation.failure}</ActionError>
      {asks === "edit" && (
        <WebhookDialog
          webhook={webhook}
          onClose={close}
          onDone={() => {
            close();
            notify({ title: editorMessages.success, description: texts.saved });
          }}
        />
      )}
      {asks === "delete" && (
        <ConfirmDialog
          title={texts.deleteTitle}
          description={texts.deleteText(url)}
          confirm={texts.delete}
          isBusy={removal.isBusy}
          failure={removal.failure}
          onConfirm={() => removal.submit(id)}
          onClose={close}
        />
      )}
    </>
  );
}
