import type { AutomationWebhook } from "@/lib/domain/ports/automation";
import { currentTraceparent, inSpan } from "@/lib/platform/observability/trace";

const defaultTimeoutMs = 10_000;

const span = {
  name: "call automation",
  kind: "client",
  attributes: { "peer.service": "automation" },
} as const;

/** An automation service's webhook: JSON to one URL; anything but a 2xx is an error. */
export function createAutomationWebhook(settings: {
  url: string;
  /** For the whole call, in milliseconds; 10,000 by default. */
  timeoutMs?: number;
}): AutomationWebhook {
  return {
    sendText: ({ phoneNumber, message }) =>
      inSpan(span, async (running) => {
        const traceparent = currentTraceparent();
        const response = await fetch(settings.url, {
          method: "POST",
          headers: { "content-type": "application/json", ...(traceparent && { traceparent }) },
          body: JSON.stringify({ phoneNumber, message }),
          redirect: "error",
          signal: AbortSignal.timeout(settings.timeoutMs ?? defaultTimeoutMs),
        });
        running.set({ "http.response.status_code": response.status });
        await response.text();
        if (!response.ok) throw new Error(`automation webhook returned ${response.status}`);
      }),
  };
}
