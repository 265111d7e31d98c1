import { readFileSync } from "node:fs";
import fc from "fast-check";
import { z } from "zod";
import document from "@/app/api/openapi.json/document.json" with { type: "json" };

// Random input of every documented route, most of it nearly valid.

/** Strings that have broken software elsewhere. */
export const naughtyStrings = z
  .array(z.string())
  .parse(JSON.parse(readFileSync("tests/support/naughty-strings.json", "utf8")));

const fieldSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.union([z.boolean(), z.string()]).optional(),
  pattern: z.string().optional(),
});

type Field = z.output<typeof fieldSchema>;

const contentSchema = z.object({
  schema: z.object({ properties: z.record(z.string(), fieldSchema).default({}) }),
});

const operationSchema = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  requestBody: z.object({ content: z.record(z.string(), contentSchema) }).optional(),
});

const operations = z
  .record(z.string(), z.record(z.string(), operationSchema))
  .parse(document.paths);

/** Every method of every path of the API. */
export const documentedCalls = Object.entries(operations).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
);

/** Signs that have a meaning in a search, in any order. */
export const searchSigns = fc
  .array(
    fc.constantFrom("-", '"', "'", "(", ")", "|", "&", "!", ":", "*", "\\", " ", "OR", "the"),
    {
      minLength: 1,
      maxLength: 120,
    },
  )
  .map((signs) => signs.join(""));

export const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ minLength: 2_000, maxLength: 9_000 }),
  fc.constantFrom(...naughtyStrings),
  searchSigns,
  fc.constantFrom(
    "",
    "a\u0000b",
    "\ud800",
    "' OR 1=1 --",
    "../../../etc/passwd",
    "a\r\nBcc: b@sample.example",
    "\u202e\u200b",
    "2026-13-45",
    "1e309",
    "-".repeat(33),
    "- ".repeat(100),
    "\u{1f600}".repeat(100),
    "%",
    "\\",
  ),
);

const anything = fc.oneof(
  fc.anything({
    maxDepth: 3,
    key: fc.oneof(fc.string(), fc.constantFrom("__proto__", "toString", "length", "id")),
    values: [texts, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)],
  }),
  // No library can compare this length.
  fc.constant({ length: { toString: null } }),
);

/** Values that get past the first checks, where a schema alone doesn't say which ones do. */
const plausible: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  email: fc.constantFrom("new@sample.example", "NEW@sample.example", "Ada <ada@sample.example>"),
  phoneNumber: fc.constantFrom("+14155550123", "+1 (415) 555-0124", "+447700900123"),
  fullDate: fc.constant("November 20, 2026"),
  shortDate: fc.constant("20 NOV"),
  date: fc.constantFrom("2026-11-20", "2026-11-23"),
  from: fc.constantFrom("2026-11-20", "2026-11-23"),
  id: fc.integer({ min: 1, max: 20 }),
  before: fc.integer({ min: 1, max: 20 }),
  // The other actions need Next around them.
  nextauth: fc.constantFrom("signin", "error", "_log", "verify-request"),
};

function valuesOf(name: string, field: Field = {}): fc.Arbitrary<unknown> {
  if (plausible[name]) return plausible[name];
  if (field.enum) return fc.constantFrom(...field.enum);
  if (field.const !== undefined) return fc.constant(field.const);
  if (field.pattern !== undefined) return fc.stringMatching(new RegExp(field.pattern));
  if (field.type === "boolean") return fc.boolean();
  if (field.type === "integer") return fc.oneof(fc.nat(), fc.maxSafeInteger());
  return texts;
}

function recordOf(fields: Readonly<Record<string, Field>>, other: fc.Arbitrary<unknown>) {
  const values = Object.entries(fields).map(([name, field]) => [
    name,
    fc.oneof({ weight: 8, arbitrary: valuesOf(name, field) }, { weight: 1, arbitrary: other }),
  ]);
  return fc.record(Object.fromEntries(values));
}

/** A route's parameters in the path or in the query. */
function parametersOf(path: string, method: string, place: string) {
  const all = operations[path]?.[method]?.parameters ?? [];
  const names = all.filter((parameter) => parameter.in === place).map(({ name }) => name);
  return recordOf(Object.fromEntries(names.map((name) => [name, {}])), texts).map((values) =>
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  );
}

function bodyOf(path: string, method: string): fc.Arbitrary<string | undefined> {
  const content = operations[path]?.[method]?.requestBody?.content;
  if (!content) return fc.constant(undefined);
  const fields = content["application/json"]?.schema.properties ?? {};
  return fc.oneof(
    { weight: 9, arbitrary: recordOf(fields, anything).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: anything.map((body) => JSON.stringify(body) ?? "") },
    { weight: 1, arbitrary: texts },
  );
}

/** What a route is called with. */
export type RouteInput = {
  params: [name: string, value: string][];
  query: [name: string, value: string][];
  body: string | undefined;
};

export function inputsOf(path: string, method: string): fc.Arbitrary<RouteInput> {
  const operation = [path, method.toLowerCase()] as const;
  return fc.record({
    params: parametersOf(...operation, "path"),
    query: parametersOf(...operation, "query"),
    body: bodyOf(...operation),
  });
}
