import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { POST } from "@/app/api/mcp/route";
import { createApiToken } from "@/lib/domain/team/api-tokens";
import type { Permission } from "@/lib/contracts/roles";
import { startApi } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2026-11-18T12:00:00.000Z" }));
let adminId: number;
let username: string;

beforeAll(async () => {
  await api.adminClient();
  ({ id: adminId, username } = await api.ctx.db.admin.findFirstOrThrow());
});

const resultSchema = z.object({
  result: z.object({
    content: z.array(z.object({ text: z.string() })),
    isError: z.boolean().optional(),
  }),
});

/** Sends a message as assistants of the protocol's 2025 revisions do. */
async function send(scopes: Permission[], method: string, params: object): Promise<unknown> {
  const { token } = await createApiToken(
    api.ctx,
    adminId,
    { name: "Assistant", scopes, lifetimeDays: 30 },
    "operator",
  );
  const response = await POST(
    new Request("http://localhost:3000/api/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
    { params: Promise.resolve({}) },
  );
  const text = await response.text();
  // A single event of a stream, or plain JSON.
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
}

async function use(scopes: Permission[], name: string, given: object = {}) {
  const { result } = resultSchema.parse(
    await send(scopes, "tools/call", { name, arguments: given }),
  );
  return { text: result.content[0]?.text ?? "", isRefused: result.isError === true };
}

test("an assistant sees its tools, and which of them change nothing", async () => {
  const answer = z
    .object({
      result: z.object({
        tools: z.array(
          z.object({
            name: z.string(),
            annotations: z.object({ readOnlyHint: z.boolean().optional() }),
          }),
        ),
      }),
    })
    .parse(await send(["view"], "tools/list", {}));
  expect(
    answer.result.tools.map(({ name, annotations }) => [name, annotations.readOnlyHint ?? false]),
  ).toEqual([
    ["get_today", true],
    ["find_subscribers", true],
    ["get_subscriber", true],
    ["get_timeline", true],
    ["list_messages", true],
    ["draft_message", false],
  ]);
});

test("it finds a person, and reads their page, their timeline, and today", async () => {
  const { id } = await api.ctx.db.subscriber.create({
    data: { email: "ann@example.com", name: "Ann Keller" },
  });
  expect((await use(["view"], "find_subscribers", { search: "keller" })).text).toContain(
    '"email":"ann@example.com"',
  );
  expect((await use(["view"], "get_subscriber", { id })).text).toContain("ann@example.com");
  expect((await use(["view"], "get_timeline", { id })).isRefused).toBe(false);
  expect((await use(["view"], "get_today")).text).toContain('"date":"2026-11-18"');
});

test("it drafts a message that isn't active, and the audit log says who did", async () => {
  const draft = { date: "2026-11-20", message: "Rates hold." };
  expect((await use(["view", "write"], "draft_message", draft)).isRefused).toBe(false);
  const stored = await api.ctx.db.dailyMessage.findFirstOrThrow();
  expect([stored.message, stored.isActive]).toEqual(["Rates hold.", false]);
  const listed = await use(["view"], "list_messages", { from: "2026-11-20", to: "2026-11-20" });
  expect(listed.text).toContain("Rates hold.");
  const { actor } = await api.ctx.db.auditEvent.findFirstOrThrow({
    where: { action: "daily-message.created" },
  });
  expect(actor).toBe(`admin:${username}`);
});

test("it may do no more than its token", async () => {
  const draft = { date: "2026-11-23", message: "Rates fall." };
  const { text, isRefused } = await use(["view"], "draft_message", draft);
  expect(isRefused).toBe(true);
  expect(text).toContain("scope_missing");
  expect(await api.ctx.db.dailyMessage.count({ where: { message: "Rates fall." } })).toBe(0);
});

test("an answer says what is wrong with a call", async () => {
  const { text, isRefused } = await use(["view"], "get_subscriber", { id: 999_999 });
  expect([isRefused, text]).toEqual([true, expect.stringContaining("message")]);
});
