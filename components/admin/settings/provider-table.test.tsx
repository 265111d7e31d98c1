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
  return renderedText(markup).split("Last used")[1] ?? "";
}

test("a provider that was never called isn't called working", () => {
  expect(rowOf({})).toBe("TwilioNot used yetNever");
});

test("a provider that was called is working", () => {
  expect(rowOf({ lastUsedAt: now })).toMatch(/^TwilioWorking\d/);
});

test("a provider that rejects our key says so, also on its first call", () => {
  expect(rowOf({ pauseReason: "unauthorized" })).toBe("TwilioRejects our keyNever");
});
