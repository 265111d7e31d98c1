import { expect, test } from "vitest";
import { startApi } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";
import { runCommand } from "@/tests/support/run-command";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: new Date().toISOString() }));

const run = (...args: string[]) =>
  runCommand(["subscribers", ...args], {
    ...sandboxVariables,
    SANDBOX_PORT: "1",
    DATABASE_URL: api.databaseUrl,
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
  expect((await run("note", String(id), "Prefers texts")).code).toBe(0);
  const note = await api.ctx.db.auditEvent.findFirst({ where: { action: "note.added" } });
  expect(note?.actor).toBe("operator");
  expect((await run("timeline", String(id))).stdout).toContain(
    "Time zone changed  by the operator  Eastern Time (ET) to London (GMT/BST). Reason: They called",
  );
});

test("everything stored about one subscriber is printed, and erased after their address", async () => {
  const email = "eve@example.com";
  const { id } = await api.ctx.db.subscriber.create({ data: { email } });
  const download = await run("export-person", String(id));
  expect(JSON.parse(download.stdout)).toMatchObject({ person: { email } });
  const erase = (address: string) => run("erase", String(id), "--email", address, "--why", "Asked");
  expect((await erase("other@example.com")).code).toBe(1);
  expect(await erase(email)).toMatchObject({
    code: 0,
    stdout: "The account and its data were erased.\n",
  });
  expect(await api.ctx.db.subscriber.count({ where: { id } })).toBe(0);
});

test("imports are listed, and the last one is undone", async () => {
  const { id } = await api.ctx.db.subscriberImport.create({
    data: {
      actor: "admin:dana",
      fileName: "people.csv",
      source: "unknown",
      columns: [],
      state: "done",
      startedAt: new Date(),
      added: 3,
    },
  });
  expect((await run("imports")).stdout).toBe(
    `${id}  people.csv  dana  done  3 added, 0 updated, 0 left out  can be undone\n`,
  );
  const undo = () => run("undo-import", String(id));
  expect(await undo()).toMatchObject({ code: 0, stdout: "0 removed, 0 restored, 0 kept.\n" });
  expect((await undo()).stderr).toContain("This import can’t be undone");
});

test("a new address is sent a link", async () => {
  const { id } = await api.ctx.db.subscriber.create({ data: { email: "old@example.com" } });
  const newEmail = ["--new-email", "new@example.com"];
  expect(await run("email", String(id), ...newEmail, "--why", "Asked")).toMatchObject({
    code: 0,
    stdout: "A link was sent to the new address.\n",
  });
  const change = await api.ctx.db.emailChange.findUniqueOrThrow({ where: { subscriberId: id } });
  expect(change.email).toBe("new@example.com");
  expect(await run("approve-email", String(id), ...newEmail, "--why", "Known")).toMatchObject({
    code: 0,
    stdout: "The new address is approved.\n",
  });
  expect(await run("withdraw-email", String(id), "--why", "Mistyped")).toMatchObject({
    code: 0,
    stdout: "The change of address was withdrawn.\n",
  });
  expect(await run("withdraw-email", String(id), "--why", "Mistyped")).toMatchObject({
    code: 1,
    stderr: "There’s no longer a change of address to approve or withdraw.\n",
  });
});

test.each([
  [["refund", "--transaction-id", "txn_1", "--amount", "15.5"], "amount: Enter an amount"],
  [["refund", "--transaction-id", "txn_1"], "This payment isn’t theirs."],
  [["extend-trial", "--days", "31"], "days: Enter 1 to 30 days."],
  [["extend-trial", "--days", "7"], "They have no trial billed by Paddle."],
  [["phone", "--phone-number", "12"], "phone"],
])("%j is refused as on the screen", async ([name = "", ...options], problem) => {
  const { id } = await api.ctx.db.subscriber.upsert({
    where: { id: 900_001 },
    create: { id: 900_001, email: "refused@example.com" },
    update: {},
  });
  const answer = await run(name, String(id), ...options, "--why", "Asked");
  expect([answer.code, answer.stderr]).toEqual([1, expect.stringContaining(problem)]);
});

test("a command that can't work says why", async () => {
  expect(await run("list", "--status", "vip")).toMatchObject({
    code: 1,
    stderr: "status: This filter isn’t valid.\n",
  });
  expect(await run("resume", "999999", "--why", "x")).toMatchObject({
    code: 1,
    stderr: "No subscriber has this ID.\n",
  });
});
