import { STATUS_CODES } from "node:http";
import { z } from "zod";
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { brand } from "@/lib/brand";
import { userDataSchema } from "@/lib/contracts/account";
import { localDateSchema } from "@/lib/calendar/days";
import { dailyMessageSchema } from "@/lib/contracts/daily-messages";
import { uidSchema } from "@/lib/contracts/onboarding";
import { messageSchema } from "@/lib/contracts/responses/message";
import { postListItemSchema, postSchema } from "@/lib/contracts/responses/posts";
import { cookieName } from "@/lib/contracts/browser-storage";
import {
  describeError,
  type ErrorReference,
  type ResponseReference,
} from "@/lib/http/route/reference";
import type { DocumentedRoute } from "./read-routes";
import { tagOf, tags } from "./tags";

/** The document as it is served. */
export type ApiDocument = ReturnType<typeof createDocument>;

const info = {
  title: `${brand.name} API`,
  version: "1.0.0",
  contact: { name: brand.name, email: brand.supportAddress },
  license: { name: "MIT", identifier: "MIT" },
  description: [
    "Bodies and responses are JSON unless an operation says otherwise.",
    "A response carries `X-Request-Id`, which also names the request in the logs, and `Cache-Control: no-store` unless it says otherwise.",
    "Spaces around the strings of a body don't count.",
    "Requests that change something are refused when `Origin` or `Sec-Fetch-Site` names another site.",
    "Sessions are cookies. Programs send an administrator's token instead, as `Authorization: Bearer tl_…`; then cookies don't count.",
    "Errors carry a `message` for people, the `field` it's about if there is one, and a `code` for programs where an operation lists codes.",
    "`HEAD` works wherever `GET` does, unless an operation says otherwise. Any other method answers 405.",
  ].join("\n\n"),
};

const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: cookieName("threeline-session", true),
    description: `Set when a subscriber logs in. Without https its name is \`${cookieName("threeline-session", false)}\`.`,
  },
  adminSession: {
    type: "apiKey",
    in: "cookie",
    name: cookieName("threeline-admin-session", true),
    description: `Set when an admin logs in. Without https its name is \`${cookieName("threeline-admin-session", false)}\`.`,
  },
  apiToken: {
    type: "http",
    scheme: "bearer",
    description:
      "A token that an admin created under Settings, API and webhooks. It may do what its scopes say and the admin's role still includes.",
  },
  metricsToken: {
    type: "http",
    scheme: "bearer",
    description: "`METRICS_TOKEN` of the service's configuration.",
  },
  adminLogin: {
    type: "apiKey",
    in: "cookie",
    name: cookieName("threeline-admin-login", true),
    description: `Set when an admin's login needs another step; it opens only that step. Without https its name is \`${cookieName("threeline-admin-login", false)}\`.`,
  },
  checkout: {
    type: "apiKey",
    in: "cookie",
    name: cookieName("threeline-checkout", true),
    description: `Set when a sign-up is completed; it opens that sign-up's record. Without https its name is \`${cookieName("threeline-checkout", false)}\`.`,
  },
  paddle: {
    type: "apiKey",
    in: "header",
    name: "Paddle-Signature",
    description: "HMAC-SHA256 over the time and the body, by Paddle's key for this webhook.",
  },
  postmark: {
    type: "http",
    scheme: "basic",
    description: "The user name and password that Postmark was given with the webhook's address.",
  },
  twilio: {
    type: "apiKey",
    in: "header",
    name: "X-Twilio-Signature",
    description: "HMAC-SHA1 over the address and the form's fields, by the account's auth token.",
  },
} as const;

/** Schemas that are described once, under a name. */
const schemas = {
  DailyMessage: dailyMessageSchema,
  Error: errorSchema([undefined]),
  Message: messageSchema,
  Post: postSchema,
  PostListItem: postListItemSchema,
  UserData: userDataSchema,
};

/** Describes every route by OpenAPI 3.1. */
export function createApiDocument(routes: readonly DocumentedRoute[]): ApiDocument {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  // A method that is always refused isn't an operation.
  for (const route of routes.filter(
    ({ reference }) => Object.keys(reference.responses).length > 0,
  )) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: createOperation(route),
    };
  }
  return createDocument(
    {
      openapi: "3.1.1",
      info,
      servers: [{ url: "/" }],
      tags,
      paths,
      components: { schemas, securitySchemes },
    },
    { override },
  );
}

