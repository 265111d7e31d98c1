import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { hasErrorCode } from "../operator-error";
import { replaceFile } from "./replace-file";

const anchorSchema = z.object({
  position: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The position and hash of a link of the audit log. */
export type AuditAnchor = z.output<typeof anchorSchema>;

/** Path of the file: outside the database, so that changing one doesn't change the other. */
export function auditAnchorPath(dataDir: string): string {
  return resolve(dataDir, "audit-anchor.json");
}

/** The anchor in the file, or null if there is none. */
export async function readAuditAnchor(path: string): Promise<AuditAnchor | null> {
  try {
    return anchorSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Replaces the file, readable only by its owner. */
export async function writeAuditAnchor(path: string, anchor: AuditAnchor): Promise<void> {
  await replaceFile(path, JSON.stringify(anchor));
}
