import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

type Cost = { ln: number; r: number; p: number };

// One of the parameter sets that the OWASP Password Storage Cheat Sheet holds for equal: 32 MB a try.
const cost: Cost = { ln: 15, r: 8, p: 3 };
const keyLength = 32;

function derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
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

/** A password as `$scrypt$ln=15,r=8,p=3$salt$hash` (PHC string format), salted by 16 random bytes. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(key)}`;
}

// Takes as long to check as a real hash and matches nothing that anybody can find.
const hashOfNobody = `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${encode(Buffer.alloc(16))}$${encode(Buffer.alloc(keyLength))}`;

/**
 * Whether a password belongs to a PHC string. Without one it takes the same time and says no, so
 * that nobody learns from the clock which users exist.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    phc ?? hashOfNobody,
  );
  if (!match) return false;
  const [ln, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const expected = Buffer.from(match[5] ?? "", "base64");
  const key = await derive(password, Buffer.from(match[4] ?? "", "base64"), { ln, r, p });
  return expected.length === key.length && timingSafeEqual(expected, key) && phc !== null;
}
