import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { z } from "zod";

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
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Replaces the file, readable only by its owner. */
export async function writeAuditAnchor(path: string, anchor: AuditAnchor): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Not the process ID: containers that share the folder can have the same one.
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify(anchor));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
