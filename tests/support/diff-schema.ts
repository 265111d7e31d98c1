import { Pool } from "pg";
import { openEngine, readSchema } from "@/lib/platform/database/schema-engine";

/**
 * The SQL that would turn the database into `prisma/schema.prisma`, or an empty string when they match.
 * Ignores schemas other than `public`.
 */
export async function diffSchema(databaseUrl: string): Promise<string> {
  const root = process.cwd();
  const schema = await readSchema(root);
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const engine = await openEngine(schema, pool, () => undefined);
    try {
      const result = await engine.diff({
        from: { tag: "schemaDatasource", files: schema, configDir: root },
        to: { tag: "schemaDatamodel", files: schema },
        script: true,
        exitCode: null,
        filters: { externalTables: [], externalEnums: [] },
      });
      return withoutComments(result.stdout ?? "");
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

function withoutComments(script: string): string {
  const lines = script.split("\n").filter((line) => !line.startsWith("--"));
  return lines.join("\n").trim();
}
