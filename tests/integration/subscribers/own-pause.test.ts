import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DELETE as endRoute, POST as pauseRoute } from "@/app/api/user/pause/route";
import { getAccount } from "@/lib/domain/account/account-view";
import { pauseBriefings } from "@/lib/domain/account/pause";
import { listTimeline } from "@/lib/domain/subscribers/person/timeline";
import { provideContext } from "@/lib/http/route/context";
import { openSubscriberClient, type ApiClient } from "@/tests/support/api";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const harness = useForFile(startDelivery);
let client: ApiClient;
let id: number;

beforeAll(async () => {
  provideContext(harness.ctx);
});
afterAll(() => {
  provideContext(undefined);
});
beforeEach(async () => {
  await harness.reset();
  await harness.setTime("2026-11-23T12:00:00Z");
  id = await harness.addSubscriber({ email: "ann@example.com" });
  client = await openSubscriberClient(harness.ctx, id);
});

async function pause(from: unknown, until: unknown) {
  const json = { from, until };
  const { status, body } = await client.call(pauseRoute, "POST", "/api/user/pause", { json });
  return { status, body };
}

async function end() {
  const { status, body } = await client.call(endRoute, "DELETE", "/api/user/pause", {});
  return { status, body };
}

const shown = async () => (await getAccount(harness.ctx, id)).pause;

async function sendMonday(): Promise<string[]> {
  await harness.addMessage("2026-11-23");
  await harness.setTime("2026-11-23T13:00:00Z");
  await harness.run();
  return (await harness.sent()).map(({ to }) => to);
}

test("a subscriber pauses, gets nothing on these days, and sees it in the account", async () => {
  expect(await pause("2026-11-23", "2026-11-27")).toEqual({
    status: 200,
    body: { message: "Briefings are paused." },
  });
  expect(await shown()).toEqual({ from: "2026-11-23", until: "2026-11-27", isNow: true });
  expect(await sendMonday()).toEqual([]);
});

test("the account shows a pause that the team set, and the subscriber ends it there", async () => {
  const dates = { from: "2026-11-23", until: "2026-11-27" };
  await pauseBriefings(harness.ctx, id, { ...dates, actor: "admin:dana", why: "Called us" });
  expect(await shown()).toMatchObject(dates);
  expect(await end()).toEqual({ status: 200, body: { message: "The pause has ended." } });
  expect(await shown()).toBeNull();
  expect(await sendMonday()).toEqual(["ann@example.com"]);
  const { entries } = await listTimeline(harness.ctx, id, { kind: "changes" });
  expect(entries.map(({ title, by }) => [title, by]).slice(0, 2)).toEqual([
    ["Pause ended", "the subscriber"],
    ["Briefings paused", "dana"],
  ]);
});

test("a pause that hasn't begun is shown, changed, and removed", async () => {
  await pause("2026-12-21", "2027-01-01");
  expect(await shown()).toEqual({ from: "2026-12-21", until: "2027-01-01", isNow: false });
  await pause("2026-12-24", "2026-12-31");
  expect(await shown()).toEqual({ from: "2026-12-24", until: "2026-12-31", isNow: false });
  await end();
  expect(await shown()).toBeNull();
  expect(await sendMonday()).toEqual(["ann@example.com"]);
});

test("days of a pause that are over stay when it ends", async () => {
  await pause("2026-11-16", "2026-11-27");
  await end();
  const subscriber = await harness.ctx.db.subscriber.findUniqueOrThrow({ where: { id } });
  expect([subscriber.pausedFrom, subscriber.pausedUntil]).toEqual([
    new Date("2026-11-16"),
    new Date("2026-11-22"),
  ]);
});

test.each([
  ["2026-11-27", "2026-11-24", "The last day must not be before the first."],
  ["2026-11-16", "2026-11-20", "The last day must not be in the past."],
  ["2026-11-23", "2027-12-31", "A pause can be at most a year long."],
])("refuses %s to %s", async (from, until, message) => {
  expect(await pause(from, until)).toEqual({ status: 400, body: { message, field: "until" } });
  expect(await shown()).toBeNull();
});

test.each([["tomorrow"], [null], ["2026-02-30"]])("refuses %j as a date", async (from) => {
  expect(await pause(from, "2026-11-27")).toMatchObject({ status: 400, body: { field: "from" } });
});

test("nothing can be ended without a pause", async () => {
  expect(await end()).toEqual({ status: 409, body: { message: "Briefings aren’t paused." } });
});

test("a pause is kept in the data folder, without names", async () => {
  await pause("2026-11-23", "2026-11-27");
  const [record] = await harness.ctx.choices.list();
  expect(record).toMatchObject({
    kind: "pause",
    pausedFrom: "2026-11-23",
    pausedUntil: "2026-11-27",
  });
  expect(JSON.stringify(record)).not.toContain("ann");
});
