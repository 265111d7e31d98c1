import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** scrypt's parameters (RFC 7914): N = 2^ln, block size r, parallelisation p. */
export type PasswordCost = { ln: number; r: number; p: number };

/**
 * What a try costs in the real service: one of the parameter sets that the OWASP Password Storage
 * Cheat Sheet holds for equal, 32 MB a try.
 */
export const passwordCost: PasswordCost = { ln: 15, r: 8, p: 3 };

const keyLength = 32;

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  return new Promise((resolve, reject) => {
    scrypt(
      // The same characters can be typed as different code points on different keyboards.
      password.normalize("NFKC"),
      salt,
      keyLength,
      { N, r, p, maxmem: 256 * N * r },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

function toPhc({ ln, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(salt)}$${encode(key)}`;
}

/** A password as `$scrypt$ln=15,r=8,p=3$salt$hash` (PHC string format), salted by 16 random bytes. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  return toPhc(cost, salt, await derive(password, salt, cost));
}

// Takes as long to check as a real hash and matches nothing that anybody can find.
function hashOfNobody(cost: PasswordCost): string {
  return toPhc(cost, Buffer.alloc(16), Buffer.alloc(keyLength));
}

/**
 * Whether a password belongs to a PHC string. Without one it takes the same time and says no, so
 * that nobody learns from the clock which users exist.
 *
 * @param cost of the hashes that are made now
 */
export async function verifyPassword(
  password: string,
  phc: string | null,
  cost: PasswordCost,
): Promise<boolean> {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    phc ?? hashOfNobody(cost),
  );
  if (!match) return false;
  const [ln, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const expected = Buffer.from(match[5] ?? "", "base64");
  const key = await derive(password, Buffer.from(match[4] ?? "", "base64"), { ln, r, p });
  return expected.length === key.length && timingSafeEqual(expected, key) && phc !== null;
}
