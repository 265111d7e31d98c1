import type { z } from "zod";
import { limits, type Limit } from "@/lib/contracts/limits";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";

/** An error that a route answers: its status, when that happens, and its code if it has one. */
export type ErrorReference = readonly [status: number, when: string, code?: string];

/** What a status answers: a schema of JSON, or what else there is to say. */
export type ResponseReference =
  | z.ZodType
  | {
      description?: string;
      /** Nothing is sent without one. */
      schema?: z.ZodType;
      /** JSON unless told. */
      contentType?: string;
      /** Headers by name, each with what it says. */
      headers?: Readonly<Record<string, string>>;
    };

/** Answers by status; errors are named elsewhere. */
export type ResponseReferences = Readonly<Record<number, ResponseReference>>;

/** Who may call a route, in the words of OpenAPI. */
export type AccessReference = {
  /** Such as `admin`. */
  name: string;
  /** Any of these lets a caller in; an empty one lets everyone in (OpenAPI, Security Requirement). */
  security: readonly Readonly<Record<string, readonly string[]>>[];
};

/** What the API reference says of a route. The kits attach it to the handlers they make. */
export type RouteReference = {
  summary: string;
  access: AccessReference;
  params?: z.ZodType | undefined;
  query?: z.ZodType | undefined;
  headers?: z.ZodType | undefined;
  body?: { schema: z.ZodType; contentType: string } | undefined;
  responses: ResponseReferences;
  /** Every error that the route can answer to a method, the kit's own included. */
  errorsOf(method: string): readonly ErrorReference[];
};

const key = Symbol("reference");

/** Attaches what the API reference says to a handler. */
export function withReference<Handler extends object>(
  handler: Handler,
  reference: RouteReference,
): Handler {
  return Object.assign(handler, { [key]: reference });
}

/** What the API reference says of a handler, or null for one that no kit made. */
export function referenceOf(handler: object): RouteReference | null {
  return (handler as { [key]?: RouteReference })[key] ?? null;
}

/** `{ hits: 30, windowMs: 900_000 }` → `30 calls in 15 minutes`. */
function describeLimit({ hits, windowMs }: Limit): string {
  const minutes = windowMs / 60_000;
  const [amount, unit] =
    minutes < 1
      ? [windowMs / 1_000, "second"]
      : minutes < 60
        ? [minutes, "minute"]
        : [minutes / 60, "hour"];
  return `${hits} ${plural(hits, "call")} in ${amount} ${plural(amount, unit)}`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** What a call beyond a limit answers, such as `by one admin`. */
export function tooMany(limit: Limit, by: string): ErrorReference {
  return [429, `More than ${describeLimit(limit)} ${by}`, "too_many_requests"];
}

/** What a body that is too large answers. */
export function tooLarge(limitBytes: number): ErrorReference {
  return [413, `The body is larger than ${limitBytes / 1024} KB`];
}

/** What every route can answer. */
export const commonErrors: readonly ErrorReference[] = [
  [500, "Something went wrong on our end"],
  [503, "The database can't be reached", serviceUnavailableCode],
];

/** What routes that send a text to a number from the body can answer. */
export const textErrors: readonly ErrorReference[] = [
  [409, "The number replied STOP or can't get texts"],
  tooMany(limits.textPerNumber, "for one number"),
  tooMany(limits.textsPerNumberPerDay, "for one number"),
  tooMany(limits.textsPerAddressPerDay, "from one client address"),
  [502, "The text wasn't accepted"],
];
