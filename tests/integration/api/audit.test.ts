import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { GET as LIST } from "@/app/api/admin/audit/route";
import { GET as EXPORT } from "@/app/api/admin/audit/export/route";
import { PUT as UPDATE_MESSAGE } from "@/app/api/daily-messages/[id]/route";
import { POST as CREATE_MESSAGE } from "@/app/api/daily-messages/route";
import { auditPageSchema, type AuditPage } from "@/lib/contracts/admin/audit";
import { recordAudit, type AuditEvent } from "@/lib/domain/audit";
import { linkAuditEvents } from "@/lib/domain/audit-log/link-events";
import { startApi, type ApiClient } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";
import { runCommand } from "@/tests/support/run-command";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2026-11-10T12:00:00.000Z" }));
let admin: ApiClient;
let annId: number;

const record = (event: Partial<AuditEvent>) =>
  recordAudit(api.ctx, api.ctx.db, {
    actor: "admin:dana",
    action: "note.added",
    subject: "test",
    ...event,
  });

beforeAll(async () => {
  const ann = { email: "ann@example.com", name: "Ann Whitaker", phone: "+12025550164" };
  annId = (await api.ctx.db.subscriber.create({ data: ann })).id;
  await record({ subject: `subscriber:${annId}` });
  api.setTime("2026-11-18T12:00:00.000Z");
  admin = await api.adminClient();
  await record({ actor: "admin:tess", action: "phone.changed", subject: `subscriber:${annId}` });
  await record({ actor: "paddle", action: "payment.failed", subject: "subscription:none" });
  await record({ actor: `subscriber:${annId}`, action: "sms.turned_off", subject: "test" });
});

async function list(query: Record<string, string> = {}): Promise<AuditPage> {
  const path = `/api/admin/audit?${new URLSearchParams(query)}`;
  const { status, body } = await admin.call(LIST, "GET", path);
  expect([status, body]).toEqual([200, expect.anything()]);
  return auditPageSchema.parse(body);
}

const labelsOf = async (query: Record<string, string>) =>
  (await list(query)).entries.map(({ label }) => label);

describe("a search", () => {
  test.each([
    [
      "a person's name",
      { q: "whitaker" },
      ["Turned off texts", "Changed the phone number", "Added a note"],
    ],
    [
      "their address",
      { q: "ANN@example" },
      ["Turned off texts", "Changed the phone number", "Added a note"],
    ],
    [
      "their number",
      { q: "5550164" },
      ["Turned off texts", "Changed the phone number", "Added a note"],
    ],
    ["an administrator", { q: "tess" }, ["Changed the phone number"]],
    ["an action in words", { q: "phone number" }, ["Changed the phone number"]],
    ["other words for an action", { q: "turned off texts" }, ["Turned off texts"]],
    ["a wildcard", { q: "_a%" }, []],
    ["a group", { by: "subscribers" }, ["Turned off texts"]],
    ["days", { q: "whitaker", days: "7" }, ["Turned off texts", "Changed the phone number"]],
    ["a time", { q: "whitaker", to: "2026-11-11T00:00:00Z" }, ["Added a note"]],
    [
      "an action",
      { action: "phone.changed", from: "2026-11-11T00:00:00Z" },
      ["Changed the phone number"],
    ],
  ])("finds by %s", async (_name, query, labels) => {
    expect(await labelsOf(query)).toEqual(labels);
  });

  test("names who did it and about whom", async () => {
    const { entries, total } = await list({ q: "tess" });
    expect(total).toBe(1);
    expect(entries[0]).toMatchObject({
      actor: { id: "admin:tess", name: "tess", isPerson: true },
      subject: { name: "Ann Whitaker", subscriberId: annId },
      hash: null,
    });
  });

  test("goes on after the last entry of a page", async () => {
    const first = await list({ q: "whitaker", limit: "2" });
    expect(first.entries.map(({ label }) => label)).toEqual([
      "Turned off texts",
      "Changed the phone number",
    ]);
    const rest = await list({ q: "whitaker", limit: "2", cursor: first.nextCursor ?? "" });
    expect(rest).toMatchObject({
      entries: [{ label: "Added a note" }],
      nextCursor: null,
      total: 3,
    });
  });
});

