import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as MAGIC_LINK } from "@/app/api/auth/magic-link/route";
import { GET as VERIFY, HEAD } from "@/app/api/auth/verify/route";
import { POST as onboard } from "@/app/api/email-onboarding/route";
import { GET as USER } from "@/app/api/user/route";
import { loggedPath } from "@/lib/http/route/logged-path";
import type { Logger } from "@/lib/platform/logger";
import { startBilling } from "@/tests/integration/billing/harness";
import { openBrowser, type Browser } from "@/tests/integration/onboarding/browser";
import { useForFile } from "@/tests/support/use-for-file";

const billing = useForFile(startBilling);

beforeEach(async () => {
  await billing.setTime("2026-11-20T12:00:00Z");
  await billing.ctx.db.rateLimit.deleteMany();
});

afterEach(() => billing.control("DELETE", "/sandbox/faults"));

const person = async (more: Record<string, unknown> = {}) => {
  const email = `reader-${randomUUID()}@example.com`;
  const { id } = await billing.ctx.db.subscriber.create({ data: { email, ...more } });
  return { id, email };
};

const ask = (browser: Browser, email: unknown, headers: Record<string, string> = {}) =>
  browser.call(MAGIC_LINK, "POST", "/api/auth/magic-link", { json: { email }, headers });

const verify = (browser: Browser, token: string, headers: Record<string, string> = {}) =>
  browser.call(VERIFY, "GET", `/api/auth/verify?token=${token}`, { headers });

const pressed = { "x-login-confirmed": "1", "sec-fetch-site": "same-origin" };

const user = (browser: Browser) => browser.call(USER, "GET", "/api/user");

const mailsTo = async (email: string) =>
  (await billing.messages()).filter((message) => message.to === email);

/** The token in the newest email to an address. */
async function tokenOf(email: string): Promise<string> {
  const token = /\/auth\/verify\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? "");
  return token?.[1] ?? "no token in the mail";
}

/** Requests a link in a browser and returns its token. */
async function link(email: string, browser = openBrowser()): Promise<string> {
  expect((await ask(browser, email)).status).toBe(200);
  return tokenOf(email);
}

const sessionsOf = (subscriberId: number) =>
  billing.ctx.db.session.findMany({ where: { subscriberId } });

describe("requesting a link", () => {
  test("sends one email that says what it's for, how long it works, and who requested it", async () => {
    const { email } = await person();
    const browser = openBrowser();
    const answer = await ask(browser, ` ${email.toUpperCase()} `, {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
      "x-threeline-client-address": "203.0.113.7",
    });
    expect(answer).toMatchObject({ status: 200, body: { message: "Login link sent" } });
    expect(Object.keys(answer.body)).toEqual(["message"]);
    expect(answer.cookies).toEqual([
      expect.stringMatching(
        /^threeline-login=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: "Your Threeline login link",
      stream: "outbound",
      metadata: { notice: "login_link" },
    });
    const token = await tokenOf(email);
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`http://localhost:3000/auth/verify?token=${token}`);
      expect(part).toContain("15 minutes");
      expect(part).toContain("Firefox on Linux");
      expect(part).toContain("203.0.113.7");
    }
    expect(mail?.headers).not.toHaveProperty("List-Unsubscribe");
    const stored = JSON.stringify(await billing.ctx.db.loginToken.findMany());
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(browser.cookies.get("threeline-login"));
    expect(mail?.tag).not.toContain(token);
  });

  test.each([
    [{}, "Please enter your email"],
    [{ email: " " }, "Please enter your email"],
    [{ email: 7 }, "Please enter your email"],
    [{ email: "alex@sample" }, "Please enter a valid email address"],
    [{ email: `${"a".repeat(250)}@b.example` }, "Please enter a valid email address"],
  ])("refuses %j", async (json, message) => {
    const browser = openBrowser();
    const answer = await browser.call(MAGIC_LINK, "POST", "/api/auth/magic-link", { json });
    expect(answer).toMatchObject({ status: 400, body: { message, field: "email" } });
  });

  test("answers an unknown address with account_not_found", async () => {
    const answer = await ask(openBrowser(), "nobody@example.com");
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      message: "We couldn’t find this email. Only existing users can log in.",
      code: "account_not_found",
      field: "email",
    });
    expect(answer.cookies).toEqual([]);
  });

  test("refuses a call from another site", async () => {
    const { email } = await person();
    expect((await ask(openBrowser(), email, { origin: "https://evil.example" })).status).toBe(403);
    expect(await mailsTo(email)).toEqual([]);
  });

  test.each([
    ["a subscriber who canceled", { status: "canceled", canceledAt: new Date() }, "Cancelled"],
    ["a subscriber who is past due", { status: "past_due" }, "Past Due"],
    ["a subscriber without a subscription", null, "Active"],
  ])("works for %s", async (_, subscription, status) => {
    const { email } = await person(subscription ? { subscriptions: { create: subscription } } : {});
    const browser = openBrowser();
    const answer = await verify(browser, await link(email, browser));
    expect(answer).toMatchObject({ status: 200, body: { user: { email, status } } });
  });
});

