import { afterEach, describe, expect, test } from "vitest";
import { POST as confirm } from "@/app/api/confirm-email/[token]/route";
import { POST as onboard } from "@/app/api/email-onboarding/route";
import { POST as setPhone } from "@/app/api/onboarding/[id]/phone/route";
import { GET as read } from "@/app/api/onboarding/[id]/route";
import { POST as consent } from "@/app/api/sms-consent/route";
import { cancelSubscription } from "@/lib/domain/billing/cancel";
import { findConfirmation } from "@/lib/domain/onboarding/address-confirmation";
import { verifyConfirmationToken } from "@/lib/domain/outbox/confirmation-token";
import { sendNotices } from "@/lib/domain/outbox/notices";
import { newSessionCookie } from "@/tests/support/api";
import { callDocumented } from "@/tests/support/api-reference";
import { startBilling } from "@/tests/integration/billing/harness";
import { useForFile } from "@/tests/support/use-for-file";
import { openBrowser, type Browser } from "./browser";

const billing = useForFile(startBilling);
let counter = 0;

afterEach(() => billing.setTime("2026-11-20T12:00:00Z"));

const unique = () => {
  counter += 1;
  return { uid: `uid_confirm_${counter}`, email: `confirm${counter}@example.com` };
};

const submit = (browser: Browser, uid: string, email: string, timezone = "America/Chicago") =>
  browser.call(onboard, "POST", "/api/email-onboarding", {
    json: { email, timezone, termsAgreed: true, threelineUid: uid },
  });

const subscriberOf = (email: string) =>
  billing.ctx.db.subscriber.findFirst({
    where: { email },
    include: { subscriptions: { select: { id: true, status: true } } },
  });

const messagesTo = async (email: string) =>
  (await billing.messages()).filter(({ to }) => to === email);

const textTo = async (email: string) =>
  (await messagesTo(email)).map(({ text }) => text.replaceAll(/\s+/g, " ")).join("\n");

/** Someone whose subscription has ended. */
async function leave() {
  const { uid, email } = unique();
  await billing.buy({ uid, email, name: "Old Owner" });
  await submit(openBrowser(), uid, email, "Europe/London");
  const found = await subscriberOf(email);
  await cancelSubscription(billing.ctx, found?.id ?? 0, "stop_immediately");
  await billing.setTime("2026-11-20T12:01:00Z");
  return { email, id: found?.id ?? 0, before: await subscriberOf(email) };
}

/** A purchase by someone else, who enters the address of someone who left. */
async function enterOwned() {
  const [owner, buyer] = [await leave(), unique()];
  const ids = await billing.buy({ ...buyer, name: "Call 555-0100 now" });
  const browser = openBrowser();
  const answer = await submit(browser, buyer.uid, owner.email.toUpperCase());
  return { owner, buyer, browser, answer, ids, id: Number(answer.body["id"]) };
}

/** The token in the newest confirmation email to an address. */
async function tokenTo(email: string): Promise<string> {
  await sendNotices(billing.ctx);
  const links = (await messagesTo(email)).flatMap(
    ({ text }) => /\/confirm-email\/(\S+)/.exec(text)?.[1] ?? [],
  );
  return links.at(-1) ?? "";
}

/** Presses the button of the page that the link opens. */
async function press(token: string): Promise<{ status: number; location: string | null }> {
  const url = `http://localhost:3000/api/confirm-email/${token}`;
  const response = await callDocumented(confirm, new Request(url, { method: "POST" }), {
    params: Promise.resolve({ token }),
  });
  return { status: response.status, location: response.headers.get("location") };
}

/** What the page shows to a browser, by the uid in its checkout cookie. */
const viewOf = (token: string, uid: string | null = null) => {
  const id = verifyConfirmationToken(
    "address-confirmation",
    token,
    billing.ctx.settings.acceptedSecrets,
  );
  return findConfirmation(billing.ctx, id ?? 0, uid);
};

const stateOf = async (token: string) => (await viewOf(token)).state;

