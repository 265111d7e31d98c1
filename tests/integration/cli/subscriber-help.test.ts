import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type ApiHarness } from "@/tests/support/api";
import { runCommand } from "@/tests/support/run-command";

let api: ApiHarness;

beforeAll(async () => {
  api = await startApi({ now: new Date().toISOString() });
});

afterAll(() => api.close());

const run = (...args: string[]) =>
  runCommand(["subscribers", ...args], {
    PROVIDERS: "sandbox",
    SANDBOX_PORT: "1",
    DATABASE_URL: api.databaseUrl,
    AUTH_SECRET: "0123456789012345678901234567890123456789",
    POSTMARK_SERVER_TOKEN: "token",
    POSTMARK_WEBHOOK_USERNAME: "user",
    POSTMARK_WEBHOOK_PASSWORD: "password",
    TWILIO_ACCOUNT_SID: "AC00000000000000000000000000000000",
    TWILIO_AUTH_TOKEN: "token",
  });

test("one subscriber is found, helped, and shown as on the screens", async () => {
  const { id } = await api.ctx.db.subscriber.create({ data: { email: "ada@example.com" } });
  await api.ctx.db.subscriber.create({ data: { email: "bob@example.com" } });
  const list = await run("list", "--q", "ADA@");
  expect(JSON.parse(list.stdout)).toMatchObject({ totalCount: 1, rows: [{ id }] });

  const why = ["--why", "They called"];
  const timezone = ["--timezone", "Europe/London"];
  expect(await run("timezone", String(id), ...timezone, ...why)).toMatchObject({
    code: 0,
    stdout: "The time zone was changed.\n",
  });
  const shown = await run("show", String(id));
  expect(JSON.parse(shown.stdout)).toMatchObject({
    email: "ada@example.com",
    timezone: "Europe/London",
  });
  expect((await run("timeline", String(id))).stdout).toContain(
    "Time zone changed  by the operator  Eastern Time (ET) to London (GMT/BST). Reason: They called",
  );
});

test("a command that can't work says why", async () => {
  expect(await run("list", "--status", "vip")).toMatchObject({
    code: 1,
    stderr: "status: This filter isn't valid.\n",
  });
  expect(await run("resume", "999999", "--why", "x")).toMatchObject({
    code: 1,
    stderr: "No subscriber has this ID.\n",
  });
});
