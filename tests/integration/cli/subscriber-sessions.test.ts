import { expect, test } from "vitest";
import { GET as USER } from "@/app/api/user/route";
import { startApi, type ApiClient } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";
import { runCommand } from "@/tests/support/run-command";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: new Date().toISOString() }));

async function subscribe(email: string): Promise<number> {
  const { id } = await api.ctx.db.subscriber.create({ data: { email }, select: { id: true } });
  return id;
}

const statusOf = async (client: ApiClient) => (await client.call(USER, "GET", "/api/user")).status;

const revoke = (email: string) =>
  runCommand(["subscribers", "revoke-sessions", "--email", email], {
    ...sandboxVariables,
    SANDBOX_PORT: "1",
    DATABASE_URL: api.databaseUrl,
  });

test("revoke-sessions logs one subscriber out everywhere", async () => {
  const [ada, bob] = [await subscribe("ada@example.com"), await subscribe("bob@example.com")];
  const clients = await Promise.all([ada, ada, bob].map((id) => api.subscriberClient(id)));
  expect(await revoke("ADA@example.com")).toMatchObject({
    code: 0,
    stdout: "Ended 2 sessions.\n",
  });
  expect(await Promise.all(clients.map(statusOf))).toEqual([401, 401, 200]);
  expect(await api.ctx.db.auditEvent.findMany({ select: { actor: true, action: true } })).toEqual([
    { actor: "operator", action: "subscriber.sessions-revoked" },
  ]);
});

test("revoke-sessions says so when nobody has the address", async () => {
  expect(await revoke("nobody@example.com")).toMatchObject({
    code: 1,
    stderr: "No subscriber has the address nobody@example.com.\n",
  });
});
