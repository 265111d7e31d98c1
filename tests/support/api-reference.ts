import { readFileSync } from "node:fs";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";
import { referenceOf } from "@/lib/http/route/reference";
import type { RouteContext } from "@/lib/http/route/route";

const contentSchema = z
  .record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }))
  .optional();

const operationSchema = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      headers: z.record(z.string(), z.unknown()).optional(),
      content: contentSchema,
    }),
  ),
});

const source: AnySchema = JSON.parse(
  readFileSync(new URL("../../app/api/openapi.json/document.json", import.meta.url), "utf8"),
);
const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })
  .parse(source);

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(source, "api");

/** Calls a handler, and throws when the call or its response isn't as the API reference says. */
export async function callDocumented(
  handler: CallableHandler,
  request: Request,
  context: RouteContext = { params: Promise.resolve({}) },
): Promise<Response> {
  // Read before the handler does: one that gives up would wait for the other half of a clone.
  const sent = await request.clone().text();
  const response = await handler(request, context);
  // Tests of the kit make routes of their own, which no reference describes.
  if (referenceOf(handler)?.summary === "") return response;
  await checkCall(request, sent, response.clone());
  return response;
}

type CallableHandler = (request: Request, context: RouteContext) => Promise<Response>;

async function checkCall(request: Request, sent: string, response: Response): Promise<void> {
  const { pathname, searchParams } = new URL(request.url);
  const path = findPath(pathname);
  const method = request.method.toLowerCase();
  const operation = paths[path]?.[method];
  const call = `${request.method} ${pathname}`;
  if (!operation) throw new Error(`${call} isn't in the API reference.`);
  const pointer = ["paths", path, method];

  if (response.ok) {
    const known = (operation.parameters ?? []).filter((each) => each.in === "query");
    const unknown = [...searchParams.keys()].filter(
      (name) => !known.some((each) => each.name === name),
    );
    if (unknown.length > 0)
      throw new Error(`${call} takes undocumented parameters: ${unknown.join()}`);
    const json = operation.requestBody?.content?.["application/json"];
    // A webhook takes whatever its sender signed, even what is no JSON.
    const takesAnything = json && Object.keys(json.schema).every((key) => key === "description");
    if (json && !takesAnything) {
      const place = [...pointer, "requestBody", "content", "application/json", "schema"];
      // JSON Schema can't say that spaces around a string don't count.
      const body: unknown = JSON.parse(sent, (_, value) =>
        typeof value === "string" ? value.trim() : value,
      );
      validate(place, body, `${call} accepted a body that`);
    }
  }

  const { status } = response;
  const documented = operation.responses[status];
  const text = await response.text();
  if (!documented) throw new Error(`${call} answered ${status}, which isn't documented: ${text}`);
  for (const name of Object.keys(documented.headers ?? {})) {
    if (!response.headers.has(name)) throw new Error(`${call} answered ${status} without ${name}`);
  }
  const [contentType = ""] = (response.headers.get("content-type") ?? "").split(";");
  const contentTypes = Object.keys(documented.content ?? {});
  if (contentTypes.length === 0) {
    if (text !== "") throw new Error(`${call} answered ${status} with an undocumented body.`);
    return;
  }
  if (!contentTypes.includes(contentType)) {
    throw new Error(`${call} answered ${status} as ${contentType}, not ${contentTypes.join()}.`);
  }
  const place = [...pointer, "responses", String(status), "content", contentType, "schema"];
  const body: unknown = contentType === "application/json" ? JSON.parse(text) : text;
  validate(place, body, `${call} answered ${status} with a body that`);
}

/** `/api/posts/7` → `/api/posts/{id}`; a path without parameters comes first. */
function findPath(pathname: string): string {
  if (paths[pathname]) return pathname;
  const isMatch = (path: string) =>
    new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname);
  return Object.keys(paths).find(isMatch) ?? "";
}

function validate(place: readonly string[], value: unknown, what: string): void {
  const fragment = place.map((part) =>
    encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")),
  );
  const check = ajv.getSchema(`api#/${fragment.join("/")}`);
  if (!check) throw new Error(`The API reference has no schema at ${place.join(" ")}`);
  if (check(value)) return;
  throw new Error(
    `${what} the API reference doesn't describe: ${ajv.errorsText(check.errors)}\n${JSON.stringify(value)}`,
  );
}
