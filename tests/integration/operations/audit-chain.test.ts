import { rm } from "node:fs/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { recordAudit } from "@/lib/domain/audit";
import { acceptAuditLog, checkAuditLog, findLastCheck } from "@/lib/domain/audit-log/check-log";
import { linkAuditEvents } from "@/lib/domain/audit-log/link-events";
import { eraseAuditEvents } from "@/lib/domain/audit-log/remove-events";
import { verifyAuditLog } from "@/lib/domain/audit-log/verify";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { readAuditAnchor } from "@/lib/platform/data-folder/audit-anchor";
import { useForFile } from "@/tests/support/use-for-file";
import { startApi } from "../../support/api";
import { deleteRowsOf } from "../../support/database";

const api = useForFile(() => startApi({ now: "2026-11-18T20:00:00.000Z" }));

beforeEach(async () => {
  api.setTime("2026-11-18T20:00:00.000Z");
  await api.ctx.db.$executeRawUnsafe(
    deleteRowsOf("audit_events", "audit_links", "audit_checks", "operator_alerts"),
  );
  await rm(api.ctx.settings.auditAnchorFile, { force: true });
});

const record = (subject: string, detail?: Record<string, string>) =>
  recordAudit(api.ctx, api.ctx.db, {
    actor: "admin:dana",
    action: "test.done",
    subject,
    ...(detail ? { detail } : {}),
  });

/** Records entries for subscribers 1 to `count` and links them. */
async function recordEntries(count: number): Promise<void> {
  for (let id = 1; id <= count; id += 1) await record(`subscriber:${id}`, { note: `secret ${id}` });
  await linkAuditEvents(api.ctx);
}

const problems = async () => (await verifyAuditLog(api.ctx)).problems;
const sql = (text: string) => api.ctx.db.$executeRawUnsafe(text);
const anchor = () => readAuditAnchor(api.ctx.settings.auditAnchorFile);

describe("the chain", () => {
  test("holds entries written by many transactions at once, without gaps", async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, id) => {
        await api.ctx.db.$transaction((tx) =>
          recordAudit(api.ctx, tx, { actor: "system", action: "test.done", subject: `x:${id}` }),
        );
        await linkAuditEvents(api.ctx);
      }),
    );
    await linkAuditEvents(api.ctx);
    const report = await verifyAuditLog(api.ctx);
    expect(report).toMatchObject({ entries: 40, head: { position: 40 }, problems: [] });
    expect(await anchor()).toMatchObject(report.head ?? {});
  });

  test("doesn't wait for a transaction that is still open", async () => {
    let finish: () => void = () => undefined;
    const isOpen = new Promise<void>((opened) => {
      void api.ctx.db.$transaction(async (tx) => {
        await recordAudit(api.ctx, tx, { actor: "system", action: "test.done", subject: "slow" });
        opened();
        await new Promise<void>((resolve) => (finish = resolve));
      });
    });
    await isOpen;
    await record("fast");
    expect(await linkAuditEvents(api.ctx)).toBe(1);
    finish();
    await expect.poll(() => linkAuditEvents(api.ctx)).toBe(1);
    expect(await problems()).toEqual([]);
  });

  test.each([
    ["a changed subject", "UPDATE audit_events SET subject = 'x' WHERE position = 2", "changed"],
    ["a changed detail", `UPDATE audit_events SET detail = '{}' WHERE position = 2`, "changed"],
    ["a deleted detail", "UPDATE audit_events SET detail = NULL WHERE position = 2", "changed"],
    [
      "a changed time",
      "UPDATE audit_events SET at = at - interval '1 day' WHERE position = 2",
      "changed",
    ],
    ["a deleted entry", "DELETE FROM audit_events WHERE position = 2", "removed"],
    [
      "a deleted entry whose link says it was old",
      `WITH e AS (DELETE FROM audit_events WHERE position = 2)
       UPDATE audit_links SET at = '2020-01-01' WHERE position = 2`,
      "chain",
    ],
  ])("shows %s", async (_name, statement, kind) => {
    await recordEntries(4);
    await sql(statement);
    expect(await problems()).toContainEqual({ position: 2, kind });
  });

  test("shows an entry that was deleted with its link", async () => {
    await recordEntries(4);
    await sql("DELETE FROM audit_events WHERE position = 2");
    await sql("DELETE FROM audit_links WHERE position = 2");
    expect(await problems()).toEqual([{ position: 3, kind: "chain" }]);
  });

  test("shows entries that are missing at the end, also after new ones took their place", async () => {
    await recordEntries(4);
    await sql("DELETE FROM audit_events WHERE position > 2");
    await sql("DELETE FROM audit_links WHERE position > 2");
    expect(await problems()).toEqual([{ position: 4, kind: "truncated" }]);
    await recordEntries(3);
    expect(await problems()).toEqual([{ position: 4, kind: "replaced" }]);
    expect(await anchor()).toMatchObject({ position: 4 });
  });
});

