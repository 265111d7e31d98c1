import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { brand } from "@/lib/brand";
import { recoveryCodeCount } from "@/lib/contracts/admin/security";
import type { Transaction } from "@/lib/platform/database/database";
import { decryptText, encryptText } from "@/lib/platform/encryption";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Context } from "../context";

/** The columns of an administrator that two-factor login needs. */
export type TwoFactorState = {
  id: number;
  username: string;
  totpSecret: string | null;
  totpCandidate: string | null;
  totpLastStep: number | null;
};

type SecretContext = Pick<Context, "clock" | "settings">;

/** Bytes of a new secret, as RFC 4226 recommends. */
const secretBytes = 20;
/** Codes of the time steps before and after the current one are accepted (RFC 6238, section 5.2). */
const window = 1;

/** What an authenticator app needs: the secret in base32, and the same as an `otpauth://` URI. */
export type Enrollment = { secret: string; uri: string };

/** Generates a secret that takes effect once its first code is entered. It replaces an earlier one. */
export async function startEnrollment(
  ctx: SecretContext,
  tx: Pick<Transaction, "admin">,
  { id, username }: { id: number; username: string },
): Promise<Enrollment> {
  const secret = new Secret({ size: secretBytes });
  const totpCandidate = encrypt(ctx, id, secret.base32);
  await tx.admin.update({ where: { id }, data: { totpCandidate } });
  return { secret: secret.base32, uri: generatorOf(secret.base32, username).toString() };
}

/**
 * Turns two-factor login on with the first code of the new secret, and replaces the recovery codes.
 *
 * @param admin its row must be locked
 * @returns the recovery codes; null when the code is wrong
 */
export async function confirmEnrollment(
  ctx: SecretContext,
  tx: Transaction,
  admin: TwoFactorState,
  code: string,
): Promise<string[] | null> {
  const { id, totpCandidate } = admin;
  const secret = totpCandidate === null ? null : decrypt(ctx, id, totpCandidate);
  const step = secret === null ? null : stepOf(ctx, secret, normalize(code));
  if (step === null) return null;
  await tx.admin.update({
    where: { id },
    data: { totpSecret: totpCandidate, totpCandidate: null, totpLastStep: step },
  });
  return replaceRecoveryCodes(tx, id);
}

/**
 * Checks a code from the app, or a recovery code, and uses it up.
 *
 * @param admin its row must be locked, so that parallel tries can't use the same code
 * @returns which of the two it was; null if it's wrong or used up
 */
export async function useCode(
  ctx: SecretContext,
  tx: Transaction,
  admin: TwoFactorState,
  code: string,
): Promise<"app" | "recovery" | null> {
  const normalized = normalize(code);
  if (!/^\d{6}$/.test(normalized)) {
    const { count } = await tx.adminRecoveryCode.deleteMany({
      where: { adminId: admin.id, codeHash: sha256Hex(normalized) },
    });
    return count > 0 ? "recovery" : null;
  }
  const { id, totpSecret } = admin;
  const secret = totpSecret === null ? null : decrypt(ctx, id, totpSecret);
  const step = secret === null ? null : stepOf(ctx, secret, normalized);
  if (secret === null || step === null || isUsed(ctx, admin.totpLastStep, step)) return null;
  // Re-encrypted, so that the secret survives a rotation of AUTH_SECRET.
  const data = { totpLastStep: step, totpSecret: encrypt(ctx, id, secret) };
  await tx.admin.update({ where: { id }, data });
  return "app";
}

/** Turns two-factor login off. */
export async function removeTwoFactor(tx: Transaction, id: number): Promise<void> {
  const data = { totpSecret: null, totpCandidate: null, totpLastStep: null };
  await tx.admin.update({ where: { id }, data });
  await tx.adminRecoveryCode.deleteMany({ where: { adminId: id } });
}

// Without characters that look alike. 24 of them are 118 bits, so a plain hash can't be reversed.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const recoveryCodeLength = 24;

/** Ten new recovery codes instead of the earlier ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Transaction, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.adminRecoveryCode.deleteMany({ where: { adminId } });
  await tx.adminRecoveryCode.createMany({
    data: codes.map((code) => ({ adminId, codeHash: sha256Hex(normalize(code)) })),
  });
  return codes;
}

/** Such as `abcd-2345-efgh-6789-jkmn-2345`. */
function newRecoveryCode(): string {
  const characters = Array.from({ length: recoveryCodeLength }, () =>
    alphabet.charAt(randomInt(alphabet.length)),
  );
  return characters.join("").replaceAll(/(?<=.)(?=(?:.{4})+$)/g, "-");
}

function normalize(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toLowerCase();
}

function generatorOf(secret: string, username: string): TOTP {
  return new TOTP({ issuer: brand.name, label: username, secret });
}

/** The time step that a six-digit code belongs to; null for a code that isn't valid now. */
function stepOf({ clock }: SecretContext, secret: string, code: string): number | null {
  const generator = generatorOf(secret, "");
  const timestamp = clock.now().getTime();
  const delta = generator.validate({ token: code, timestamp, window });
  return delta === null ? null : generator.counter({ timestamp }) + delta;
}

function isUsed({ clock }: SecretContext, lastStep: number | null, step: number): boolean {
  if (lastStep === null || step > lastStep) return false;
  const current = new TOTP().counter({ timestamp: clock.now().getTime() });
  // A step further ahead was stored before the clock was set back.
  return lastStep <= current + window;
}

function purposeOf(adminId: number): string {
  return `admin-totp:${adminId}`;
}

function encrypt({ settings }: SecretContext, adminId: number, secret: string): string {
  return encryptText(secret, purposeOf(adminId), settings.signingSecret);
}

function decrypt({ settings }: SecretContext, adminId: number, encrypted: string): string | null {
  return decryptText(encrypted, purposeOf(adminId), settings.acceptedSecrets);
}
