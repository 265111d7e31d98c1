import { expect, test } from "vitest";
import { startApi } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";
import { runCommand } from "@/tests/support/run-command";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: new Date().toISOString() }));

const run = (...args: string[]) =>
  runCommand(["briefing", ...args], {
    ...sandboxVariables,
    SANDBOX_PORT: "1",
    DATABASE_URL: api.databaseUrl,
  });

test("a date is marked as a day off, can't be planned, and is unmarked", async () => {
  const date = ["--date", "2035-07-04"];
  expect(await run("day-off", ...date)).toMatchObject({
    code: 0,
    stdout: "No briefing on Wednesday, July 4.\n",
  });
  expect(await run("plan", ...date)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("2035-07-04 is a day off, so there is no briefing."),
  });
  expect(await run("day-off", ...date, "--remove")).toMatchObject({
    code: 0,
    stdout: "A briefing is sent on Wednesday, July 4.\n",
  });
  const events = await api.ctx.db.auditEvent.findMany({ orderBy: { id: "asc" } });
  expect(events.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    "operator day-off.marked",
    "operator day-off.unmarked",
  ]);
});

test("a date that is over, or on a weekend, can't be marked", async () => {
  expect(await run("day-off", "--date", "2025-11-27")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      "November 27, 2025 can’t be changed anymore, because its first zone has started.",
    ),
  });
  expect(await run("day-off", "--date", "2035-07-07")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Nothing is sent on weekends, so there’s no day to mark."),
  });
});