const textIn = async (browser: Browser, id: number, phoneNumber: string) => {
  const params = { id };
  await browser.call(setPhone, "POST", "/api/onboarding/1/phone", {
    params,
    json: { phoneNumber },
  });
  return browser.call(consent, "POST", "/api/sms-consent", { json: { id, smsAgreed: true } });
};

describe("the address of someone who left, entered by someone else", () => {
  test("looks like any sign-up, and leaves their record as it is", async () => {
    const { owner, buyer, browser, answer, id } = await enterOwned();
    expect(answer).toMatchObject({
      status: 200,
      body: { id: expect.any(Number), message: "Welcome! Your account is ready." },
    });
    const params = { id };
    expect(await browser.call(read, "GET", "/api/onboarding/1", { params })).toMatchObject({
      status: 200,
      body: { data: { email: owner.email, timezone: "America/Chicago", phoneNumber: null } },
    });
    expect(await subscriberOf(owner.email)).toEqual(owner.before);
    expect(await subscriberOf(buyer.email)).toMatchObject({
      timezone: "America/Chicago",
      subscriptions: [{ status: "trialing" }],
    });
  });

  test("is emailed one link, without a word of the buyer's", async () => {
    const { owner, buyer, browser } = await enterOwned();
    await submit(browser, buyer.uid, owner.email, "America/Denver");
    await sendNotices(billing.ctx);
    await sendNotices(billing.ctx);
    const emails = (await messagesTo(owner.email)).filter(
      ({ metadata }) => metadata["notice"] === "confirm_address",
    );
    expect(emails.map(({ subject }) => subject)).toEqual(["Confirm your email address"]);
    expect(emails[0]?.text + (emails[0]?.html ?? "")).not.toMatch(/555-0100|Denver|Mountain/);
    expect(await messagesTo(buyer.email)).toEqual([]);
  });

  test("gets the purchase, and what was submitted, once the link is confirmed", async () => {
    const { owner, buyer, browser, id } = await enterOwned();
    expect((await textIn(browser, id, "+14155552301")).status).toBe(200);
    const token = await tokenTo(owner.email);
    expect(await stateOf(token)).toBe("open");
    expect(await subscriberOf(owner.email)).toEqual(owner.before);

    const page = `http://localhost:3000/confirm-email/${token}`;
    const answer = { status: 303, location: page };
    expect(await Promise.all([press(token), press(token)])).toEqual([answer, answer]);
    const after = await subscriberOf(owner.email);
    expect(after).toMatchObject({
      id: owner.id,
      name: "Old Owner",
      timezone: "America/Chicago",
      phone: "+14155552301",
      smsEnabled: true,
    });
    expect(after?.subscriptions.map(({ status }) => status).toSorted()).toEqual([
      "canceled",
      "trialing",
    ]);
    expect(await subscriberOf(buyer.email)).toBeNull();
    const consents = await billing.ctx.db.consent.findMany({ where: { subscriberId: owner.id } });
    expect(consents.map(({ kind }) => kind).toSorted()).toEqual(["sms", "terms", "terms"]);

    expect(await press(token)).toEqual({ status: 303, location: page });
    expect(await stateOf(token)).toBe("confirmed");
    await sendNotices(billing.ctx);
    expect(await textTo(buyer.email)).toContain(`another one for your briefings: ${owner.email}.`);
    expect(await messagesTo(buyer.email)).toHaveLength(1);
  });

  test("is shown only the end of the buyer's number, and nothing that opens the purchase", async () => {
    const { owner, buyer, browser, id } = await enterOwned();
    await textIn(browser, id, "+14155552305");
    const token = await tokenTo(owner.email);
    const view = {
      state: "open",
      email: owner.email,
      timezone: "America/Chicago",
      phoneEnding: "2305",
    };
    expect(await viewOf(token)).toEqual({ ...view, isOwnBrowser: false });
    expect(await viewOf(token, "uid_other")).toEqual({ ...view, isOwnBrowser: false });
    expect(await viewOf(token, buyer.uid)).toEqual({ ...view, isOwnBrowser: true });
  });

  test("keeps their number, opt-outs, and channels", async () => {
    const { owner, browser, id } = await enterOwned();
    const own = {
      phone: "+14155552302",
      smsConsentAt: new Date("2026-01-01T00:00:00Z"),
      smsEnabled: false,
      emailEnabled: false,
    };
    await billing.ctx.db.subscriber.update({ where: { id: owner.id }, data: own });
    await textIn(browser, id, "+14155552303");
    await press(await tokenTo(owner.email));
    expect(await subscriberOf(owner.email)).toMatchObject(own);
  });

  test("isn't served twice on the day of the confirmation", async () => {
    const { owner, buyer } = await enterOwned();
    const { db } = billing.ctx;
    const slot = await db.deliverySlot.create({
      data: {
        localDate: new Date("2026-11-20T00:00:00Z"),
        timezone: "America/Chicago",
        channel: "email",
        opensAt: new Date("2026-11-20T13:45:00Z"),
        closesAt: new Date("2026-11-20T16:00:00Z"),
        batches: { create: { size: 1 } },
      },
      include: { batches: true },
    });
    const created = await subscriberOf(buyer.email);
    const row = {
      localDate: slot.localDate,
      channel: "email",
      timezone: slot.timezone,
      batchId: slot.batches[0]?.id ?? 0n,
      editionId: 1,
    };
    await db.delivery.create({ data: { ...row, subscriberId: created?.id ?? 0 } });
    const token = await tokenTo(owner.email);
    const page = `http://localhost:3000/confirm-email/${token}`;
    expect((await press(token)).location).toBe(`${page}?refused=sending`);
    expect(await subscriberOf(owner.email)).toEqual(owner.before);

    await db.delivery.updateMany({ data: { state: "accepted" } });
    expect((await press(token)).location).toBe(page);
    expect(await db.delivery.findMany()).toMatchObject([
      { subscriberId: owner.id, state: "accepted" },
    ]);
    await db.delivery.deleteMany();
  });

  test("is left alone once the buyer enters another address", async () => {
    const { owner, buyer, browser } = await enterOwned();
    const token = await tokenTo(owner.email);
    expect((await submit(browser, buyer.uid, buyer.email)).status).toBe(200);
    expect(await stateOf(token)).toBe("invalid");
    await press(token);
    expect(await subscriberOf(owner.email)).toEqual(owner.before);
    expect((await subscriberOf(buyer.email))?.subscriptions).toHaveLength(1);
  });

  test("gets no second subscription if they have bought one since", async () => {
    const { owner, buyer } = await enterOwned();
    const token = await tokenTo(owner.email);
    await billing.buy({ uid: unique().uid, email: owner.email });
    expect((await press(token)).location).toMatch(/\?refused=subscribed$/);
    expect((await subscriberOf(buyer.email))?.subscriptions).toHaveLength(1);
  });

  test("can't be confirmed after a week, or with a token of our unsubscribe links", async () => {
    const { owner } = await enterOwned();
    const token = await tokenTo(owner.email);
    await billing.setTime("2026-11-27T12:01:00Z");
    expect(await stateOf(token)).toBe("expired");
    await press(token);
    expect(await subscriberOf(owner.email)).toEqual(owner.before);
    for (const wrong of [`${token}x`, "MTc.abc", "%00"]) {
      expect((await press(wrong)).status).toBe(404);
    }
  });
});

