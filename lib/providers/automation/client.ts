import type { AutomationWebhook } from "@/lib/domain/ports/automation";

const defaultTimeoutMs = 10_000;

/** An automation service's webhook: JSON to one URL; anything but a 2xx is an error. */
export function createAutomationWebhook(settings: {
  url: string;
  /** For the whole call, in milliseconds; 10,000 by default. */
  timeoutMs?: number;
}): AutomationWebhook {
  return {
    async sendText({ phoneNumber, message }) {
      const response = await fetch(settings.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ phoneNumber, message }),
        redirect: "error",
        signal: AbortSignal.timeout(settings.timeoutMs ?? defaultTimeoutMs),
      });
      await response.text();
      if (!response.ok) throw new Error(`automation webhook returned ${response.status}`);
    },
  };
}
