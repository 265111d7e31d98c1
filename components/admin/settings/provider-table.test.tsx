import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { StatusView } from "@/lib/contracts/admin/settings";
import { renderedText } from "@/tests/support/rendered-markup";
import { ProviderTable } from "./provider-table";

const now = "2026-11-18T12:00:00.000Z";

type Provider = StatusView["providers"][number];

function rowOf(provider: Partial<Provider>): string {
  const shown: Provider = {
    name: "twilio",
    isSandbox: false,
    pauseReason: null,
    lastUsedAt: null,
    ...provider,
  };
  const markup = renderToStaticMarkup(<ProviderTable status={{ now, providers: [shown] }} />);
  return renderedText(markup).split("Last briefing or event")[1] ?? "";
}

test("without a briefing, nothing is known about a provider", () => {
  expect(rowOf({})).toBe("TwilioNot known yetNot yet");
});

test("a provider that was sent a briefing is working", () => {
  expect(rowOf({ lastUsedAt: now })).toMatch(/^TwilioWorking\d/);
});

test("a provider that rejects our key says so, also on its first call", () => {
  expect(rowOf({ pauseReason: "unauthorized" })).toBe("TwilioRejects our keyNot yet");
});