describe("the address is the buyer's own", () => {
  test("when the browser is logged in there", async () => {
    const [owner, buyer] = [await leave(), unique()];
    await billing.buy(buyer);
    const browser = openBrowser();
    const principal = { kind: "subscriber", subscriberId: owner.id } as const;
    browser.cookies.set(...(await newSessionCookie(billing.ctx, principal)));
    expect((await submit(browser, buyer.uid, owner.email)).status).toBe(200);
    expect(await subscriberOf(owner.email)).toMatchObject({
      id: owner.id,
      timezone: "America/Chicago",
    });
    expect(await subscriberOf(buyer.email)).toBeNull();
  });

  test("when they paid with it; but the number then changes only in the account", async () => {
    const owner = await leave();
    const { uid } = unique();
    await billing.buy({ uid, email: owner.email });
    const browser = openBrowser();
    const { body } = await submit(browser, uid, owner.email);
    expect(await subscriberOf(owner.email)).toMatchObject({
      id: owner.id,
      timezone: "America/Chicago",
    });
    const answer = await browser.call(setPhone, "POST", "/api/onboarding/1/phone", {
      params: { id: Number(body["id"]) },
      json: { phoneNumber: "+14155552304" },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        message:
          "You can’t set your phone number here anymore. Log in to your account to add or change it.",
      },
    });
  });
});