describe("what may be removed", () => {
  test("is what belongs to a deleted account", async () => {
    await recordEntries(3);
    await api.ctx.db.$transaction((tx) =>
      eraseAuditEvents(api.ctx, tx, { deleted: ["subscriber:1"], blanked: ["subscriber:2"] }),
    );
    const events = await api.ctx.db.auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(events.map(({ subject, detail, detailSalt }) => [subject, detail, detailSalt])).toEqual([
      ["subscriber:2", null, null],
      ["subscriber:3", { note: "secret 3" }, expect.any(String)],
      ["audit", { entries: expect.any(Array) }, expect.any(String)],
    ]);
    expect(await verifyAuditLog(api.ctx)).toMatchObject({ entries: 4, problems: [] });
    await sql("UPDATE audit_events SET actor = 'admin:eve' WHERE subject = 'subscriber:2'");
    expect(await problems()).toEqual([{ position: 2, kind: "changed" }]);
  });

  test("is what is older than the privacy policy says, and then the hash of that part stays", async () => {
    api.setTime("2024-11-01T20:00:00.000Z");
    await recordEntries(3);
    api.setTime("2026-11-18T20:00:00.000Z");
    await recordEntries(2);
    await purgeExpired(api.ctx);
    expect(await api.ctx.db.auditEvent.count({ where: { action: "test.done" } })).toBe(2);
    expect(await problems()).toEqual([]);
    // The next night, something else is old enough, and the links of the first part go.
    api.setTime("2028-11-25T20:00:00.000Z");
    await record("subscriber:9");
    await purgeExpired(api.ctx);
    const report = await verifyAuditLog(api.ctx);
    expect(report.problems).toEqual([]);
    expect(await api.ctx.db.auditLink.findFirst({ orderBy: { position: "asc" } })).toMatchObject({
      position: 4n,
    });
    await sql("UPDATE audit_links SET hash = repeat('0', 64) WHERE position = 4");
    expect(await problems()).toContainEqual({ position: 4, kind: "chain" });
  });

  test("isn't what someone says is old", async () => {
    await recordEntries(2);
    await recordAudit(api.ctx, api.ctx.db, {
      actor: "system",
      action: "audit.expired",
      subject: "audit",
      detail: { before: "2026-11-18T23:00:00.000Z" },
    });
    await sql("DELETE FROM audit_events WHERE position = 1");
    expect(await problems()).toEqual([{ position: 1, kind: "removed" }]);
  });
});

test("the operator gets one alert about a change, and can explain it", async () => {
  await recordEntries(3);
  await checkAuditLog(api.ctx);
  expect(await findLastCheck(api.ctx)).toMatchObject({ entries: 3, problems: [] });
  expect(await api.ctx.db.operatorAlert.count()).toBe(0);
  await sql("DELETE FROM audit_events WHERE position = 3");
  await sql("DELETE FROM audit_links WHERE position = 3");
  await checkAuditLog(api.ctx);
  await checkAuditLog(api.ctx);
  const alerts = await api.ctx.db.operatorAlert.findMany();
  expect(alerts.map(({ subject, body }) => [subject, body.split("\n")[0]])).toEqual([
    ["The audit log was changed", "Entries up to 3 are missing at the end."],
  ]);
  await acceptAuditLog(api.ctx, "restored the backup of November 17");
  expect(await findLastCheck(api.ctx)).toMatchObject({ entries: 3, problems: [] });
  expect(await problems()).toEqual([]);
});
