import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as approveRoute } from "@/app/api/admin/subscribers/[id]/approve-email/route";
import { POST as emailRoute } from "@/app/api/admin/subscribers/[id]/email/route";
import { POST as suppressRoute } from "@/app/api/admin/subscribers/[id]/suppress/route";
import { POST as withdrawRoute } from "@/app/api/admin/subscribers/[id]/withdraw-email/route";
import { POST as confirmRoute } from "@/app/api/change-email/[token]/route";
import { POST as stopRoute } from "@/app/api/change-email/stop/[token]/route";
import { GET as userRoute } from "@/app/api/user/route";
import { emailChangeDays } from "@/lib/contracts/durations";
import { applyEmailChanges } from "@/lib/domain/account/email-change/apply";
import { findEmailChange } from "@/lib/domain/account/email-change/confirm";
import { findStoppable } from "@/lib/domain/account/email-change/stop";
import { createApiToken } from "@/lib/domain/team/api-tokens";
import { verifyConfirmationToken } from "@/lib/domain/outbox/confirmation-token";
import { sendNotices } from "@/lib/domain/outbox/notices";
import { getPerson } from "@/lib/domain/subscribers/person/person";
import { listTimeline } from "@/lib/domain/subscribers/person/timeline";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { provideContext } from "@/lib/http/route/context";
import type { RouteHandler } from "@/lib/http/route/route";
import { openAdminClient, openSubscriberClient, type ApiClient } from "@/tests/support/api";
import { callDocumented } from "@/tests/support/api-reference";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const why = "Called from her new job";
const currentPassword = "correct horse battery";

/** When it's requested, and how long the current address has after it was told. */
const requested = "2026-11-23T12:00:00Z";
const almostADay = "2026-11-24T11:59:59Z";
const aDayLater = "2026-11-24T12:00:00Z";

const harness = useForFile(startDelivery);
let support: ApiClient;
let id: number;

beforeAll(async () => {
  provideContext(harness.ctx);
});
afterAll(() => {
  provideContext(undefined);
});
beforeEach(async () => {
  await harness.reset();
  await harness.setTime(requested);
  support = await openAdminClient(harness.ctx, "support");
  id = await harness.addSubscriber({ email: "ann@old.example" });
});

async function act(route: RouteHandler, action: string, json: object, client = support) {
  const path = `/api/admin/subscribers/${id}/${action}`;
  const params = { id: String(id) };
  const { status, body } = await client.call(route, "POST", path, { params, json });
  return { status, body };
}

const change = (newEmail: string, client = support) =>
  act(emailRoute, "email", { why, newEmail }, client);

async function approve(newEmail: string, client?: ApiClient) {
  const owner = client ?? (await openAdminClient(harness.ctx, "owner"));
  return act(approveRoute, "approve-email", { why, newEmail, currentPassword }, owner);
}

/** The tokens in the emails to an address, the newest last. */
async function tokensTo(email: string, pattern = /\/change-email\/([^/\s]+)$/m): Promise<string[]> {
  await sendNotices(harness.ctx);
  return (await harness.sent())
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
}

const stopTokens = () => tokensTo("ann@old.example", /\/change-email\/stop\/(\S+)/);

async function post(route: RouteHandler, path: string, token: string) {
  const url = `http://localhost:3000/api/${path}/${token}`;
  const response = await callDocumented(route, new Request(url, { method: "POST" }), {
    params: Promise.resolve({ token }),
  });
  return { status: response.status, location: response.headers.get("location") };
}

const press = (token = "") => post(confirmRoute, "change-email", token);
const stop = (token = "") => post(stopRoute, "change-email/stop", token);

/** Enters a new address, tells both, and confirms at the new one. Returns the link's token. */
async function confirmed(newEmail: string): Promise<string> {
  await change(newEmail);
  const token = (await tokensTo(newEmail)).at(-1) ?? "";
  await press(token);
  return token;
}

function stateOf(token = "") {
  const found = verifyConfirmationToken(
    "email-change",
    token,
    harness.ctx.settings.acceptedSecrets,
  );
  return findEmailChange(harness.ctx, found ?? 0);
}