describe("the address of a finished sign-up", () => {
  test("can be changed three times, and the old and the payment address are told", async () => {
    const buyer = unique();
    await billing.buy(buyer);
    const browser = openBrowser();
    const addresses = ["one", "two", "three"].map((name) => `${name}${counter}@other.example`);
    for (const address of [...addresses, buyer.email]) {
      expect((await submit(browser, buyer.uid, address)).status).toBe(200);
    }
    expect(await submit(browser, buyer.uid, "fourth@example.com")).toMatchObject({
      status: 409,
      body: {
        message:
          "This email address can’t be changed here anymore. Please contact us to change it.",
        field: "email",
      },
    });
    expect((await submit(browser, buyer.uid, buyer.email, "Europe/London")).status).toBe(200);
    await sendNotices(billing.ctx);
    const [first = "", second = "", third = ""] = addresses;
    for (const old of [first, second, third]) {
      const emails = await messagesTo(old);
      expect(emails.map(({ subject }) => subject)).toContain("Your Threeline address was changed");
      expect(await textTo(old)).not.toContain(buyer.email);
    }
    const told = (await messagesTo(buyer.email)).filter(({ subject }) =>
      subject?.startsWith("Where"),
    );
    expect(told.map(({ text }) => addresses.find((address) => text.includes(address)))).toEqual(
      expect.arrayContaining(addresses),
    );
    expect(told).toHaveLength(3);
  });

  test("can be changed for 24 hours", async () => {
    const buyer = unique();
    await billing.buy(buyer);
    const browser = openBrowser();
    await submit(browser, buyer.uid, buyer.email);
    await billing.setTime("2026-11-21T11:59:59Z");
    expect((await submit(browser, buyer.uid, `a.${buyer.email}`)).status).toBe(200);
    await billing.setTime("2026-11-21T12:00:00Z");
    expect((await submit(browser, buyer.uid, `b.${buyer.email}`)).status).toBe(409);
    expect((await submit(browser, buyer.uid, `a.${buyer.email}`)).status).toBe(200);
  });
});

test("an unfinished sign-up expires after 30 days, except for the logged-in buyer", async () => {
  const buyer = unique();
  await billing.buy(buyer);
  await billing.setTime("2026-12-20T12:00:00Z");
  expect(await submit(openBrowser(), buyer.uid, buyer.email)).toMatchObject({
    status: 410,
    body: {
      message:
        "This sign-up link has expired. Log in with the email you used at checkout to finish, or contact us.",
    },
  });
  const found = await subscriberOf(buyer.email);
  const browser = openBrowser();
  const principal = { kind: "subscriber", subscriberId: found?.id ?? 0 } as const;
  browser.cookies.set(...(await newSessionCookie(billing.ctx, principal)));
  expect((await submit(browser, buyer.uid, buyer.email)).status).toBe(200);
});

test("an address other than the one used at checkout isn't greeted by name", async () => {
  const buyer = unique();
  await billing.buy({ ...buyer, name: "Call 555-0100 now" });
  const other = `other.${buyer.email}`;
  await submit(openBrowser(), buyer.uid, other);
  await sendNotices(billing.ctx);
  expect(await textTo(other)).toMatch(/^Welcome\. Starting/);
  expect(await textTo(buyer.email)).toContain(`another one for your briefings: ${other}.`);
});
