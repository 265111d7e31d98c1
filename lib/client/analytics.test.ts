import { afterEach, expect, test, vi } from "vitest";
import { trackEvent } from "./analytics";

afterEach(() => vi.unstubAllGlobals());

/** Reports an event from a page and returns the spy on fetch. */
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

test("sends an event's name and properties, and nothing personal", () => {
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
  ["Do Not Track is on", { refusal: { doNotTrack: "1" } }],
  ["Do Not Track is on in an old browser", { refusal: { doNotTrack: "yes" } }],
  ["Global Privacy Control is on", { refusal: { globalPrivacyControl: true } }],
])("sends nothing if %s", (_, page) => {
  expect(report(page)).not.toHaveBeenCalled();
});