function createOperation({ method, path, reference }: DocumentedRoute): ZodOpenApiOperationObject {
  const { summary, access, params, query, headers, body } = reference;
  const pathParams = params ? objectOf(params) : paramsOf(path);
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(path)],
    summary,
    description: describeAccess(access.name),
    "x-access": access.name,
    security: access.security.map((each) =>
      Object.fromEntries(Object.entries(each).map(([name, roles]) => [name, [...roles]])),
    ),
    ...((pathParams ?? query ?? headers) && {
      requestParams: {
        ...(pathParams && { path: pathParams }),
        ...(query && { query: objectOf(query) }),
        ...(headers && { header: objectOf(headers) }),
      },
    }),
    ...(body && {
      requestBody: { required: true, content: { [body.contentType]: { schema: body.schema } } },
    }),
    responses: createResponses(reference.responses, reference.errorsOf(method)),
  };
}

/** `GET`, `/api/posts/{id}` → `getPostsById`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace("/api/", "")
    .replaceAll(/\{(\w+)\}/g, "by-$1")
    .split(/[^A-Za-z]+/);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return `${method.toLowerCase()}${name}`;
}

/** For routes that check their path themselves; null if the path has no parameters. */
function paramsOf(path: string): z.ZodObject | null {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.length > 0
    ? z.object(Object.fromEntries(names.map((name) => [name, z.string()])))
    : null;
}

/** `admin:write` → who may call it, in a sentence. */
function describeAccess(name: string): string {
  if (name === "public") return "For everyone.";
  if (name === "admin") return "For every admin.";
  const [, permission] = name.split(":");
  return permission
    ? `For admins whose role, and tokens whose scopes, include \`${permission}\`.`
    : `Access: ${name}.`;
}

function objectOf(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new TypeError("Parameters must be described by an object.");
}

function createResponses(
  successes: Readonly<Record<number, ResponseReference>>,
  errors: readonly ErrorReference[],
): Record<string, ZodOpenApiResponseObject> {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, reference] of Object.entries(successes)) {
    responses[status] = createSuccess(status, reference);
  }
  const statuses = [...new Set(errors.map(([status]) => status))].toSorted((a, b) => a - b);
  for (const status of statuses) {
    const own = errors.filter((error) => error[0] === status);
    responses[status] = merge(responses[status], createError(own));
  }
  return responses;
}

function createSuccess(status: string, reference: ResponseReference): ZodOpenApiResponseObject {
  const description = STATUS_CODES[status] ?? status;
  if (reference instanceof z.ZodType) {
    return { description, content: { "application/json": { schema: reference } } };
  }
  const { schema, contentType = "application/json", headers } = reference;
  return {
    description: reference.description ?? description,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, says]) => [
          name,
          { description: says, required: true, schema: { type: "string" } },
        ]),
      ),
    }),
    ...(schema && { content: { [contentType]: { schema } } }),
  };
}

function createError(errors: readonly ErrorReference[]): ZodOpenApiResponseObject {
  const codes = errors.map((error) => error[2]);
  const schema = codes.some(Boolean) ? errorSchema(codes) : schemas.Error;
  return {
    description: [...new Set(errors.map(describeError))].join(". "),
    ...(errors[0]?.[0] === 429 && {
      headers: {
        "retry-after": { description: "Seconds", required: true, schema: { type: "integer" } },
      },
    }),
    content: { "application/json": { schema } },
  };
}

/** The response to an error; `undefined` among the codes is an error without a code. */
function errorSchema(codes: readonly (string | undefined)[]): z.ZodObject {
  const named = [...new Set(codes.filter((code) => code !== undefined))];
  const code = z.enum(named);
  return z.object({
    message: z.string().describe("What to tell the person"),
    ...(named.length > 0 && { code: codes.includes(undefined) ? code.optional() : code }),
    field: z.string().optional().describe("The field of the request that it's about"),
  });
}

/** A status that is a response for some operations and an error for others. */
function merge(
  success: ZodOpenApiResponseObject | undefined,
  error: ZodOpenApiResponseObject,
): ZodOpenApiResponseObject {
  if (!success) return error;
  const parts = [success, error].map((each) => each.content?.["application/json"]?.schema);
  const [one, other] = parts;
  if (!(one instanceof z.ZodType && other instanceof z.ZodType)) {
    throw new TypeError("Only JSON responses share a status with an error.");
  }
  return {
    description: `${success.description}. ${error.description}`,
    content: { "application/json": { schema: z.union([one, other]) } },
  };
}

/** Leaves out what a reader doesn't need, and adds what zod can't know. */
const override: NonNullable<CreateDocumentOptions["override"]> = ({ jsonSchema, zodSchema }) => {
  if (zodSchema === localDateSchema) jsonSchema.format = "date";
  if (zodSchema === uidSchema) jsonSchema.type = "string";
  // Formats say it better than the long patterns that zod makes of them.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};