function stoppableBy(token = "") {
  const found = verifyConfirmationToken(
    "email-change-stop",
    token,
    harness.ctx.settings.acceptedSecrets,
  );
  return findStoppable(harness.ctx, found ?? 0);
}

const emailOf = async () =>
  (await harness.ctx.db.subscriber.findUniqueOrThrow({ where: { id } })).email;

const pending = async () => (await getPerson(harness.ctx, id)).emailChange;

const suppress = (reason: string, address = "ann@old.example") =>
  harness.ctx.db.suppression.create({
    data: { channel: "email", address, reason, source: "postmark" },
  });

const alerts = () =>
  harness.ctx.db.operatorAlert.findMany({
    where: { key: { startsWith: "email_change" } },
    select: { subject: true },
  });

test("nothing changes until someone confirmed in the new mailbox and the current one had a day", async () => {
  expect(await change("ann@new.example")).toEqual({
    status: 200,
    body: { message: "A link was sent to the new address." },
  });
  const [token = ""] = await tokensTo("ann@new.example");
  const until = new Date(aDayLater);
  const wait = { state: "waiting", until };
  const facts = { email: "ann@new.example", wait, timezone: "America/New_York" };
  expect(await stateOf(token)).toEqual({ ...facts, state: "open" });
  const shown = { email: "ann@new.example", state: "waiting", takesEffectAt: until.toISOString() };
  expect(await pending()).toEqual({ ...shown, isConfirmed: false });
  const page = `http://localhost:3000/change-email/${token}`;
  const answer = { status: 303, location: page };
  expect(await Promise.all([press(token), press(token)])).toEqual([answer, answer]);
  expect(await stateOf(token)).toEqual({ ...facts, state: "confirmed" });
  expect(await pending()).toEqual({ ...shown, isConfirmed: true });
  await harness.setTime(almostADay);
  await applyEmailChanges(harness.ctx);
  expect(await emailOf()).toBe("ann@old.example");
  await harness.setTime(aDayLater);
  await Promise.all([applyEmailChanges(harness.ctx), applyEmailChanges(harness.ctx)]);
  expect(await emailOf()).toBe("ann@new.example");
  expect(await stateOf(token)).toEqual({ state: "applied" });
  expect(await pending()).toBeNull();
  const events = await harness.ctx.db.auditEvent.count({ where: { action: "email.changed" } });
  expect(events).toBe(1);
});

/** A caller who may change details, and what they send with each call. */
async function callerOf(who: string): Promise<{ client: ApiClient; headers?: object }> {
  if (who === "support") return { client: support };
  const client = await openAdminClient(harness.ctx, "owner");
  if (who === "an owner") return { client };
  const { id: ownerId } = await harness.ctx.db.admin.findFirstOrThrow({ where: { role: "owner" } });
  const scopes = ["changeDetails" as const];
  const input = { name: "Zapier", scopes, lifetimeDays: 30 as const };
  const { token } = await createApiToken(harness.ctx, ownerId, input, "operator");
  return { client, headers: { authorization: `Bearer ${token}` } };
}

test.each(["support", "an owner", "a token"])("%s can't skip the wait", async (who) => {
  const { client, headers } = await callerOf(who);
  const answer = await client.call(emailRoute, "POST", `/api/admin/subscribers/${id}/email`, {
    params: { id: String(id) },
    json: { why, newEmail: "ann@new.example" },
    headers: { ...headers },
  });
  expect(answer.status).toBe(200);
  await press((await tokensTo("ann@new.example"))[0]);
  await applyEmailChanges(harness.ctx);
  expect(await emailOf()).toBe("ann@old.example");
});

test("a confirmation after the day takes effect at once", async () => {
  await change("ann@new.example");
  const [token] = await tokensTo("ann@new.example");
  await harness.setTime(aDayLater);
  await applyEmailChanges(harness.ctx);
  expect(await emailOf()).toBe("ann@old.example");
  await press(token);
  expect(await emailOf()).toBe("ann@new.example");
});

