import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { SandboxParts } from "../parts";
import { ProviderRefusal } from "../provider-refusal";

/** The body of an error response (twilio.com/docs/usage/twilios-response). */
export type TwilioFailure = { code: number; message: string; more_info: string; status: number };

/** A call that Twilio rejects. */
export function twilioRefusal(status: number, code: number, message: string): ProviderRefusal {
  return new ProviderRefusal(status, describeFailure(status, code, message));
}

/** The body of Twilio's own error response with this HTTP status. */
export function twilioFailure(status: number): TwilioFailure {
  switch (status) {
    case 401:
      return describeFailure(status, 20_003, "Authenticate");
    case 404:
      return describeFailure(status, 20_404, "The requested resource was not found");
    case 429:
      return describeFailure(status, 20_429, "Too Many Requests");
    case 503:
      return describeFailure(status, 20_503, "Service Unavailable");
    default:
      return describeFailure(status, 20_500, "An internal server error has occurred");
  }
}

function describeFailure(status: number, code: number, message: string): TwilioFailure {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

/** Returns whether our credentials are test credentials, which use a number that sends nothing. */
export function isTestAccount({ credentials }: Pick<SandboxParts, "credentials">): boolean {
  return /^\+1500555\d{4}$/.test(credentials.twilio.from);
}

/** @throws ProviderRefusal unless the call's basic auth is our account's and allows such a call */
export function requireCredentials(
  { method, headers: { authorization } }: FastifyRequest,
  parts: SandboxParts,
): void {
  const { accountSid, authToken } = parts.credentials.twilio;
  const expected = Buffer.from(`${accountSid}:${authToken}`);
  const encoded = authorization?.replace(/^Basic /i, "") ?? "";
  const given = Buffer.from(encoded, "base64");
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isRight) throw twilioRefusal(401, 20_003, "Authenticate");
  // https://www.twilio.com/docs/iam/test-credentials
  if (isTestAccount(parts) && method !== "POST") {
    const reason = "Resource not accessible with Test Account Credentials";
    throw twilioRefusal(403, 20_008, reason);
  }
}
