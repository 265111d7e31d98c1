import { z } from "zod";

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

/** The site's address, as browsers send it in `Origin`. Links are made by appending a path to it. */
export const siteUrl = (example: string) =>
  webUrl("SITE_URL", example)
    .refine((url) => {
      const { pathname, search, hash, username, password } = new URL(url);
      return pathname === "/" && !search && !hash && !username && !password;
    }, `SITE_URL must have no path, query, or password, as in ${example}.`)
    .transform((url) => new URL(url).origin);

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

/** A long secret that goes into a header. */
export const secret = (name: string, howToGet: string) =>
  z
    .string({ error: `${name} is missing. ${howToGet}.` })
    .regex(/^[!-~]{16,}$/, `${name} must have at least 16 characters and no spaces. ${howToGet}.`);

/** Variables read with a schema, and what is wrong with them. */
export type ReadVariables<T> = {
  /** The schema's result; undefined if there is a problem. */
  data: T | undefined;
  /** Those that aren't empty. */
  given: Readonly<Record<string, string>>;
  /** Those of them that the schema doesn't reject. */
  valid: Readonly<Record<string, string>>;
  /** One message for each invalid variable. */
  problems: string[];
};

/** Reads variables with a schema. An empty variable counts as unset. */
export function readVariables<T>(
  schema: z.ZodType<T>,
  variables: Record<string, string | undefined>,
): ReadVariables<T> {
  const given = Object.fromEntries(
    Object.entries(variables).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
    ),
  );
  const result = schema.safeParse(given);
  if (result.success) return { data: result.data, given, valid: given, problems: [] };
  const messages = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const name = String(path[0]);
    if (!messages.has(name)) messages.set(name, message);
  }
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !messages.has(name)));
  return { data: undefined, given, valid, problems: [...messages.values()] };
}
