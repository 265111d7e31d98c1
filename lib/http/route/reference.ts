import type { z } from "zod";
import { limits, maxFields, type Limit } from "@/lib/contracts/limits";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";

/** An error answer: its status, when it happens, and its code, if any. */
export type ErrorReference = readonly [status: number, when: string, code?: string];

/** An answer other than our errors: the schema of its JSON, or a description. */
export type ResponseReference =
  | z.ZodType
  | {
      description?: string;
      /** Without it, there is no body. */
      schema?: z.ZodType;
      /** JSON by default. */
      contentType?: string;
      /** Headers by name, each with its description. */
      headers?: Readonly<Record<string, string>>;
    };

export type ResponseReferences = Readonly<Record<number, ResponseReference>>;

/** Who may call a route, as OpenAPI security requirements. */
export type AccessReference = {
  /** Such as `admin`. */
  name: string;
  /** Any one of these is enough; an empty one admits everyone (OpenAPI, Security Requirement). */
  security: readonly Readonly<Record<string, readonly string[]>>[];
};

/** A route in the API reference. The kits attach it to the handlers they make. */
export type RouteReference = {
  summary: string;
  access: AccessReference;
  params?: z.ZodType | undefined;
  query?: z.ZodType | undefined;
  headers?: z.ZodType | undefined;
  body?: { schema: z.ZodType; contentType: string } | undefined;
  responses: ResponseReferences;
  /** Every error that a method of the route can answer. */
  errorsOf(method: string): readonly ErrorReference[];
};

/** `The link expired (`link_expired`)`. */
export function describeError([, when, code]: ErrorReference): string {
  return code === undefined ? when : `${when} (\`${code}\`)`;
}

const key = Symbol("reference");

export function withReference<Handler extends object>(
  handler: Handler,
  reference: RouteReference,
): Handler {
  return Object.assign(handler, { [key]: reference });
}

/** The reference of a handler; null if it wasn't made by a kit. */
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

/** The 429 of a rate limit; an example of `by` is `by one admin`. */
export function tooMany(limit: Limit, by: string): ErrorReference {
  return [429, `More than ${describeLimit(limit)} ${by}`, "too_many_requests"];
}

/** The 413 of a body that's too large. */
export function tooLarge(limitBytes: number): ErrorReference {
  return [413, `The body is larger than ${limitBytes / 1024} KB`];
}

/** The 413 of a form with many fields. */
export const tooManyFields: ErrorReference = [413, `The form has more than ${maxFields} fields`];

/** The 409 of an admin's login step that isn't next. */
export const stepNotDue: ErrorReference = [409, "The login doesn't need this step now"];

/** Errors of routes that check an admin's code. */
export const codeErrors: readonly ErrorReference[] = [
  [401, "The code is wrong or was used before"],
  stepNotDue,
  tooMany(limits.adminLoginFailuresPerAddress, "from one client address failed"),
  tooMany(limits.adminCodeFailures, "for one admin failed"),
  tooMany(limits.adminCodeFailuresPerDay, "for one admin failed"),
];

/** Errors of routes that ask an admin to authenticate again. */
export const ownCheckErrors: readonly ErrorReference[] = [
  [400, "The current password or the code is wrong, or the new password breaks a rule"],
  tooMany(limits.adminPasswordChecks, "by one admin failed"),
];

/** The 429 of routes with which the team acts on subscribers. */
export const dayOfActions: ErrorReference = [
  429,
  `The admin or token acted on ${limits.actionsOnSubscribersPerDay.hits} subscribers within a day`,
  "too_many_requests",
];

/** Errors of routes that resend today's briefing to a subscriber. */
export const resendErrors: readonly ErrorReference[] = [
  [409, "There is nothing to resend, or the address or number can't be reached"],
  tooMany(limits.resendPerChannel, "on one channel"),
  tooMany(limits.resendsPerDay, "for one subscriber"),
  tooMany(limits.textPerNumber, "for one number"),
  tooMany(limits.textsPerNumberPerDay, "for one number"),
  tooMany(limits.textsPerAddressPerDay, "from one client address"),
  [503, "The provider is unavailable, or the outcome is unknown"],
];

/** Errors of routes for an import that hasn't been started. */
export const waitingImportErrors: readonly ErrorReference[] = [
  [404, "There's no such import"],
  [409, "It has already been started"],
];

/** Errors of routes that change a member of the team. */
export const memberErrors: readonly ErrorReference[] = [
  [404, "There is no such member"],
  [409, "It's the last owner who can log in, or the admin themselves"],
];

/** Errors of routes that email an invitation. */
export const invitationErrors: readonly ErrorReference[] = [
  tooMany(limits.adminInvitationsPerAdmin, "by one admin"),
  [503, "The email wasn't sent, or the provider can't tell", serviceUnavailableCode],
];

/** Errors that every route can answer. */
export const commonErrors: readonly ErrorReference[] = [
  [500, "Something went wrong on our end"],
  [503, "The database can't be reached, or too many calls are waiting", serviceUnavailableCode],
];

/** Errors of routes that send a text to a number from the body. */
export const textErrors: readonly ErrorReference[] = [
  [409, "The number replied STOP or can't get texts"],
  tooMany(limits.textPerNumber, "for one number"),
  tooMany(limits.textsPerNumberPerDay, "for one number"),
  tooMany(limits.textsPerAddressPerDay, "from one client address"),
  tooMany(limits.textsPerSubscriberPerDay, "by one subscriber"),
  tooMany(limits.numbersPerSubscriberPerDay, "for different numbers by one subscriber"),
  [429, "The daily budget for texts is used up", "too_many_requests"],
  [502, "The text wasn't accepted"],
];
