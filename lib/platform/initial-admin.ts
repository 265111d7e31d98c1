import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const initialAdminSchema = z.object({
  username: z.string(),
  password: z.string(),
  /** Whether a start has printed it. */
  isShown: z.boolean(),
});

/** The first administrator's login with the generated password, until it is changed. */
export type InitialAdmin = z.output<typeof initialAdminSchema>;

/** Where the login is kept: a file that only its owner can read. */
export function initialAdminPath(dataDir: string): string {
  return join(dataDir, "initial-admin.json");
}

/** The stored login, or null without one. */
export function readInitialAdmin(dataDir: string): InitialAdmin | null {
  try {
    const parsed: unknown = JSON.parse(readFileSync(initialAdminPath(dataDir), "utf8"));
    return initialAdminSchema.parse(parsed);
  } catch {
    return null;
  }
}

export function storeInitialAdmin(dataDir: string, admin: InitialAdmin): void {
  const content = `${JSON.stringify(admin, null, 2)}\n`;
  writeFileSync(initialAdminPath(dataDir), content, { mode: 0o600 });
}

/** Deletes the login if it's this administrator's. */
export function discardInitialAdmin(dataDir: string, username: string): void {
  if (readInitialAdmin(dataDir)?.username.toLowerCase() !== username.toLowerCase()) return;
  rmSync(initialAdminPath(dataDir), { force: true });
}
