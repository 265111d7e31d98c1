import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writePrivately } from "./data-folder";
import { OperatorError } from "@/lib/platform/operator-error";

const secretsSchema = z.object({
  authSecret: z.string().min(32),
  postmarkServerToken: z.uuid(),
  postmarkWebhookUsername: z.string().min(1),
  postmarkWebhookPassword: z.string().min(16),
  twilioAccountSid: z.string().regex(/^AC[0-9a-f]{32}$/),
  twilioAuthToken: z.string().regex(/^[0-9a-f]{32}$/),
  paddleApiKey: z.string().min(16),
  paddleWebhookSecret: z.string().min(16),
});

/** What the first start generates: the signing key and the sandbox's credentials. */
export type LocalSecrets = z.infer<typeof secretsSchema>;

/** Reads the secrets of a data folder. If there are none, generates new ones without storing them. */
export function readSecrets(dataDir: string): LocalSecrets {
  const path = secretsPath(dataDir);
  if (!existsSync(path)) return generateSecrets();
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new OperatorError(
      `Can't read the generated secrets in ${path}. Move the file away to generate new ones.`,
    );
  }
}

/** Stores the secrets, readable only by their owner. */
export function storeSecrets(dataDir: string, secrets: LocalSecrets): void {
  writePrivately(secretsPath(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);
}

/** Where the secrets of a data folder are stored. */
export function secretsPath(dataDir: string): string {
  return join(dataDir, "secrets.json");
}

/** Generates secrets without storing them. */
export function generateSecrets(): LocalSecrets {
  return {
    authSecret: randomBytes(32).toString("base64url"),
    postmarkServerToken: randomUUID(),
    postmarkWebhookUsername: "threeline",
    postmarkWebhookPassword: randomBytes(24).toString("base64url"),
    twilioAccountSid: `AC${hex(16)}`,
    twilioAuthToken: hex(16),
    paddleApiKey: `pdl_sdbx_apikey_${hex(24)}`,
    paddleWebhookSecret: `pdl_ntfset_${hex(24)}`,
  };
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
