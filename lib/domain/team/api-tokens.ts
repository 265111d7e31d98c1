import { dayMs } from "@/lib/calendar/units";
import {
  maxTokensPerAdmin,
  tokenPrefix,
  type CreatedToken,
  type NewToken,
  type TokenView,
} from "@/lib/contracts/admin/tokens";
import { adminRoleSchema, mayDo, permissions, type Permission } from "@/lib/contracts/roles";
import { apiTokenMessages as messages } from "@/lib/messages/admin/api";
import { AppError } from "@/lib/platform/app-error";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { randomToken, sha256Hex } from "@/lib/platform/tokens";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { turnOffWebhooksOf } from "../webhooks/endpoints";
import type { AdminSession } from "../auth/sessions";

/** How many characters of a token are kept to recognize it. */
const hintLength = 9;

/** Writing `lastUsedAt` at most once a minute avoids a write on every call. */
const lastUsedGranularityMs = 60_000;

const withAdmin = {
  admin: { select: { username: true, displayName: true, role: true, disabledAt: true } },
} as const;

type TokenRow = Prisma.ApiTokenGetPayload<{ include: typeof withAdmin }>;

/** The scopes that still count: only those that the administrator's current role includes. */
function scopesOf({
  scopes,
  admin,
}: {
  scopes: readonly string[];
  admin: { role: string };
}): Permission[] {
  const role = adminRoleSchema.parse(admin.role);
  return permissions.filter((each) => scopes.includes(each) && mayDo(role, each));
}

function toView(row: TokenRow): TokenView {
  const { id, name, hint, admin, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id,
    name,
    hint,
    owner: admin.username,
    scopes: scopesOf(row),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** What the audit log records about a token. */
function describeToken({ name, hint, scopes, expiresAt }: TokenRow) {
  return {
    name,
    hint,
    scopes: scopes.join(", "),
    expiresAt: expiresAt?.toISOString() ?? "never",
  };
}

const isValidAt = (now: Date) => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
});

/** All valid tokens of all administrators, newest first. */
export async function listApiTokens(ctx: Pick<Context, "db" | "clock">): Promise<TokenView[]> {
  const rows = await ctx.db.apiToken.findMany({
    where: isValidAt(ctx.clock.now()),
    include: withAdmin,
    orderBy: { id: "desc" },
  });
  return rows.map(toView);
}

/**
 * Creates a token that acts as an administrator. Only its hash is stored.
 *
 * @throws AppError 400 for a scope that their role doesn't include, 404 for an unknown administrator,
 *   409 when they have too many
 */
export async function createApiToken(
  ctx: Pick<Context, "db" | "clock">,
  adminId: number,
  { name, scopes, lifetimeDays }: NewToken,
  actor: Actor,
): Promise<CreatedToken> {
  const now = ctx.clock.now();
  const token = `${tokenPrefix}${randomToken()}`;
  return ctx.db.$transaction(async (tx) => {
    const [admin] = await tx.$queryRaw<{ username: string; role: string }[]>`
      SELECT username, role FROM admins WHERE id = ${adminId} AND disabled_at IS NULL FOR UPDATE`;
    if (!admin) throw new AppError(404, messages.unknown);
    const allowed = scopesOf({ scopes, admin });
    if (allowed.length < new Set(scopes).size) {
      throw new AppError(400, messages.scopeNotOwned, { field: "scopes" });
    }
    const count = await tx.apiToken.count({ where: { adminId, ...isValidAt(now) } });
    if (count >= maxTokensPerAdmin) throw new AppError(409, messages.tooMany(maxTokensPerAdmin));
    const expiresAt = lifetimeDays === null ? null : new Date(now.getTime() + lifetimeDays * dayMs);
    const row = await tx.apiToken.create({
      data: {
        adminId,
        name,
        scopes: allowed,
        tokenHash: sha256Hex(token),
        hint: token.slice(0, hintLength),
        createdAt: now,
        expiresAt,
      },
      include: withAdmin,
    });
    await recordAudit(ctx, tx, {
      actor,
      action: "token.created",
      subject: `admin:${admin.username}`,
      detail: { after: describeToken(row) },
    });
    return { ...toView(row), token };
  });
}

/**
 * Revokes a token, and turns off the webhooks whose URL it set. Throws AppError 404 if it's unknown or no
 * longer valid.
 */
export async function revokeApiToken(
  ctx: Pick<Context, "db" | "clock">,
  id: number,
  actor: Actor,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const count = await revoke(ctx, tx, { id, ...isValidAt(ctx.clock.now()) }, actor);
    if (count === 0) throw new AppError(404, messages.unknown);
  });
}

/**
 * Revokes all tokens of an administrator, so that they don't work again once their login is allowed again,
 * and turns off their webhooks.
 */
export async function revokeTokensOf(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  adminId: number,
  actor: Actor,
): Promise<void> {
  await revoke(ctx, tx, { adminId, revokedAt: null }, actor);
}

/** Returns how many were revoked. */
async function revoke(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  where: Prisma.ApiTokenWhereInput,
  actor: Actor,
): Promise<number> {
  const data = { revokedAt: ctx.clock.now() };
  const tokens = await tx.apiToken.updateManyAndReturn({ where, data, include: withAdmin });
  const ids = tokens.map(({ id }) => id);
  await turnOffWebhooksOf(ctx, tx, ids, actor);
  for (const token of tokens.toSorted((a, b) => a.id - b.id)) {
    await recordAudit(ctx, tx, {
      actor,
      action: "token.revoked",
      subject: `admin:${token.admin.username}`,
      detail: { before: describeToken(token) },
    });
  }
  return tokens.length;
}

/**
 * The administrator that a token acts as, or null if it's unknown, expired, or revoked, or its owner is
 * disabled.
 */
export async function findTokenCaller(
  ctx: Pick<Context, "db" | "clock">,
  token: string,
): Promise<{ tokenId: number; session: AdminSession } | null> {
  if (!token.startsWith(tokenPrefix)) return null;
  const now = ctx.clock.now();
  const row = await ctx.db.apiToken.findFirst({
    where: { tokenHash: sha256Hex(token), ...isValidAt(now) },
    include: withAdmin,
  });
  if (!row || row.admin.disabledAt) return null;
  const { id, adminId, admin, lastUsedAt, expiresAt } = row;
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= lastUsedGranularityMs) {
    await ctx.db.apiToken.updateMany({ where: { id }, data: { lastUsedAt: now } });
  }
  const session: AdminSession = {
    id: `token:${id}`,
    kind: "admin",
    adminId,
    username: admin.username,
    displayName: admin.displayName ?? admin.username,
    role: adminRoleSchema.parse(admin.role),
    expiresAt: expiresAt ?? new Date(now.getTime() + dayMs),
    scopes: scopesOf(row),
    tokenId: id,
  };
  return { tokenId: id, session };
}