test("entries are in the order of time, whenever they were written, and read as sentences", async () => {
  const at = new Date("2026-11-12T12:00:00.000Z");
  await api.ctx.db.auditEvent.create({
    data: {
      at,
      actor: "admin:kim",
      action: "subscription.cancel",
      subject: `subscriber:${annId}`,
      detail: { preference: "stop_immediately", why: "asked by phone" },
    },
  });
  const { entries } = await list({ q: "whitaker" });
  expect(entries.map(({ label }) => label)).toEqual([
    "Turned off texts",
    "Changed the phone number",
    "Canceled the subscription, effective immediately",
    "Added a note",
  ]);
  expect(entries[2]?.detail).toEqual({ why: "asked by phone" });
  const first = await list({ q: "whitaker", limit: "2" });
  const rest = await list({ q: "whitaker", limit: "2", cursor: first.nextCursor ?? "" });
  expect(rest.entries.map(({ id }) => id)).toEqual([entries[2]?.id, entries[3]?.id]);
});

test("a message's change shows what it was and what it is", async () => {
  const message = { date: "2026-11-19", message: "Shelter at its lowest", isActive: true };
  const created = await admin.call(CREATE_MESSAGE, "POST", "/api/daily-messages", {
    json: message,
  });
  const { id } = z.object({ id: z.number() }).parse(created.body);
  await admin.call(UPDATE_MESSAGE, "PUT", `/api/daily-messages/${id}`, {
    params: { id: String(id) },
    json: { ...message, message: "Shelter slowest" },
  });
  await linkAuditEvents(api.ctx);
  const { entries } = await list({ action: "daily-message.updated" });
  expect(entries).toMatchObject([
    {
      label: "Changed a daily message",
      subject: { name: "2026-11-19" },
      before: { message: "Shelter at its lowest" },
      after: { message: "Shelter slowest" },
      detail: null,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
});

test("an export has what was searched for, no formulas, and is recorded", async () => {
  await record({ action: "note.added", subject: "=HYPERLINK(1)", actor: "admin:eve" });
  const { status, headers, body } = await admin.call(
    EXPORT,
    "GET",
    "/api/admin/audit/export?q=eve",
  );
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head, row, ...rest] = String(body).trim().split("\n");
  expect(head).toBe("id,at,actor,action,subject,before,after,detail,hash");
  expect(row).toContain(",admin:eve,note.added,'=HYPERLINK(1),");
  expect(rest).toEqual([]);
  expect(await labelsOf({ action: "audit.exported" })).toEqual(["Exported the audit log"]);
});

test("the command line verifies the log, and fails when it was changed", async () => {
  const run = (...args: string[]) =>
    runCommand(["audit", ...args], {
      ...sandboxVariables,
      SANDBOX_PORT: "1",
      DATABASE_URL: api.databaseUrl,
      DATA_DIR: api.ctx.settings.auditAnchorFile.replace(/\/[^/]+$/, ""),
    });
  expect(await run("verify")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+ entries, none changed or removed\.\nLast entry: \d+, hash/),
  });
  await api.ctx.db.$executeRaw`UPDATE audit_events SET actor = 'admin:eve' WHERE position = 1`;
  const changed = await run("verify");
  expect(changed).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Entry 1 was changed\./),
  });
  expect((await list()).lastCheck?.problems).toEqual([{ position: 1, kind: "changed" }]);
  expect(await run("accept", "--reason", "a test")).toMatchObject({ code: 0 });
  expect(await run("verify")).toMatchObject({ code: 0 });
});
