"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { replayDelivery, webhookLog } from "@/lib/client/admin/api-access";
import type { WebhookDeliveryView } from "@/lib/contracts/admin/webhooks";
import { formatRecentTimeHere } from "@/lib/calendar/format";
import { cityHere } from "@/lib/calendar/zones";
import { apiScreen as texts } from "@/lib/messages/admin/api";
import { timesAre } from "@/lib/messages/admin/times";
import { Loaded } from "../shell/loaded";
import { useAdminAction } from "../use-admin-action";

const tones = { waiting: "outline", delivered: "tint", failed: "alarm" } as const;

/** The last messages to a webhook. */
export function WebhookLog({ id }: { id: number }) {
  const query = useQuery(webhookLog(id));
  const [now] = useState(() => new Date());
  return (
    <div className="mt-3 border border-rule bg-sheet px-3.5 py-1 text-small">
      <Loaded query={query} label={texts.loadingLog}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p className="py-2.5 text-ink-3">{texts.noLog}</p>
          ) : (
            <>
              <ul>
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} now={now} />
                ))}
              </ul>
              <p className="border-t border-rule py-2.5 text-ink-3">{timesAre(cityHere())}</p>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

type DeliveryRowProps = { webhookId: number; delivery: WebhookDeliveryView; now: Date };

function DeliveryRow({ webhookId, delivery, now }: DeliveryRowProps) {
  const { id, event, at, state, tries, nextTryAt } = delivery;
  const { submit, isBusy, failure } = useAdminAction({
    run: replayDelivery,
    changes: [webhookLog(webhookId).queryKey],
    describe: () => texts.replayed,
    failed: texts.failed,
  });
  const time = formatRecentTimeHere(at, now);
  const last = tries.at(-1);
  const facts = [
    time,
    texts.tries(tries.length),
    ...(last ? [last.status === null ? (last.error ?? texts.noAnswer) : String(last.status)] : []),
    ...(nextTryAt && tries.length > 0 ? [texts.nextTry(formatRecentTimeHere(nextTryAt, now))] : []),
  ];
  return (
    <li className="flex items-center justify-between gap-4 border-t border-rule py-2.5 first:border-t-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-mono text-fine">{event}</span>
          <Badge tone={tones[state]}>{texts.deliveryStates[state]}</Badge>
        </p>
        <p className="mt-0.5 break-words text-ink-3">{facts.join(" · ")}</p>
        <ActionError>{failure}</ActionError>
      </div>
      {state !== "waiting" && (
        <Button
          variant="quiet"
          size="sm"
          isBusy={isBusy}
          aria-label={texts.replayLabel(event, time)}
          onClick={() => submit({ id: webhookId, deliveryId: id })}
        >
          {texts.replay}
        </Button>
      )}
    </li>
  );
}
