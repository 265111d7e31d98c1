import type { AutomationWebhook } from "@/lib/domain/ports/automation";

const defaultTimeoutMs = 10_000;

/** An automation service's webhook: JSON to one address, anything but 2xx is a refusal. */
export function createAutomationWebhook(settings: {
  url: string;
  /** Milliseconds for the whole call; 10,000 unless told. */
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
      if (!response.ok) throw new Error(`The automation webhook answered ${response.status}.`);
    },
  };
}
