import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateClient } from "@/scripts/generate";

const folder = "lib/platform/database/generated";

function readClient(root: string): Record<string, string> {
  const files = globSync("**/*.ts", { cwd: join(root, folder) }).toSorted();
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(join(root, folder, file), "utf8")]),
  );
}

test("the Prisma client is the one that the schema generates", async () => {
  const root = mkdtempSync(join(tmpdir(), "threeline-client-"));
  try {
    mkdirSync(join(root, "prisma"));
    for (const file of ["tsconfig.json", "prisma/schema.prisma"]) cpSync(file, join(root, file));
    await generateClient(join(root, "prisma/schema.prisma"));
    const committed = readClient(".");
    expect(Object.keys(committed).length).toBeGreaterThan(70);
    // If this fails: `npm run generate`.
    expect(committed).toEqual(readClient(root));
  } finally {
    rmSync(root, { recursive: true });
  }
});
