import { GET, POST } from "@/app/api/unsubscribe/[token]/route";
import UnsubscribePage, { metadata } from "@/app/unsubscribe/[token]/page";
import { createUnsubscribeToken } from "@/lib/domain/contact/unsubscribe-token";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { renderedText } from "@/tests/support/rendered-markup";
import { callDocumented } from "@/tests/support/api-reference";
import { useForFile } from "@/tests/support/use-for-file";
import { createHarness } from "./harness";

const harness = useForFile(() => createHarness());
let serial = 0;

/** The token in the person's links; with a time of creation, in those of an earlier one with this ID. */
async function tokenOf(id: number, createdAt?: Date): Promise<string> {
  const own = await harness.ctx.db.subscriber.findUniqueOrThrow({ where: { id } });
  const createdAtMs = (createdAt ?? own.createdAt).getTime();
  return createUnsubscribeToken(
    { subscriberId: id, createdAtMs },
    harness.ctx.settings.signingSecret,
  );
}

async function addSubscriber(): Promise<{ id: number; token: string }> {
  serial += 1;
  const id = await harness.addSubscriber({ email: `reader.${serial}@example.com` });
  return { id, token: await tokenOf(id) };
}

async function isOn(id: number): Promise<boolean> {
  const { emailEnabled } = await harness.ctx.db.subscriber.findUniqueOrThrow({ where: { id } });
  return emailEnabled;
}

function context(token: string) {
  return { params: Promise.resolve({ token }) };
}

function post(
  token: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = `http://127.0.0.1:3000/api/unsubscribe/${token}`;
  return callDocumented(POST, new Request(url, { method: "POST", body, headers }), context(token));
}

const oneClick = () => new URLSearchParams({ "List-Unsubscribe": "One-Click" });

async function pageOf(token: string): Promise<string> {
  return renderToStaticMarkup(await UnsubscribePage(context(token)));
}

describe("one-click unsubscribe (RFC 8058)", () => {
  it("turns email off right away, without a cookie or redirect", async () => {
    const { id, token } = await addSubscriber();
    const response = await post(token, oneClick());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("You’re unsubscribed.");
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await isOn(id)).toBe(false);
  });

  it("accepts a multipart form from any origin", async () => {
    const { id, token } = await addSubscriber();
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    const headers = { origin: "https://mail.example", "sec-fetch-site": "cross-site" };
    expect((await post(token, form, headers)).status).toBe(200);
    expect(await isOn(id)).toBe(false);
  });

  it("can be repeated, and is recorded once", async () => {
    const { id, token } = await addSubscriber();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(token, oneClick())));
    expect(answers.map((response) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const events = await harness.ctx.db.auditEvent.findMany({
      where: { subject: `subscriber:${id}` },
    });
    expect(events).toMatchObject([
      { actor: `subscriber:${id}`, action: "email.turned_off", detail: { via: "one_click" } },
    ]);
  });

  it("answers 200 for a deleted account", async () => {
    const token = createUnsubscribeToken(
      { subscriberId: 999_999, createdAtMs: 0 },
      harness.ctx.settings.signingSecret,
    );
    expect((await post(token, oneClick())).status).toBe(200);
  });

  it("never acts on someone else who got the same ID", async () => {
    const { id } = await addSubscriber();
    const token = await tokenOf(id, new Date("2025-01-01T00:00:00Z"));
    expect((await post(token, oneClick())).status).toBe(200);
    await post(token, new URLSearchParams({ delivery: "off" }));
    expect(await isOn(id)).toBe(true);
    expect(renderedText(await pageOf(token))).toContain("This link doesn’t work");
  });

  it.each([
    ["an empty body", ""],
    ["JSON", '{"List-Unsubscribe":"One-Click"}'],
    ["another form", new URLSearchParams({ hello: "there" })],
  ])("refuses %s", async (_name, body) => {
    const { id, token } = await addSubscriber();
    const response = await post(token, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: "To unsubscribe, post List-Unsubscribe=One-Click as a form.",
    });
    expect(await isOn(id)).toBe(true);
  });

  it("refuses a token that isn't ours", async () => {
    const { id, token } = await addSubscriber();
    const forged = createUnsubscribeToken(
      { subscriberId: id, createdAtMs: 0 },
      "somebody else's secret of thirty-two",
    );
    for (const wrong of [forged, token.slice(0, -1), `${token}A`, "1"]) {
      const response = await post(wrong, oneClick());
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: "This unsubscribe link isn’t valid." });
    }
    expect(await isOn(id)).toBe(true);
  });
});

describe("the unsubscribe page", () => {
  it("changes nothing when opened, nor does a GET of the one-click address", async () => {
    const { id, token } = await addSubscriber();
    const page = await pageOf(token);
    expect(page).toContain("Stop the daily email?");
    expect(page).toMatch(/<form [^>]*method="post"/);
    expect(page).toContain(`action="/api/unsubscribe/${token}"`);
    const url = `http://127.0.0.1:3000/api/unsubscribe/${token}`;
    const response = await callDocumented(GET, new Request(url), context(token));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`https://threeline.test/unsubscribe/${token}`);
    expect(await isOn(id)).toBe(true);
  });

  it("turns email off and on again", async () => {
    const { id, token } = await addSubscriber();
    const off = await post(token, new URLSearchParams({ delivery: "off" }), { origin: "null" });
    expect(off.status).toBe(303);
    expect(off.headers.get("location")).toBe(`https://threeline.test/unsubscribe/${token}`);
    expect(await isOn(id)).toBe(false);
    const page = await pageOf(token);
    expect(page).toContain("Emails are off");
    expect(page).toContain("Resume emails");
    expect(page).toContain('href="/account"');
    await post(token, new URLSearchParams({ delivery: "on" }));
    expect(await isOn(id)).toBe(true);
  });

  it("says that a broken link doesn't work", async () => {
    expect(renderedText(await pageOf("broken"))).toContain("This link doesn’t work");
  });

  it("stays out of search engines and of referrers", () => {
    expect(metadata).toMatchObject({
      robots: { index: false, follow: false },
      referrer: "no-referrer",
    });
  });
});
