import { beforeEach, expect, test } from "vitest";
import { exportSubscribers } from "@/lib/domain/subscribers/csv/export-for-import";
import { importAtOnce } from "@/lib/domain/subscribers/import/import-at-once";
import { startApi } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const header = "email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at";
const at = useForFile(() => startApi({ now: "2026-11-18T12:00:00Z" }));

beforeEach(async () => {
  await at.ctx.db.subscriber.deleteMany();
});

async function runFile(content: string) {
  const leftOut: string[] = [];
  const report = await importAtOnce(at.ctx, { fileName: "people.csv", content }, (problem) =>
    leftOut.push(`${problem.line} ${problem.column}: ${problem.reason}`),
  );
  return { ...report, leftOut };
}

const run = (...lines: string[]) => runFile([header, ...lines].join("\n"));

async function exported(): Promise<string> {
  let csv = "";
  for await (const piece of exportSubscribers(at.ctx)) csv += piece;
  return csv;
}

const counts = (added: number, updated: number, unchanged: number, rejected: number) => ({
  added,
  updated,
  unchanged,
  rejected,
});

test("adds, updates, leaves and refuses, and says which", async () => {
  expect(
    await run(
      "ann@example.com,Ann,,Europe/London,Active,true,false,",
      "BOB@example.com,Bob,+14155550100,America/Denver,Free Trial,true,true,2026-03-05T14:00:00Z",
    ),
  ).toMatchObject(counts(2, 0, 0, 0));

  const second = await run(
    "Ann@Example.com,Ann Lee,,Europe/London,active,true,false,",
    "bob@example.com,Bob,+14155550100,America/Denver,trialing,true,true,2026-03-05T14:00:00Z",
    "carl@example.com,,,,,,true,",
    "ANN@example.com,Again,,,,,,",
    "dee@example.com,Dee",
    "eve@example.com,Eve,N/A,Mars,,,,",
  );
  expect(second).toMatchObject(counts(2, 1, 1, 2));
  expect(second.leftOut).toEqual([
    "4 sms_consent_at: Texts are on, but there’s no time of consent such as 2026-03-05T14:00:00Z.",
    "5 email: Same address as row 2.",
    "7 timezone: Left out: we don’t send in this zone.",
  ]);
  const people = await at.ctx.db.subscriber.findMany({ orderBy: { id: "asc" } });
  expect(people.map(({ email, name }) => ({ email, name }))).toEqual([
    { email: "ann@example.com", name: "Ann Lee" },
    { email: "BOB@example.com", name: "Bob" },
    { email: "dee@example.com", name: "Dee" },
    { email: "eve@example.com", name: "Eve" },
  ]);
});

test("what is exported and imported again changes nothing, formulas included", async () => {
  await run(
    'ann@example.com,"=HYPERLINK(""http://evil.example"")",,Europe/London,paused,false,false,',
    "+plus@example.com,'-quoted,+447700900101,America/Chicago,past_due,true,true,2026-03-05T14:00:00.123Z",
    'dee@example.com,"De, e 😀",,,,,,',
    "eve@example.com,,,,canceled,,,",
  );
  const first = await exported();
  expect(first).toBe(`${header}
ann@example.com,"'=HYPERLINK(""http://evil.example"")",,Europe/London,paused,false,false,
'+plus@example.com,'-quoted,+447700900101,America/Chicago,past_due,true,true,2026-03-05T14:00:00.123Z
dee@example.com,"De, e 😀",,America/New_York,,true,false,
eve@example.com,,,America/New_York,canceled,true,false,
`);
  expect(await runFile(first)).toMatchObject(counts(0, 0, 4, 0));
  expect(await exported()).toBe(first);

  await at.ctx.db.subscriber.deleteMany();
  await runFile(first);
  expect(await exported()).toBe(first);
});

test("never turns anything on for someone who is stored, and can turn texts off", async () => {
  const line = (texts: boolean) =>
    `ann@example.com,,+14155550100,,,${texts},${texts},2026-03-05T14:00:00Z`;
  await run(line(false));
  expect(await run(line(true))).toMatchObject(counts(0, 0, 1, 0));
  await at.ctx.db.subscriber.updateMany({ data: { emailEnabled: true, smsEnabled: true } });
  expect(await run(line(false))).toMatchObject(counts(0, 1, 0, 0));
  expect(await at.ctx.db.subscriber.findFirst()).toMatchObject({
    emailEnabled: false,
    smsEnabled: false,
    phone: "+14155550100",
  });
});

test("a status from Paddle is not overruled; one of ours is", async () => {
  await run("ann@example.com,,,,active,,,", "bob@example.com,,,,active,,,");
  const ann = await at.ctx.db.subscriber.findFirstOrThrow({ where: { email: "ann@example.com" } });
  await at.ctx.db.subscription.create({
    data: { subscriberId: ann.id, paddleSubscriptionId: "sub_1", status: "past_due" },
  });
  const report = await run("ann@example.com,,,,canceled,,,", "bob@example.com,,,,canceled,,,");
  expect(report).toMatchObject(counts(0, 1, 1, 0));
  const rows = await at.ctx.db.subscription.findMany({ orderBy: { id: "asc" } });
  expect(rows.map((row) => [row.status, row.accessEndsAt, row.canceledAt])).toEqual([
    ["active", null, null],
    ["canceled", null, new Date("2026-11-18T12:00:00Z")],
    ["past_due", null, null],
  ]);
});

test("a cancelled person with paid time left keeps it when nothing changes", async () => {
  await run("ann@example.com,,,,canceled,,,");
  const accessEndsAt = new Date("2026-12-24T00:00:00Z");
  await at.ctx.db.subscription.updateMany({ data: { accessEndsAt } });
  expect(await run("ann@example.com,,,,cancelled,,,")).toMatchObject(counts(0, 0, 1, 0));
  expect(await at.ctx.db.subscription.findFirst()).toMatchObject({ accessEndsAt });
});

test.each([
  ["an empty file", "", "The file is empty."],
  [
    "a file whose columns aren't known",
    "reader,who\nann@example.com,Ann",
    "Choose the column that has the email addresses.",
  ],
  [
    "a file with a status that nobody has decided about",
    "email,status\nann@example.com,unsubscribed",
    "Choose what “status” means first, or that it isn’t imported. 1 person looks unsubscribed.",
  ],
  [
    "a quotation mark that is never closed",
    `${header}\nann@example.com,,,,,,,\nbob@example.com,"oops,,,,,,`,
    "The file can’t be read from line 3 on: a quotation mark is never closed.",
  ],
])("%s is refused whole, and forgotten", async (_, content, message) => {
  await expect(runFile(content)).rejects.toThrow(message);
  expect(await at.ctx.db.subscriber.count()).toBe(0);
  expect(await at.ctx.db.subscriberImport.count({ where: { state: "checked" } })).toBe(0);
});

test("several sets of lines are one import", async () => {
  const lines = Array.from({ length: 2_500 }, (_, n) => `u${n}@example.com,,,,active,,,`);
  expect(await run(...lines)).toMatchObject(counts(2_500, 0, 0, 0));
  expect(await run(...lines)).toMatchObject(counts(0, 0, 2_500, 0));
  expect(await at.ctx.db.subscription.count()).toBe(2_500);
  expect((await exported()).split("\n")).toHaveLength(2_502);
});
