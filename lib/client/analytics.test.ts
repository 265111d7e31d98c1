import { afterEach, expect, test, vi } from "vitest";
import { trackEvent } from "./analytics";

afterEach(() => vi.unstubAllGlobals());

/** Reports an event from a page and answers what was sent. */
function report({ endpoint = "https://stats.example/api/event", refusal = {} } = {}) {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));
  vi.stubGlobal("fetch", send);
  vi.stubGlobal("navigator", refusal);
  vi.stubGlobal("location", {
    href: "https://threeline.example/onboarding?uid=uid_1&utm_source=x",
    hostname: "threeline.example",
  });
  vi.stubGlobal("document", {
    querySelector: () => (endpoint === "" ? null : { content: endpoint }),
    referrer: "https://threeline.example/auth/verify?token=secret",
  });
  trackEvent("subscription started", { plan: "monthly", value: 6 });
  return send;
}

test("an event carries its name, its details, and nothing about a person", () => {
  const send = report();
  expect(send).toHaveBeenCalledExactlyOnceWith(
    "https://stats.example/api/event",
    expect.objectContaining({
      credentials: "omit",
      body: JSON.stringify({
        name: "subscription started",
        url: "https://threeline.example/onboarding?utm_source=x",
        domain: "threeline.example",
        referrer: "https://threeline.example/auth/verify",
        props: { plan: "monthly", value: 6 },
      }),
    }),
  );
});

test.each([
  ["no service is configured", { endpoint: "" }],
  ["the reader refuses to be tracked", { refusal: { doNotTrack: "1" } }],
  ["the reader refuses in the old way", { refusal: { doNotTrack: "yes" } }],
  ["the reader's privacy control is on", { refusal: { globalPrivacyControl: true } }],
])("nothing is sent while %s", (_, page) => {
  expect(report(page)).not.toHaveBeenCalled();
});
