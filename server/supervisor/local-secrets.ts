import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writePrivately } from "./data-folder";
import { OperatorError } from "./operator-error";

const secretsSchema = z.object({
  authSecret: z.string().min(32),
  adminPassword: z.string().min(16),
  isAdminPasswordShown: z.boolean(),
  postmarkServerToken: z.uuid(),
  postmarkWebhookUsername: z.string().min(1),
  postmarkWebhookPassword: z.string().min(16),
  twilioAccountSid: z.string().regex(/^AC[0-9a-f]{32}$/),
  twilioAuthToken: z.string().regex(/^[0-9a-f]{32}$/),
  paddleApiKey: z.string().min(16),
  paddleWebhookSecret: z.string().min(16),
});

/** What this machine made up for itself: the admin's password, signing keys, the sandbox's credentials. */
export type LocalSecrets = z.infer<typeof secretsSchema>;

/** Reads the secrets of a data folder; when there are none, makes new ones without storing them. */
export function readSecrets(dataDir: string): LocalSecrets {
  const path = secretsPath(dataDir);
  if (!existsSync(path)) return makeSecrets();
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new OperatorError(
      `${path} cannot be read as this machine's secrets; move it away to have new ones made.`,
    );
  }
}

/** Keeps the secrets, readable for their owner alone. */
export function storeSecrets(dataDir: string, secrets: LocalSecrets): void {
  writePrivately(secretsPath(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);
}

/** Where a data folder keeps its secrets. */
export function secretsPath(dataDir: string): string {
  return join(dataDir, "secrets.json");
}

function makeSecrets(): LocalSecrets {
  return {
    authSecret: randomBytes(32).toString("base64url"),
    adminPassword: readablePassword(),
    isAdminPasswordShown: false,
    postmarkServerToken: randomUUID(),
    postmarkWebhookUsername: "threeline",
    postmarkWebhookPassword: randomBytes(24).toString("base64url"),
    twilioAccountSid: `AC${hex(16)}`,
    twilioAuthToken: hex(16),
    paddleApiKey: `pdl_sdbx_apikey_${hex(24)}`,
    paddleWebhookSecret: `pdl_ntfset_${hex(24)}`,
  };
}

// Without the characters that are taken for one another.
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

function hex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

/** Five groups of four out of 31 characters: 99 bits. */
function readablePassword(): string {
  const letters = Array.from({ length: 20 }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return letters.join("").replace(/(?<=.)(?=(?:.{4})+$)/g, "-");
}
