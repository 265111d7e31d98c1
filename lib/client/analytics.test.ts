import { globSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { screenAt, trackError, trackEvent } from "./analytics";

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

test("an error names its screen, and ids and tokens stay here", () => {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));
  const path = `/unsubscribe/12.${"a1B2".repeat(11)}`;
  vi.stubGlobal("fetch", send);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("location", {
    href: `https://threeline.example${path}`,
    hostname: "threeline.example",
    pathname: path,
  });
  vi.stubGlobal("document", {
    querySelector: () => ({ content: "https://stats.example/api/event" }),
    referrer: "https://threeline.example/onboarding-3/12",
  });
  trackError("link_invalid");
  const body = JSON.stringify({
    name: "error shown",
    url: "https://threeline.example/unsubscribe/{token}",
    domain: "threeline.example",
    referrer: "https://threeline.example/onboarding-3/{id}",
    props: { screen: "/unsubscribe/{token}", kind: "link_invalid" },
  });
  expect(send).toHaveBeenCalledExactlyOnceWith(
    "https://stats.example/api/event",
    expect.objectContaining({ body }),
  );
});

/** Every page's route, such as `/r/{slug}`. */
const routes = globSync("app/**/page.tsx", { cwd: process.cwd() })
  .map((file) => file.replace(/^app/, "").replaceAll(/\/\([^/]*\)|\/page\.tsx$/g, "") || "/")
  .map((route) => route.replaceAll(/\[(?:postId|id)\]/g, "{id}").replaceAll(/\[(\w+)\]/g, "{$1}"));

test.each(routes)("an error on %s names that screen", (route) => {
  const path = route
    .replace("{slug}", "k3")
    .replace("{id}", "12")
    .replace("{token}", `12.${"a1B2".repeat(11)}`);
  expect(screenAt(path)).toBe(route);
});
