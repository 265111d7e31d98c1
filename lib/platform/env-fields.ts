import { z } from "zod";
import { EnvError } from "./env-checks";

// The building blocks of the schemas in env.ts, env-pages.ts, and env-providers.ts.

const integer = (message: string, fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: message })
    .int(message)
    .min(min, message)
    .max(max, message)
    .default(fallback);

export const port = (name: string, fallback: number) =>
  integer(
    `${name} must be a port number from 1 to 65535, such as ${fallback}.`,
    fallback,
    1,
    65_535,
  );

export const whole = (name: string, fallback: number, min: number, max: number) =>
  integer(`${name} must be a whole number from ${min} to ${max}.`, fallback, min, max);

export const webUrl = (name: string, example: string) =>
  z
    .url({
      protocol: /^https?$/,
      error: `${name} must be a URL such as ${example}.`,
    })
    .transform((url) => url.replace(/\/+$/, ""));

/** URLs separated by commas; none by default. */
export const webUrls = (name: string, example: string) =>
  z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .pipe(z.array(webUrl(name, example)));

/** @param howToGet an instruction such as "Find it in …" */
export const required = (name: string, howToGet: string) =>
  z
    .string({ error: `${name} is missing. ${howToGet}.` })
    .min(1, `${name} is missing. ${howToGet}.`);

export const mailbox = (name: string, fallback: string) =>
  z
    .string()
    .regex(
      /^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      `${name} must be an email address such as ${fallback}.`,
    )
    .default(fallback);

const countriesMessage =
  "SMS_COUNTRIES must be two-letter country codes separated by commas, such as US,CA,GB.";

/** ISO 3166 country codes. UK becomes GB. */
export const countries = z
  .string()
  .default("US,CA,GB")
  .transform((text, check) => {
    const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
    const codes = text.split(",").map((part) => part.trim().toUpperCase());
    if (codes.every((code) => /^[A-Z]{2}$/.test(code) && code !== "ZZ" && names.of(code))) {
      return codes.map((code) => new Intl.Locale(`und-${code}`).region ?? code);
    }
    check.addIssue(countriesMessage);
    return z.NEVER;
  });

/**
 * Parses variables with a schema. An empty variable counts as unset.
 *
 * @throws EnvError with the message of the first invalid variable
 */
export function parseVariables<T>(
  schema: z.ZodType<T>,
  variables: Record<string, string | undefined>,
): T {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new EnvError(result.error.issues[0]?.message ?? "The environment isn't valid.");
}