describe("in the browser that requested the link", () => {
  test("the link logs in right away", async () => {
    const { email, id } = await person({ name: "Ada", phone: "+14155550100" });
    const browser = openBrowser();
    const token = await link(email, browser);
    const answer = await verify(browser, token, { "sec-fetch-site": "same-origin" });
    expect(answer.status).toBe(200);
    const data = {
      email,
      timezone: "America/New_York",
      status: "Active",
      subscriptionId: null,
      firstChargeDate: null,
      nextChargeDate: null,
      name: "Ada",
      phone: "+14155550100",
    };
    expect(answer.body).toEqual({ success: true, message: "Login successful", user: data });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.cookies).toEqual([
      expect.stringMatching(
        /^threeline-session=[^;]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^threeline-browser=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect((await user(browser)).body).toEqual(data);
    expect(await sessionsOf(id)).toHaveLength(1);
    expect(
      await billing.ctx.db.auditEvent.findFirst({ where: { subject: `subscriber:${id}` } }),
    ).toMatchObject({ action: "subscriber.logged-in", actor: `subscriber:${id}` });
  });

  test("the previous session ends", async () => {
    const [{ email }, other] = [await person(), await person()];
    const browser = openBrowser();
    await verify(browser, await link(other.email, browser));
    await verify(browser, await link(email, browser));
    expect((await user(browser)).body).toMatchObject({ email });
    const [before] = await sessionsOf(other.id);
    expect(before?.revokedAt).not.toBeNull();
  });

  test("links of two people need no Continue", async () => {
    const [one, other] = [await person(), await person()];
    const browser = openBrowser();
    const tokens = [await link(one.email, browser), await link(other.email, browser)];
    for (const token of tokens) expect((await verify(browser, token)).status).toBe(200);
  });

  test("cookies are Secure and __Host- on https", async () => {
    const { email } = await person();
    const { settings } = billing.ctx;
    const before = { ...settings };
    Object.assign(settings, { siteUrl: "https://threeline.example", isSecure: true });
    const browser = openBrowser();
    const { cookies } = await ask(browser, email);
    const answer = await verify(browser, await tokenOf(email));
    Object.assign(settings, before);
    expect(cookies[0]).toMatch(/^__Host-threeline-login=.*; Secure$/);
    expect(answer.cookies[0]).toMatch(/^__Host-threeline-session=.*; Secure$/);
  });
});

describe("in any other browser", () => {
  test("Continue is required, and scanners don't use up the link", async () => {
    const { email, id } = await person();
    const token = await link(email);
    const scanner = openBrowser();
    scanner.cookies.set("threeline-login", "a-nonce-of-its-own");
    for (let index = 0; index < 40; index += 1) {
      expect(await verify(scanner, token)).toMatchObject({
        status: 409,
        body: { message: "Press Continue to log in.", code: "confirmation_required" },
        cookies: [],
      });
    }
    for (const site of ["cross-site", "same-site", "none"]) {
      const headers = { ...pressed, "sec-fetch-site": site };
      const answer = await verify(scanner, token, headers);
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({
        message: "This request came from another site, so we blocked it.",
      });
    }
    const head = await scanner.call(HEAD, "HEAD", `/api/auth/verify?token=${token}`, {
      headers: pressed,
    });
    expect(head.status).toBe(405);
    expect(head.headers.get("allow")).toBe("GET");
    expect(await sessionsOf(id)).toEqual([]);
    expect((await verify(openBrowser(), token, pressed)).status).toBe(200);
    expect(await sessionsOf(id)).toHaveLength(1);
  });
});

describe("a link that doesn't work", () => {
  const triesAt = (token: string) =>
    Promise.all(
      [{}, pressed].map(async (headers) => {
        const { status, body, cookies } = await verify(openBrowser(), token, headers);
        return { status, body, cookies };
      }),
    );
  const refusals = (message: string, code: string) => {
    const answer = { status: 401, body: { message, code }, cookies: [] };
    return [answer, answer];
  };

  test("was already used", async () => {
    const { email, id } = await person();
    const browser = openBrowser();
    const token = await link(email, browser);
    await verify(browser, token);
    expect((await verify(browser, token)).status).toBe(401);
    expect(await triesAt(token)).toEqual(
      refusals("This login link was already used. Please request a new one.", "link_used"),
    );
    expect((await user(browser)).status).toBe(200);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test("is older than 15 minutes", async () => {
    const { email } = await person();
    const browser = openBrowser();
    const token = await link(email, browser);
    await billing.setTime("2026-11-20T12:15:00Z");
    expect(await triesAt(token)).toEqual(
      refusals("This login link has expired. Please request a new one.", "link_expired"),
    );
    await billing.setTime("2026-11-20T12:14:59Z");
    expect((await verify(browser, token)).status).toBe(200);
  });

  test("was replaced by a newer one from the same browser", async () => {
    const [{ email }, other] = [await person(), await person()];
    const browser = openBrowser();
    const tokens = [
      await link(email, browser),
      await link(other.email, browser),
      await link(email, browser),
    ];
    expect(await triesAt(tokens[0] ?? "")).toEqual(
      refusals(
        "We sent you a newer login link. Open that one, or request another.",
        "link_replaced",
      ),
    );
    for (const token of tokens.slice(1)) {
      expect((await verify(openBrowser(), token, pressed)).status).toBe(200);
    }
  });

  test("was requested at the same moment as another from the same browser", async () => {
    const { email, id } = await person();
    const browser = openBrowser();
    await link((await person()).email, browser);
    await Promise.all([ask(browser, email), ask(browser, email)]);
    expect(await mailsTo(email)).toHaveLength(2);
    expect(
      await billing.ctx.db.loginToken.count({ where: { subscriberId: id, replacedAt: null } }),
    ).toBe(1);
  });

  test("was never sent", async () => {
    expect(await triesAt("x")).toEqual(refusals("Invalid or expired login link", "link_invalid"));
    const { email } = await person();
    const token = await link(email);
    expect(await triesAt(`${token}x`)).toEqual(
      refusals("Invalid or expired login link", "link_invalid"),
    );
    expect(await triesAt(token.toUpperCase())).toEqual(
      refusals("Invalid or expired login link", "link_invalid"),
    );
  });

  test.each(["", "?token=", "?tokens=x"])("has no token: %j", async (query) => {
    const answer = await openBrowser().call(VERIFY, "GET", `/api/auth/verify${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      message: "Invalid login link. Please request a new one.",
      field: "token",
    });
  });
});

describe("a request from another browser", () => {
  test("doesn't replace the outstanding link", async () => {
    const { email } = await person();
    const browser = openBrowser();
    const token = await link(email, browser);
    const others = await link(email);
    expect((await verify(browser, token)).status).toBe(200);
    expect((await verify(openBrowser(), others, pressed)).status).toBe(200);
  });

  test("doesn't use up the allowance of a browser that requested a link", async () => {
    const { email } = await person();
    const browser = openBrowser();
    await link(email, browser);
    for (let index = 0; index < 6; index += 1) await ask(openBrowser(), email);
    expect((await ask(openBrowser(), email)).status).toBe(429);
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await ask(browser, email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test("doesn't use up the allowance of a browser that has logged in before, all day", async () => {
    const { email } = await person();
    const browser = openBrowser();
    await verify(browser, await link(email, browser));
    browser.cookies.delete("threeline-login");
    browser.cookies.delete("threeline-session");
    const others = [];
    for (const hour of ["12", "13", "14", "15"]) {
      await billing.setTime(`2026-11-20T${hour}:30:00Z`);
      for (let index = 0; index < 5; index += 1) {
        others.push((await ask(openBrowser(), email)).status);
      }
    }
    expect(others.filter((status) => status === 200)).toHaveLength(10);
    expect((await verify(browser, await link(email, browser))).status).toBe(200);
  });

  test("gains nothing from a forged or another subscriber's cookie", async () => {
    const [{ email, id }, other] = [await person(), await person()];
    const browser = openBrowser();
    await verify(browser, await link(other.email, browser));
    for (let index = 0; index < 5; index += 1) await ask(openBrowser(), email);
    browser.cookies.delete("threeline-login");
    expect((await ask(browser, email)).status).toBe(429);
    const forged = Buffer.from(`${id} guessed`).toString("base64url");
    browser.cookies.set("threeline-browser", `${forged}.guessed`);
    expect((await ask(browser, email)).status).toBe(429);
  });
});

describe("a check whose answer was lost", () => {
  /** Verifies, and forgets what the answer set. */
  async function loseAnswer(browser: Browser, token: string, headers = {}) {
    const before = new Map(browser.cookies);
    expect((await verify(browser, token, headers)).status).toBe(200);
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
  }

  test("can be repeated in the same browser, with the same session", async () => {
    const { email, id } = await person();
    const browser = openBrowser();
    const token = await link(email, browser);
    await loseAnswer(browser, token);
    await loseAnswer(browser, token);
    expect((await verify(browser, token)).status).toBe(200);
    expect((await user(browser)).body).toMatchObject({ email });
    expect(await sessionsOf(id)).toHaveLength(1);
    expect((await verify(browser, token)).body).toMatchObject({ code: "link_used" });
  });

  test("can be repeated after Continue in another browser", async () => {
    const { email, id } = await person();
    const token = await link(email);
    const browser = openBrowser();
    expect((await verify(browser, token)).status).toBe(409);
    await loseAnswer(browser, token, pressed);
    expect((await verify(browser, token)).status).toBe(200);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test("can't be repeated in any other browser", async () => {
    const { email, id } = await person();
    const browser = openBrowser();
    const token = await link(email, browser);
    await loseAnswer(browser, token);
    const other = openBrowser();
    other.cookies.set("threeline-login", "a-nonce-of-its-own");
    for (const each of [other, openBrowser()]) {
      expect((await verify(each, token, pressed)).body).toMatchObject({ code: "link_used" });
    }
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test("can't be repeated after logging out, or once the link has expired", async () => {
    const [one, other] = [await person(), await person()];
    const browser = openBrowser();
    const token = await link(one.email, browser);
    await loseAnswer(browser, token);
    await billing.ctx.db.session.updateMany({
      where: { subscriberId: one.id },
      data: { revokedAt: billing.ctx.clock.now() },
    });
    expect((await verify(browser, token)).body).toMatchObject({ code: "link_used" });
    const late = await link(other.email, browser);
    await loseAnswer(browser, late);
    await billing.setTime("2026-11-20T12:15:00Z");
    expect((await verify(browser, late)).status).toBe(401);
  });
});

test("fifty verifications at once create exactly one session", async () => {
  const { email, id } = await person();
  const token = await link(email);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => verify(openBrowser(), token, pressed)),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(200), count(401)]).toEqual([1, 49]);
  expect(await sessionsOf(id)).toHaveLength(1);
});

describe("limits", () => {
  const tooMany = {
    message: "Too many attempts. Please try again in 15 minutes.",
    code: "too_many_requests",
  };

  test("allow five links per email address in 15 minutes, from any client", async () => {
    const { email } = await person();
    for (const address of [email, "unknown@example.com"]) {
      const statuses = [];
      for (let index = 0; index < 5; index += 1) {
        const spelled = index % 2 ? address.toUpperCase() : address;
        statuses.push((await ask(openBrowser(), spelled)).status);
      }
      expect(new Set(statuses).size).toBe(1);
      const refused = await ask(openBrowser(), address);
      expect(refused).toMatchObject({ status: 429, body: tooMany });
      expect(refused.headers.get("retry-after")).toBe("900");
    }
    expect(await mailsTo(email)).toHaveLength(5);
    await billing.setTime("2026-11-20T12:15:00Z");
    expect((await ask(openBrowser(), email)).status).toBe(200);
  });

  test("allow 15 emails a day per email address, counting only those that were sent", async () => {
    const { email } = await person();
    const fault = { provider: "postmark", mode: "error", status: 401, count: 1 };
    await billing.control("POST", "/sandbox/faults", fault);
    await billing.setTime("2026-11-20T11:00:00Z");
    expect((await ask(openBrowser(), email)).status).toBe(503);
    const statuses = [];
    for (const hour of ["12", "13", "14", "15"]) {
      await billing.setTime(`2026-11-20T${hour}:00:00Z`);
      for (let index = 0; index < 5; index += 1) {
        statuses.push((await ask(openBrowser(), email)).status);
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(15);
    const refused = await ask(openBrowser(), email);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe(`${20 * 3600}`);
    expect(await mailsTo(email)).toHaveLength(15);
    await billing.setTime("2026-11-21T11:00:00Z");
    expect((await ask(openBrowser(), email)).status).toBe(200);
  });

  test("allow 30 links per client in 15 minutes, for any email address", async () => {
    const flooder = openBrowser();
    for (let index = 0; index < 30; index += 1) {
      expect((await ask(flooder, `nobody-${index}@example.com`)).status).toBe(404);
    }
    const refused = await ask(flooder, (await person()).email);
    expect(refused).toMatchObject({ status: 429, body: tooMany });
    expect(refused.headers.get("retry-after")).toBe("900");
    expect((await ask(openBrowser(), (await person()).email)).status).toBe(200);
  });

  test("count an IPv6 client by its /64, and its /48 at ten times the limit", async () => {
    const statusFrom = async (address: string) => {
      const headers = { "x-threeline-client-address": address };
      return (await verify(openBrowser(), "guess", headers)).status;
    };
    for (let index = 1; index <= 30; index += 1) {
      expect(await statusFrom(`2001:db8:1:2::${index}`)).toBe(401);
    }
    expect(await statusFrom("2001:db8:1:2:ffff::1")).toBe(429);
    expect(await statusFrom("2001:db8:1:3::1")).toBe(401);
    for (let index = 0; index < 269; index += 1) {
      expect(await statusFrom(`2001:db8:1:${100 + index}::1`)).toBe(401);
    }
    expect(await statusFrom("2001:db8:1:4::1")).toBe(429);
    expect(await statusFrom("2001:db8:2:4::1")).toBe(401);
  });

  test("allow 30 failed verifications per client in 15 minutes, not counting logins", async () => {
    const guesser = openBrowser();
    const { email } = await person();
    expect((await verify(guesser, await link(email), pressed)).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 35 }, (_, index) => verify(guesser, `guess-${index}`)),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(30);
    const refused = await verify(guesser, await link(email), pressed);
    expect(refused).toMatchObject({ status: 429, body: tooMany });
    expect(refused.headers.get("retry-after")).toBe("900");
    expect((await verify(openBrowser(), await tokenOf(email), pressed)).status).toBe(200);
  });
});

describe("when the email provider fails", () => {
  const fault = (mode: string, more: Record<string, unknown> = {}) =>
    billing.control("POST", "/sandbox/faults", { provider: "postmark", mode, ...more });

  test.each([
    ["throttles", "rate-limit", {}],
    ["refuses our key", "error", { status: 401 }],
  ])("and %s, no link is sent, and the previous link no longer works", async (_, mode, more) => {
    const { email } = await person();
    const browser = openBrowser();
    const token = await link(email, browser);
    await fault(mode, more);
    const answer = await ask(browser, email);
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({
      message:
        "Our email provider is unavailable right now, so we didn’t send a login link. Please try again in a few minutes.",
      code: "service_unavailable",
    });
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await verify(browser, token)).toMatchObject({
      status: 401,
      body: { code: "link_replaced" },
    });
  });

  test("and can't say whether it accepted the email, the answer says so", async () => {
    const { email } = await person();
    await fault("error", { status: 500 });
    const answer = await ask(openBrowser(), email);
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({
      message:
        "Our email provider is unavailable right now. If no login link arrives within a minute, please try again.",
      code: "service_unavailable",
    });
  });

  test("and drops the connection after accepting the email, it's asked, and the email counts", async () => {
    const { email } = await person();
    await fault("accept-then-drop", { count: 1 });
    const browser = openBrowser();
    expect((await ask(browser, email)).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await verify(browser, await tokenOf(email))).status).toBe(200);
  });

  test("and can't be asked either, the link works if it arrives", async () => {
    const { email } = await person();
    await fault("accept-then-drop", { count: 1 });
    await fault("error", { status: 500, endpoint: "search" });
    expect((await ask(openBrowser(), email)).status).toBe(503);
    expect((await verify(openBrowser(), await tokenOf(email), pressed)).status).toBe(200);
  });

  test("a bounced address gets a 409", async () => {
    const { email } = await person();
    vi.spyOn(billing.ctx.mail, "sendBatch").mockResolvedValueOnce({
      state: "answered",
      results: [{ state: "refused", reason: "inactive_recipient", code: 1, detail: "406" }],
    });
    const answer = await ask(openBrowser(), email);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      message: "Email to this address bounces. Contact us to regain access.",
      field: "email",
    });
    expect(await billing.ctx.db.loginToken.count({ where: { subscriber: { email } } })).toBe(0);
  });
});

test("a buyer who hasn't onboarded is sent there until it's finished", async () => {
  const [uid, email] = [`uid_${randomUUID()}`, `buyer-${randomUUID()}@example.com`];
  await billing.buy({ uid, email });
  const browser = openBrowser();
  expect(await verify(browser, await link(email, browser))).toMatchObject({
    status: 200,
    body: { user: { email, status: "Free Trial" }, onboardingUid: uid },
  });
  const json = { email, timezone: "Europe/London", termsAgreed: true, threelineUid: uid };
  expect((await browser.call(onboard, "POST", "/api/email-onboarding", { json })).status).toBe(200);
  const again = await verify(browser, await link(email, browser));
  expect(again.status).toBe(200);
  expect(again.body).not.toHaveProperty("onboardingUid");
});

describe("once a buyer corrects the address that they mistyped", () => {
  const submit = (browser: Browser, uid: string, email: string) => {
    const json = { email, timezone: "Europe/London", termsAgreed: true, threelineUid: uid };
    return browser.call(onboard, "POST", "/api/email-onboarding", { json });
  };

  const unique = () => ({ uid: `uid_${randomUUID()}`, email: `typo-${randomUUID()}@example.com` });

  test.each([
    ["in onboarding", "paid-"],
    ["at checkout", ""],
  ])("its owner can't log in or stay logged in, if it was %s", async (_, paidWith) => {
    const { uid, email } = unique();
    await billing.buy({ uid, email: `${paidWith}${email}` });
    const buyer = openBrowser();
    if (paidWith !== "") await submit(buyer, uid, email);
    const stranger = openBrowser();
    expect((await verify(stranger, await link(email, stranger))).status).toBe(200);
    const open = await link(email);
    expect((await submit(buyer, uid, `right-${email}`)).status).toBe(200);
    expect((await user(stranger)).status).toBe(401);
    expect(await verify(openBrowser(), open, pressed)).toMatchObject({
      status: 401,
      body: { code: "link_replaced" },
    });
  });

  test("the browser in which they did stays logged in", async () => {
    const { uid, email } = unique();
    await billing.buy({ uid, email });
    const buyer = openBrowser();
    await submit(buyer, uid, email);
    await verify(buyer, await link(email, buyer));
    expect((await submit(buyer, uid, `right-${email}`)).status).toBe(200);
    expect((await user(buyer)).status).toBe(200);
  });

  test("a link that was requested at that moment isn't sent to it", async () => {
    const { id, email } = await person();
    const { notices, db } = billing.ctx;
    const render = notices.renderLoginLink.bind(notices);
    vi.spyOn(notices, "renderLoginLink").mockImplementationOnce(async (props) => {
      await db.subscriber.update({ where: { id }, data: { email: `right-${email}` } });
      return render(props);
    });
    expect(await ask(openBrowser(), email)).toMatchObject({
      status: 404,
      body: { code: "account_not_found" },
    });
    expect(await mailsTo(email)).toEqual([]);
    expect(await db.loginToken.count({ where: { subscriberId: id } })).toBe(0);
  });
});

test("logs never contain a token or a whole address", async () => {
  const { email } = await person();
  const { log } = billing.ctx;
  const said: unknown[] = [];
  const listen: Logger["info"] = (...parts: unknown[]) => void said.push(parts);
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(log, level).mockImplementation(listen);
  }
  const browser = openBrowser();
  const token = await link(email, browser);
  await verify(browser, token);
  await verify(browser, token);
  expect(said.length).toBeGreaterThan(3);
  expect(JSON.stringify(said)).not.toContain(token);
  expect(JSON.stringify(said)).not.toContain(email);
  expect(loggedPath(`http://localhost:3000/api/auth/verify?token=${token}`)).toBe(
    "/api/auth/verify",
  );
});