test("the day starts when the provider has accepted the email to the current address", async () => {
  await harness.fault({ provider: "postmark", mode: "error" });
  await change("ann@new.example");
  await sendNotices(harness.ctx);
  expect(await pending()).toMatchObject({ state: "not_told", takesEffectAt: null });
  await harness.clearFaults();
  await harness.ctx.db.notice.updateMany({ data: { nextAttemptAt: new Date(0) } });
  await harness.setTime(aDayLater);
  await press((await tokensTo("ann@new.example"))[0]);
  expect(await pending()).toMatchObject({ takesEffectAt: "2026-11-25T12:00:00.000Z" });
  expect(await emailOf()).toBe("ann@old.example");
});

test("all sessions and unused login links end when it takes effect", async () => {
  const browser = await openSubscriberClient(harness.ctx, id);
  const user = async () => (await browser.call(userRoute, "GET", "/api/user")).status;
  const expiresAt = new Date("2026-11-24T12:15:00Z");
  await harness.ctx.db.loginToken.create({
    data: { subscriberId: id, tokenHash: "old", expiresAt },
  });
  await confirmed("ann@new.example");
  expect(await user()).toBe(200);
  await harness.setTime(aDayLater);
  await applyEmailChanges(harness.ctx);
  expect(await user()).toBe(401);
  const link = await harness.ctx.db.loginToken.findFirstOrThrow({ where: { tokenHash: "old" } });
  expect(link.replacedAt).not.toBeNull();
});

test("the current address is told before and after, without the new one", async () => {
  await confirmed("ann@new.example");
  await harness.setTime(aDayLater);
  await applyEmailChanges(harness.ctx);
  await sendNotices(harness.ctx);
  const told = (await harness.sent("email")).filter(({ to }) => to === "ann@old.example");
  expect(told.map(({ subject }) => subject)).toEqual([
    "Your Threeline address is about to change",
    "Your Threeline address was changed",
  ]);
  for (const { text } of told) expect(text).not.toContain("ann@new.example");
  expect(told[0]?.text.replaceAll(/\s+/g, " ")).toContain(
    "normally not before Nov 24, 2026 at 7:00 AM EST.",
  );
});

describe("“This wasn't me”", () => {
  test("stops a change, also a confirmed one, and tells the team once", async () => {
    const token = await confirmed("ann@new.example");
    const [wasNotMe = ""] = await stopTokens();
    expect(await stoppableBy(wasNotMe)).toMatchObject({ state: "open" });
    expect(await emailOf()).toBe("ann@old.example");
    const answer = {
      status: 303,
      location: `http://localhost:3000/change-email/stop/${wasNotMe}`,
    };
    expect(await Promise.all([stop(wasNotMe), stop(wasNotMe)])).toEqual([answer, answer]);
    expect(await stop(wasNotMe)).toEqual(answer);
    expect(await stoppableBy(wasNotMe)).toEqual({ state: "stopped" });
    expect(await stateOf(token)).toEqual({ state: "stopped" });
    expect(await pending()).toMatchObject({ state: "stopped", isConfirmed: true });
    await harness.setTime(aDayLater);
    await applyEmailChanges(harness.ctx);
    await press(token);
    expect(await emailOf()).toBe("ann@old.example");
    expect(await alerts()).toEqual([{ subject: "A subscriber stopped a change of their address" }]);
  });

  test("stays stopped, whatever an owner approves later", async () => {
    await confirmed("ann@new.example");
    await stop((await stopTokens())[0]);
    expect(await approve("ann@new.example")).toEqual({
      status: 409,
      body: { message: "There’s no longer a change of address to approve or withdraw." },
    });
    expect(await emailOf()).toBe("ann@old.example");
  });

  test("says when there's nothing to stop anymore", async () => {
    await confirmed("ann@new.example");
    const [wasNotMe] = await stopTokens();
    await harness.setTime(aDayLater);
    await applyEmailChanges(harness.ctx);
    await stop(wasNotMe);
    expect(await stoppableBy(wasNotMe)).toEqual({ state: "applied" });
    expect(await emailOf()).toBe("ann@new.example");
    await change("ann@third.example", await openAdminClient(harness.ctx, "support"));
    expect(await stoppableBy(wasNotMe)).toEqual({ state: "over" });
  });

  test("has a separate link, which the new address doesn't get", async () => {
    const token = await confirmed("ann@new.example");
    expect((await stop(token)).status).toBe(404);
    expect((await press((await stopTokens())[0])).status).toBe(404);
    expect((await stop("MQ.forged")).status).toBe(404);
  });
});

