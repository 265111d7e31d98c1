import { readFileSync } from "node:fs";

/** A model of prisma/schema.prisma. */
export type SchemaTable = {
  /** Such as `LoginToken`. */
  model: string;
  /** Such as `login_tokens`. */
  table: string;
  /** The names of its columns in the database. */
  columns: string[];
};

/** Every model of prisma/schema.prisma, in its order. */
export function readSchemaTables(): SchemaTable[] {
  const schema = readFileSync("prisma/schema.prisma", "utf8");
  return [...schema.matchAll(/^model (\w+) \{\n(.*?)\n\}/gms)].map(([, model = "", body = ""]) => ({
    model,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
    columns: [...body.matchAll(/^ {2}(\w+) +\w+.*$/gm)].map(
      ([line, field = ""]) => /@map\("(\w+)"\)/.exec(line)?.[1] ?? field,
    ),
  }));
}
