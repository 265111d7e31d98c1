import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST as emailRoute } from "@/app/api/admin/subscribers/[id]/email/route";
import { POST as confirmRoute } from "@/app/api/change-email/[token]/route";
import { emailChangeDays } from "@/lib/contracts/limits";
import { findEmailChange } from "@/lib/domain/account/email-change";
import { verifyEmailChangeToken } from "@/lib/domain/outbox/confirmation-token";
import { sendNotices } from "@/lib/domain/outbox/notices";
import { getPerson } from "@/lib/domain/people/person/person";
import { listTimeline } from "@/lib/domain/people/person/timeline";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { provideContext } from "@/lib/http/route/context";
import { openAdminClient, type ApiClient } from "@/tests/support/api";
import { callDocumented } from "@/tests/support/api-reference";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const why = "Called from her new job";

let harness: DeliveryHarness;
let support: ApiClient;
let id: number;

beforeAll(async () => {
  harness = await startDelivery();
  provideContext(harness.ctx);
});
afterAll(async () => {
  provideContext(undefined);
  await harness.close();
});
beforeEach(async () => {
  await harness.reset();
  await harness.setTime("2026-11-23T12:00:00Z");
  support = await openAdminClient(harness.ctx, "support");
  id = await harness.addSubscriber({ email: "ann@old.example" });
});

async function change(newEmail: string, client = support) {
  const path = `/api/admin/subscribers/${id}/email`;
  const params = { id: String(id) };
  const json = { why, newEmail };
  const { status, body } = await client.call(emailRoute, "POST", path, { params, json });
  return { status, body };
}

/** The tokens emailed to an address, the newest last. */
async function tokensTo(email: string): Promise<string[]> {
  await sendNotices(harness.ctx);
  return (await harness.sent())
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /\/change-email\/(\S+)/.exec(text)?.[1] ?? []);
}

async function press(token = "") {
  const url = `http://localhost:3000/api/change-email/${token}`;
  const response = await callDocumented(confirmRoute, new Request(url, { method: "POST" }), {
    params: Promise.resolve({ token }),
  });
  return { status: response.status, location: response.headers.get("location") };
}

function stateOf(token = "") {
  const found = verifyEmailChangeToken(token, harness.ctx.settings.acceptedSecrets);
  return findEmailChange(harness.ctx, found ?? 0);
}

const emailOf = async () =>
  (await harness.ctx.db.subscriber.findUniqueOrThrow({ where: { id } })).email;

test("nothing changes until someone confirms with the link in the new mailbox", async () => {
  expect(await change("ann@new.example")).toEqual({
    status: 200,
    body: { message: "A link was sent to the new address." },
  });
  const [token = ""] = await tokensTo("ann@new.example");
  expect(await stateOf(token)).toEqual({ state: "open", email: "ann@new.example" });
  expect(await emailOf()).toBe("ann@old.example");
  expect((await getPerson(harness.ctx, id)).pendingEmail).toBe("ann@new.example");
  const page = `http://localhost:3000/change-email/${token}`;
  const answer = { status: 303, location: page };
  expect(await Promise.all([press(token), press(token)])).toEqual([answer, answer]);
  expect(await emailOf()).toBe("ann@new.example");
  expect(await stateOf(token)).toEqual({ state: "confirmed" });
  expect((await getPerson(harness.ctx, id)).pendingEmail).toBeNull();
});

test("the previous address is told before and after, and its login links stop working", async () => {
  const expiresAt = new Date("2026-11-23T12:15:00Z");
  await harness.ctx.db.loginToken.create({
    data: { subscriberId: id, tokenHash: "old", expiresAt },
  });
  await change("ann@new.example");
  const [token] = await tokensTo("ann@new.example");
  await press(token);
  await press(token);
  await sendNotices(harness.ctx);
  const told = (await harness.sent("email")).filter(({ to }) => to === "ann@old.example");
  expect(told.map(({ subject }) => subject)).toEqual([
    "Your Threeline address is about to change",
    "Your Threeline address was changed",
  ]);
  for (const { text } of told) expect(text).not.toContain("ann@new.example");
  const link = await harness.ctx.db.loginToken.findFirstOrThrow({ where: { tokenHash: "old" } });
  expect(link.replacedAt).not.toBeNull();
});

test("the next briefing goes to the new address, and each address gets one", async () => {
  await change("ann@new.example");
  await press((await tokensTo("ann@new.example"))[0]);
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
  expect(await stateOf(token)).toEqual({ state: "open", email: "ann@new.example" });
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
  await change("ann@new.example");
  await press((await tokensTo("ann@new.example"))[0]);
  const { entries } = await listTimeline(harness.ctx, id, { kind: "changes" });
  expect(entries.map(({ title, detail, by }) => [title, detail, by])).toEqual(
    expect.arrayContaining([
      ["Email address changed", "ann@old.example to ann@new.example.", "the subscriber"],
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
