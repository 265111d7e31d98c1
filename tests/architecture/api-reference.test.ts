import { globSync, readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { route } from "@/lib/http/route/route";
import { referenceOf } from "@/lib/http/route/reference";
import { createApiDocument, type ApiDocument } from "@/scripts/api-reference/document";
import { renderMarkdown, renderPages, type PlainDocument } from "@/scripts/api-reference/markdown";
import { readRoutes, type DocumentedRoute } from "@/scripts/api-reference/read-routes";

let routes: DocumentedRoute[];
let document: ApiDocument;
/** As it is served. */
let json: string;

beforeAll(async () => {
  routes = await readRoutes();
  document = createApiDocument(routes);
  json = `${JSON.stringify(document, null, 2)}\n`;
});

// `npm run generate` writes these files by running these tests with --update.
describe("the API reference", () => {
  it("is served as the routes define it", async () => {
    await expect(json).toMatchFileSnapshot("../../app/api/openapi.json/document.json");
  });

  it("is rendered to docs/api.md", async () => {
    const plain: PlainDocument = JSON.parse(json);
    await expect(renderMarkdown(plain)).toMatchFileSnapshot("../../docs/api.md");
  });

  it("is rendered to the pages at /api-reference", async () => {
    const plain: PlainDocument = JSON.parse(json);
    await expect(renderPages(plain)).toMatchFileSnapshot(
      "../../components/api-reference/reference.json",
    );
  });

  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const plain: Record<string, unknown> = JSON.parse(json);
    expect(await validator.validate(plain)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  // Spectral's ruleset for OpenAPI asks for these; the nightly workflow runs all of it.
  it("says whom to ask, describes every operation, and defines its group and its parameters", () => {
    const plain: PlainDocument = JSON.parse(json);
    const groups = plain.tags.map(({ name }) => name);
    expect(plain.info.contact.email).toContain("@");
    const incomplete = Object.entries(plain.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
        const names = inPath.map(({ name }) => `{${name}}`);
        const isComplete =
          operation.description !== "" &&
          groups.includes(operation.tags[0] ?? "") &&
          find(/(\{\w+\})/g, path).toString() === names.toString() &&
          Object.keys(operation.responses).some((status) => /^[23]/.test(status));
        return isComplete ? [] : [`${method} ${path}`];
      }),
    );
    expect(incomplete).toEqual([]);
  });

  it("names every error code of the domain and the routes, and no other", () => {
    expect(sorted(find(/\(`(\w+)`\)/g, json))).toEqual(thrownCodes());
  });
});

/** The codes that errors carry: written where they are thrown, or named by a contract. */
function thrownCodes(): string[] {
  const thrown = sourcesOf("{lib/domain,lib/http,lib/platform,app/api}/**/*.ts")
    .filter((source) => source.includes("AppError"))
    .flatMap((source) => find(/(?:\bcode: |\brefuse\()"(\w+)"/g, source));
  const named = sourcesOf("lib/contracts/**/*.ts").flatMap((source) => [
    ...find(/Code = "(\w+)"/g, source),
    ...find(/ErrorCodes = \{([^}]*)\}/g, source).flatMap((list) => find(/"(\w+)"/g, list)),
  ]);
  return sorted([...thrown, ...named]);
}

function sourcesOf(pattern: string): string[] {
  const files = globSync(pattern).filter((file) => !file.endsWith(".test.ts"));
  return files.map((file) => readFileSync(file, "utf8"));
}

function find(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found ?? "");
}

function sorted(codes: readonly string[]): string[] {
  return [...new Set(codes)].toSorted((one, other) => one.localeCompare(other, "en"));
}

/** What the document says of a route made on the spot. */
function describeRoute(definition: Parameters<typeof route>[0], method = "POST") {
  const reference = referenceOf(route(definition));
  if (!reference) throw new Error("The kit attached nothing.");
  const path = "/api/posts/{id}";
  const { paths } = createApiDocument([{ method, path, reference }]);
  return paths?.[path]?.[method === "POST" ? "post" : "get"];
}

const definition = {
  access: "public",
  summary: "Does a thing",
  responses: { 200: z.object({ done: z.boolean() }) },
  handler: () => ({ done: true }),
} as const;

const statusesOf = (operation: ReturnType<typeof describeRoute>) =>
  Object.keys(operation?.responses ?? {});

describe("a route is described with", () => {
  it("the errors of its access", () => {
    expect(statusesOf(describeRoute({ ...definition, access: "admin" }, "GET"))).toEqual([
      "200",
      "401",
      "403",
      "500",
      "503",
    ]);
  });

  it("the refusal of other sites when it changes something", () => {
    expect(statusesOf(describeRoute(definition))).toEqual(["200", "403", "500", "503"]);
    expect(statusesOf(describeRoute(definition, "GET"))).toEqual(["200", "500", "503"]);
  });

  it("the errors of its body", () => {
    const body = z.object({ name: z.string() });
    const operation = describeRoute({ ...definition, body }, "POST");
    expect(statusesOf(operation)).toEqual(["200", "400", "403", "413", "415", "500", "503"]);
    expect(operation?.requestBody).toMatchObject({
      content: { "application/json": { schema: { properties: { name: { type: "string" } } } } },
    });
  });

  it("its rate limit, with Retry-After and a code", () => {
    const rateLimit = { name: "things", limit: { hits: 2, windowMs: 60_000 } };
    expect(describeRoute({ ...definition, rateLimit })?.responses).toMatchObject({
      429: {
        description: "More than 2 calls in 1 minute from one client address (`too_many_requests`)",
        headers: { "retry-after": { required: true } },
      },
    });
  });

  it("its parameters", () => {
    const operation = describeRoute({
      ...definition,
      params: z.object({ id: z.string() }),
      query: z.object({ q: z.string().optional() }),
    });
    expect(operation?.parameters).toMatchObject([
      { in: "path", name: "id", required: true },
      { in: "query", name: "q" },
    ]);
  });

  it("its own errors and their codes", () => {
    const errors = [
      [409, "The thing is taken", "thing_taken"],
      [409, "The thing is broken"],
    ] as const;
    expect(describeRoute({ ...definition, errors })?.responses).toMatchObject({
      409: {
        description: "The thing is taken (`thing_taken`). The thing is broken",
        content: {
          "application/json": {
            schema: { properties: { code: { enum: ["thing_taken"] } }, required: ["message"] },
          },
        },
      },
    });
  });
});
