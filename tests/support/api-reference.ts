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

type CallableHandler = (request: Request, context: RouteContext) => Promise<Response>;

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
  if (response.ok) checkAccepted(request, sent);
  const { status, headers } = response;
  checkResponse(request, { status, headers, text: await response.clone().text() });
  return response;
}

/** Throws when the parameters or the JSON of a call that was accepted aren't documented. */
function checkAccepted(request: Request, sent: string): void {
  const { call, operation, pointer } = findOperation(request);
  const documented = (operation.parameters ?? []).filter((each) => each.in === "query");
  for (const name of new URL(request.url).searchParams.keys()) {
    if (documented.every((each) => each.name !== name)) {
      throw new Error(`${call} takes the parameter ${name}, which isn't documented.`);
    }
  }
  const json = operation.requestBody?.content?.["application/json"];
  // A webhook takes whatever its sender signed, even if it isn't JSON.
  if (!json || Object.keys(json.schema).every((key) => key === "description")) return;
  // JSON Schema can't say that spaces around a string don't count.
  const body: unknown = JSON.parse(sent, (_, value) =>
    typeof value === "string" ? value.trim() : value,
  );
  const place = [...pointer, "requestBody", "content", "application/json", "schema"];
  validate(place, body, `${call} accepted a body that`);
}

/** Throws when the response to a call isn't as the API reference says. */
export function checkResponse(
  request: { method: string; url: string },
  { status, headers, text }: { status: number; headers: Headers; text: string },
): void {
  // A method that is always refused isn't an operation.
  if (status === 405) return;
  const { call, operation, pointer } = findOperation(request);
  const documented = operation.responses[status];
  if (!documented) throw new Error(`${call} answered ${status}, which isn't documented: ${text}`);
  for (const name of Object.keys(documented.headers ?? {})) {
    if (!headers.has(name)) throw new Error(`${call} answered ${status} without ${name}.`);
  }
  const contentTypes = Object.keys(documented.content ?? {});
  if (contentTypes.length === 0) {
    if (text !== "") throw new Error(`${call} answered ${status} with an undocumented body.`);
    return;
  }
  const [contentType = ""] = (headers.get("content-type") ?? "").split(";");
  if (!contentTypes.includes(contentType)) {
    throw new Error(`${call} answered ${status} as ${contentType}, not ${contentTypes.join()}.`);
  }
  const body = readBody(contentType, text);
  const place = [...pointer, "responses", String(status), "content", contentType, "schema"];
  validate(place, body, `${call} answered ${status} with a body that`);
}

/** Text of JSON, of lines of JSON, or of anything else. */
export function readBody(contentType: string, text: string): unknown {
  if (contentType === "application/json") return JSON.parse(text);
  if (contentType !== "application/x-ndjson") return text;
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line): unknown => JSON.parse(line));
}

function findOperation(request: { method: string; url: string }) {
  const { pathname } = new URL(request.url);
  const path = findPath(pathname);
  const method = request.method.toLowerCase();
  const operation = paths[path]?.[method];
  const call = `${request.method} ${pathname}`;
  if (!operation) throw new Error(`${call} isn't in the API reference.`);
  return { call, operation, pointer: ["paths", path, method] };
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