describe("an owner's approval", () => {
  test("lets a confirmed address take effect at once", async () => {
    await confirmed("ann@new.example");
    expect(await approve("ann@new.example")).toEqual({
      status: 200,
      body: { message: "The new address is approved." },
    });
    expect(await emailOf()).toBe("ann@new.example");
  });

  test("still needs the confirmation", async () => {
    await change("ann@new.example");
    await approve("ann@new.example");
    await applyEmailChanges(harness.ctx);
    expect(await emailOf()).toBe("ann@old.example");
    await press((await tokensTo("ann@new.example"))[0]);
    expect(await emailOf()).toBe("ann@new.example");
  });

  test("is for the address that the owner saw", async () => {
    await change("ann@new.example");
    await confirmed("evil@evil.example");
    expect(await approve("ann@new.example")).toEqual({
      status: 409,
      body: { message: "A different address has been entered. Reload the page to see it." },
    });
    expect(await emailOf()).toBe("ann@old.example");
  });

  test("needs an owner's password, and no token can give it", async () => {
    await confirmed("ann@new.example");
    expect((await approve("ann@new.example", support)).status).toBe(403);
    const owner = await openAdminClient(harness.ctx, "owner");
    const wrong = { why, newEmail: "ann@new.example", currentPassword: "a wrong password" };
    expect(await act(approveRoute, "approve-email", wrong, owner)).toEqual({
      status: 400,
      body: { message: "That isn’t your current password.", field: "currentPassword" },
    });
    const { id: ownerId } = await harness.ctx.db.admin.findFirstOrThrow({
      where: { role: "owner" },
    });
    const input = { name: "Zapier", scopes: ["manageData" as const], lifetimeDays: 30 as const };
    const { token } = await createApiToken(harness.ctx, ownerId, input, "operator");
    const path = `/api/admin/subscribers/${id}/approve-email`;
    const answer = await owner.call(approveRoute, "POST", path, {
      params: { id: String(id) },
      json: { ...wrong, currentPassword },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(403);
    expect(await emailOf()).toBe("ann@old.example");
  });
});

describe("when the current address", () => {
  test("bounces, the confirmation takes effect at once", async () => {
    await suppress("hard_bounce");
    await confirmed("ann@new.example");
    expect(await emailOf()).toBe("ann@new.example");
  });

  test("turns out to bounce, a confirmed change takes effect", async () => {
    await confirmed("ann@new.example");
    await suppress("hard_bounce");
    await applyEmailChanges(harness.ctx);
    expect(await emailOf()).toBe("ann@new.example");
  });

  test.each(["spam_complaint", "inactive", "manual"])(
    "can't be told (%s) but may be read, only an owner can let it take effect",
    async (reason) => {
      await suppress(reason);
      await confirmed("ann@new.example");
      expect(await pending()).toMatchObject({ state: "needs_owner", takesEffectAt: null });
      await harness.setTime("2026-12-20T12:00:00Z");
      await applyEmailChanges(harness.ctx);
      expect(await emailOf()).toBe("ann@old.example");
      await approve("ann@new.example");
      expect(await emailOf()).toBe("ann@new.example");
    },
  );

  test("is suppressed by support to skip the wait, only an owner can let it take effect", async () => {
    await act(suppressRoute, "suppress", { why, channel: "email" });
    await confirmed("ann@new.example");
    await harness.ctx.db.suppression.deleteMany();
    await harness.setTime("2026-12-20T12:00:00Z");
    await applyEmailChanges(harness.ctx);
    expect(await emailOf()).toBe("ann@old.example");
    expect(await pending()).toMatchObject({ state: "needs_owner" });
  });

  test("is another than the one that was told, only an owner can let it take effect", async () => {
    await confirmed("ann@new.example");
    await harness.ctx.db.subscriber.update({ where: { id }, data: { email: "ann@third.example" } });
    await harness.setTime(aDayLater);
    await applyEmailChanges(harness.ctx);
    expect(await emailOf()).toBe("ann@third.example");
    expect(await pending()).toMatchObject({ state: "needs_owner" });
  });

  test("may have objected in what a restored backup lacks, only an owner can let it take effect", async () => {
    await confirmed("ann@new.example");
    await harness.ctx.db.restore.create({
      data: { highestIds: {}, confirmedAt: new Date(almostADay), releasedAt: new Date(almostADay) },
    });
    await harness.setTime(aDayLater);
    await applyEmailChanges(harness.ctx);
    expect(await emailOf()).toBe("ann@old.example");
    expect(await pending()).toMatchObject({ state: "needs_owner" });
    await harness.ctx.db.restore.deleteMany();
  });
});

test("support withdraws a change, and its links do nothing", async () => {
  const token = await confirmed("ann@new.example");
  const [wasNotMe] = await stopTokens();
  expect(await act(withdrawRoute, "withdraw-email", { why })).toEqual({
    status: 200,
    body: { message: "The change of address was withdrawn." },
  });
  expect((await act(withdrawRoute, "withdraw-email", { why })).status).toBe(409);
  expect(await pending()).toBeNull();
  expect(await stateOf(token)).toEqual({ state: "stopped" });
  expect(await stoppableBy(wasNotMe)).toEqual({ state: "over" });
  await harness.setTime(aDayLater);
  await applyEmailChanges(harness.ctx);
  expect(await emailOf()).toBe("ann@old.example");
});

test("a change of someone who was deleted does nothing", async () => {
  await confirmed("ann@new.example");
  await harness.ctx.db.subscriber.delete({ where: { id } });
  await harness.setTime(aDayLater);
  await applyEmailChanges(harness.ctx);
  expect(await harness.ctx.db.emailChange.count()).toBe(0);
});

test("a request of an older version that was confirmed there has ended", async () => {
  const data = { subscriberId: id, email: "ann@new.example", createdAt: new Date(requested) };
  const at = new Date(aDayLater);
  await harness.ctx.db.emailChange.create({ data: { ...data, expiresAt: at, confirmedAt: at } });
  await suppress("hard_bounce");
  await applyEmailChanges(harness.ctx);
  expect(await emailOf()).toBe("ann@old.example");
  expect(await pending()).toBeNull();
});

test("the next briefing goes to the new address, and each address gets one", async () => {
  await confirmed("ann@new.example");
  await approve("ann@new.example");
  await harness.addMessage("2026-11-23");
  await harness.setTime("2026-11-23T13:00:00Z");
  await harness.run();
  const sent = (await harness.sent("email")).filter(({ metadata }) => !metadata["notice"]);
  expect(sent.map(({ to }) => to)).toEqual(["ann@new.example"]);
});

test("the email to the new address says nothing about the account", async () => {
  await harness.ctx.db.subscriber.update({ where: { id }, data: { name: "Ann Whitaker" } });
  await change("ann@new.example");
  await sendNotices(harness.ctx);
  const [email] = (await harness.sent()).filter(({ to }) => to === "ann@new.example");
  expect(email?.subject).toBe("Confirm your new address for Threeline");
  expect(`${email?.text} ${email?.html}`).not.toMatch(/Whitaker|old\.example/);
});

test("a new request replaces the link of the one before", async () => {
  await change("ann@typo.example");
  await change("ann@new.example");
  const [old] = await tokensTo("ann@typo.example");
  expect(old).toBeUndefined();
  await press((await tokensTo("ann@new.example"))[0]);
  await harness.setTime(aDayLater);
  await applyEmailChanges(harness.ctx);
  expect(await emailOf()).toBe("ann@new.example");
});

test("a link of an address that was corrected later doesn't work", async () => {
  await change("ann@typo.example");
  const [old] = await tokensTo("ann@typo.example");
  await change("ann@new.example");
  expect(await stateOf(old)).toEqual({ state: "invalid" });
  expect((await press(old)).location).toMatch(/\/change-email\/[^?]+$/);
  expect(await emailOf()).toBe("ann@old.example");
});

test("the link expires, and is deleted later", async () => {
  await change("ann@new.example");
  const [token] = await tokensTo("ann@new.example");
  const after = Date.parse("2026-11-23T12:00:00Z") + emailChangeDays * 86_400_000;
  await harness.setTime(new Date(after).toISOString());
  expect(await stateOf(token)).toEqual({ state: "expired" });
  await press(token);
  expect(await emailOf()).toBe("ann@old.example");
  await harness.setTime(new Date(after + 40 * 86_400_000).toISOString());
  await purgeExpired(harness.ctx);
  expect(await harness.ctx.db.emailChange.count()).toBe(0);
});

test("an address that someone else has can't be entered, or confirmed later", async () => {
  await harness.addSubscriber({ email: "taken@new.example" });
  expect(await change("Taken@new.example")).toEqual({
    status: 409,
    body: { message: "Another subscriber has this address.", field: "newEmail" },
  });
  await change("ann@new.example");
  const [token] = await tokensTo("ann@new.example");
  await harness.addSubscriber({ email: "ANN@new.example" });
  expect((await press(token)).location).toContain("?refused=1");
  expect(await emailOf()).toBe("ann@old.example");
  expect(await stateOf(token)).toMatchObject({ state: "open", email: "ann@new.example" });
});

test("an address that someone else got during the wait isn't taken away, and the team is told", async () => {
  const token = await confirmed("ann@new.example");
  await harness.addSubscriber({ email: "ANN@new.example" });
  expect(await approve("ann@new.example")).toMatchObject({ status: 409 });
  await harness.setTime(aDayLater);
  await applyEmailChanges(harness.ctx);
  await applyEmailChanges(harness.ctx);
  expect(await emailOf()).toBe("ann@old.example");
  expect(await pending()).toMatchObject({ state: "taken" });
  expect(await stateOf(token)).toEqual({ state: "stopped" });
  expect(await alerts()).toEqual([{ subject: "A confirmed change of address couldn’t be made" }]);
});

test.each([
  ["ann@OLD.example", 409, "This is already their address."],
  ["", 400, "Please enter the new email address."],
  ["ann", 400, "Please enter a valid email address"],
])("refuses “%s”", async (newEmail, status, message) => {
  expect(await change(newEmail)).toMatchObject({ status, body: { message, field: "newEmail" } });
});

test("refuses an address that bounces", async () => {
  const address = "full@new.example";
  await harness.ctx.db.suppression.create({
    data: { channel: "email", address, reason: "hard_bounce", source: "postmark" },
  });
  expect((await change("Full@new.example")).status).toBe(409);
});

test("only owners and support can ask for it, and five times a day", async () => {
  const editor = await openAdminClient(harness.ctx, "editor");
  expect((await change("ann@new.example", editor)).status).toBe(403);
  const answers: number[] = [];
  for (const name of ["a", "b", "c", "d", "e", "f"]) {
    answers.push((await change(`${name}@new.example`)).status);
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
});

test("the timeline says who asked for it, why, and that it was done", async () => {
  await confirmed("ann@new.example");
  await approve("ann@new.example");
  const { entries } = await listTimeline(harness.ctx, id, { kind: "changes" });
  expect(entries.map(({ title, detail, by }) => [title, detail, by])).toEqual(
    expect.arrayContaining([
      ["Email address changed", "ann@old.example to ann@new.example.", "the subscriber"],
      ["New address confirmed", "ann@new.example.", "the subscriber"],
      ["Change of address approved", `ann@new.example. Reason: ${why}`, expect.any(String)],
      [
        "Change of address requested",
        `ann@old.example to ann@new.example. Reason: ${why}`,
        expect.any(String),
      ],
    ]),
  );
});

test("a token that isn't ours is answered with 404", async () => {
  expect((await press("MQ.forged")).status).toBe(404);
});
