import { beforeAll, beforeEach, expect, test } from "vitest";
import { POST as ACT } from "@/app/api/admin/team/members/[id]/[action]/route";
import { PUT as ROLE } from "@/app/api/admin/team/members/[id]/route";
import type { MemberAction } from "@/lib/contracts/admin/team";
import type { AdminRole } from "@/lib/contracts/roles";
import { createAdmin } from "@/lib/domain/team/admins";
import { createApiToken, findTokenCaller } from "@/lib/domain/team/api-tokens";
import { listInvitations } from "@/lib/domain/team/invitations";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(startApi);
let owner: ApiClient;
let ownerId: number;
let memberId: number;
let token: string;
let count = 0;

const email = "friend@example.com";

beforeAll(async () => {
  owner = await api.adminClient();
  ({ id: ownerId } = await api.ctx.db.admin.findFirstOrThrow());
});

/** Another owner, with a token and an open invitation. */
beforeEach(async () => {
  const username = `owner-${(count += 1)}`;
  const { id } = await createAdmin(api.ctx, { username, password: "correct horse battery" });
  memberId = id;
  ({ token } = await createApiToken(
    api.ctx,
    id,
    { name: "Zapier", scopes: ["view"], lifetimeDays: null },
    "operator",
  ));
  await api.ctx.db.adminInvitation.deleteMany();
  const expiresAt = new Date(api.ctx.clock.now().getTime() + 3_600_000);
  await api.ctx.db.adminInvitation.create({
    data: { email, role: "owner", tokenHash: email, invitedById: id, expiresAt },
  });
});

const act = (id: number, action: MemberAction) =>
  owner.call(ACT, "POST", `/api/admin/team/members/${id}/${action}`, {
    params: { id: `${id}`, action },
    json: { currentPassword: "correct horse battery" },
  });

const setRole = (id: number, role: AdminRole) =>
  owner.call(ROLE, "PUT", `/api/admin/team/members/${id}`, {
    params: { id: `${id}` },
    json: { role, currentPassword: "correct horse battery" },
  });

const isInvited = async () => (await listInvitations(api.ctx)).length > 0;
const isTokenValid = async () => (await findTokenCaller(api.ctx, token)) !== null;

const lastActions = async (take: number) =>
  (await api.ctx.db.auditEvent.findMany({ orderBy: { id: "desc" }, take })).map(
    ({ action }) => action,
  );

test("who was disabled and enabled has neither their tokens nor their invitations", async () => {
  expect([await isTokenValid(), await isInvited()]).toEqual([true, true]);
  expect((await act(memberId, "disable")).status).toBe(200);
  expect(await lastActions(3)).toEqual([
    "admin.disabled",
    "admin.invitation-withdrawn",
    "token.revoked",
  ]);
  expect((await act(memberId, "enable")).status).toBe(200);
  expect([await isTokenValid(), await isInvited()]).toEqual([false, false]);
});

test("who is no longer an owner has no open invitations, but a token for what they may do", async () => {
  expect((await setRole(memberId, "owner")).status).toBe(200);
  expect(await isInvited()).toBe(true);
  expect((await setRole(memberId, "support")).status).toBe(200);
  expect([await isTokenValid(), await isInvited()]).toEqual([true, false]);
});

test("nobody resets their own second factor without a password and a code", async () => {
  const where = { id: ownerId };
  await api.ctx.db.admin.update({ where, data: { totpSecret: "on" } });
  expect((await act(ownerId, "reset-two-factor")).status).toBe(409);
  expect(await api.ctx.db.admin.findUniqueOrThrow({ where })).toMatchObject({ totpSecret: "on" });
});
