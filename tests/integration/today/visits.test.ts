import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { PUT as track } from "@/app/api/admin/deliveries/tracking/route";
import { POST as postmarkWebhook } from "@/app/api/webhooks/postmark/route";
import { z } from "zod";
import { deleteAccount } from "@/lib/domain/account/delete-account";
import { exportData } from "@/lib/domain/account/export-data";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { setTracking } from "@/lib/domain/delivery/reports/tracking";
import { findVisits } from "@/lib/domain/delivery/reports/visits";
import { retentionOfTables } from "@/lib/domain/retention/tables";
import { provideContext } from "@/lib/http/route/context";
import { openAdminClient } from "@/tests/support/api";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const monday = "2026-11-23";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15";
const gmail =
  "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";

const harness = useForFile(startDelivery);

beforeAll(async () => {
  for (const [name, value] of Object.entries(harness.variables)) vi.stubEnv(name, value);
  provideContext(harness.ctx);
});
afterAll(() => {
  vi.unstubAllEnvs();
  provideContext(undefined);
});

let people: number[] = [];

beforeEach(async () => {
  await harness.reset();
  await harness.setTime("2026-11-23T12:50:00Z");
  await harness.addMessage(monday);
  people = [];
  for (let index = 0; index < 3; index += 1) {
    people.push(await harness.addSubscriber({ timezone: "America/New_York" }));
  }
});

let trace = 0;

/** Postmark's webhook about the email of one of the people, as documented. */
async function report(person: number, type: "Open" | "Click", fields: object): Promise<void> {
  trace += 1;
  const { POSTMARK_WEBHOOK_USERNAME: username, POSTMARK_WEBHOOK_PASSWORD: password } = harness.env;
  const response = await postmarkWebhook(
    new Request("http://localhost/api/webhooks/postmark", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
        "x-pm-webhook-trace-id": `trace-${trace}`,
      },
      body: JSON.stringify({
        RecordType: type,
        MessageStream: "broadcast",
        MessageID: `message-${people[person]}`,
        Metadata: { delivery: `email:${monday}:${people[person]}` },
        Recipient: "someone@example.com",
        ReceivedAt: "2026-11-23T12:55:00Z",
        Platform: "Mobile",
        Client: { Name: "Mail", Company: "", Family: "Mail" },
        OS: { Name: "iOS", Company: "", Family: "iOS" },
        Geo: { City: "London", IP: "192.0.2.10" },
        UserAgent: iphone,
        ...fields,
      }),
    }),
  );
  expect(response.status).toBe(200);
}

const link = "https://example.com/story?id=7";

/** Three people: one reads and clicks twice, one's mail app loads the images, one does both. */
async function visitAll(): Promise<void> {
  await report(0, "Open", { FirstOpen: true });
  await report(0, "Open", { FirstOpen: false });
  await report(0, "Click", { OriginalLink: `${link}#part`, ClickLocation: "HTML" });
  await report(0, "Click", { OriginalLink: link, ClickLocation: "HTML" });
  await report(0, "Click", { OriginalLink: "http://localhost/unsubscribe/token" });
  await report(1, "Open", { UserAgent: "Mozilla/5.0" });
  await report(1, "Click", { OriginalLink: link, UserAgent: "Mimecast scanner" });
  await report(2, "Open", { UserAgent: gmail });
  await report(2, "Open", {});
  await report(2, "Click", { OriginalLink: "https://example.org/" });
  await report(2, "Click", { OriginalLink: "javascript:alert(1)" });
  await report(2, "Click", { OriginalLink: link });
  await applyReports(harness.ctx);
}

it("neither tracks nor stores anything while it's off", async () => {
  await harness.run();
  expect(await trackedParts()).toEqual([{ opens: false, links: "None" }]);
  await visitAll();
  expect(await findVisits(harness.ctx, monday)).toEqual({
    isTracking: false,
    opened: 0,
    openedByMachine: 0,
    clicked: 0,
    links: [],
  });
  expect(await harness.ctx.db.emailVisit.count()).toBe(0);
  const events = await harness.ctx.db.webhookEvent.findMany({ where: { source: "postmark" } });
  const stored = JSON.stringify(events.map(({ payload, report: left }) => [payload, left]));
  expect(stored).not.toMatch(/London|192\.0\.2\.10|iPhone|example\.com|"visit"/);
});

const listSchema = z.object({ Messages: z.array(z.object({ MessageID: z.string() })) });
const detailsSchema = z.object({ TrackOpens: z.boolean(), TrackLinks: z.string() });

/** How the emails that were sent are tracked, each way once. */
async function trackedParts() {
  const { SANDBOX_URL, POSTMARK_SERVER_TOKEN } = harness.env;
  const headers = { "x-postmark-server-token": POSTMARK_SERVER_TOKEN, accept: "application/json" };
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${SANDBOX_URL}/messages/outbound${path}`, { headers })).json();
  const { Messages } = listSchema.parse(await read("?count=50&offset=0"));
  const all = await Promise.all(
    Messages.map(async ({ MessageID }) => detailsSchema.parse(await read(`/${MessageID}/details`))),
  );
  const ways = all.map(({ TrackOpens, TrackLinks }) => ({ opens: TrackOpens, links: TrackLinks }));
  return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
}

it("counts each person once for opens and for each link, and machines on their own", async () => {
  await setTracking(harness.ctx, { value: true, by: "operator" });
  await harness.run();
  expect(await trackedParts()).toEqual([{ opens: true, links: "HtmlOnly" }]);
  await visitAll();
  await visitAll();
  expect(await findVisits(harness.ctx, monday)).toEqual({
    isTracking: true,
    opened: 2,
    openedByMachine: 2,
    clicked: 2,
    links: [
      { link, people: 2 },
      { link: "https://example.org/", people: 1 },
    ],
  });
});

it("forgets who it was with the account, and after 45 days, but not how many", async () => {
  await setTracking(harness.ctx, { value: true, by: "operator" });
  await harness.run();
  await visitAll();
  const { db } = harness.ctx;
  const [person = 0] = people;
  expect((await exportData(harness.ctx, person)).emailVisits).toHaveLength(3);
  const { email } = await db.subscriber.findUniqueOrThrow({ where: { id: person } });
  await deleteAccount(harness.ctx, { subscriberId: person, email });
  expect(await db.emailVisit.count({ where: { subscriberId: person } })).toBe(0);
  expect(await db.emailVisit.count()).toBeGreaterThan(0);
  // Nothing is deleted while briefings are sent.
  await harness.setTime("2026-11-23T22:00:00Z");
  const { EmailVisit } = retentionOfTables;
  if ("purge" in EmailVisit) await EmailVisit.purge(harness.ctx, new Date("2026-11-24"));
  expect(await db.emailVisit.count()).toBe(0);
  expect(await findVisits(harness.ctx, monday)).toMatchObject({ opened: 2, clicked: 2 });
});

it("is turned on by owners only, and recorded", async () => {
  const path = "/api/admin/deliveries/tracking";
  const support = await openAdminClient(harness.ctx, "support");
  const json = { isTracking: true };
  expect((await support.call(track, "PUT", path, { json })).status).toBe(403);
  const owner = await openAdminClient(harness.ctx);
  expect((await owner.call(track, "PUT", path, { json })).body).toEqual(json);
  expect(
    await harness.ctx.db.auditEvent.findFirst({ where: { subject: "setting:trackEmails" } }),
  ).toMatchObject({ detail: { before: false, after: true } });
});
