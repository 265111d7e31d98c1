import { brand } from "@/lib/brand";
import { z } from "zod";
import { readVariables, siteUrl, webUrl } from "./env-fields";
import { OperatorError } from "./operator-error";

export const howToGetToken =
  "Create one in Paddle under Developer tools → Authentication → Client-side tokens";

export const exampleSiteUrl = `https://${brand.domain}`;

/** Anyone can read it in the pages. An API key there would give away the account. */
export const clientToken = z
  .string({ error: `PADDLE_CLIENT_TOKEN is missing. ${howToGetToken}.` })
  .refine(
    (token) => !token.startsWith("pdl_"),
    `PADDLE_CLIENT_TOKEN is a secret API key, which pages must not show. ${howToGetToken}.`,
  );

/** Settings that end up in the built pages. None of them is a secret. */
export const pageSettings = {
  PROVIDERS: z.enum(["sandbox", "live"]).optional(),
  ALLOW_SANDBOX: z.enum(["0", "1"], { error: "ALLOW_SANDBOX must be 0 or 1." }).default("0"),
  SITE_URL: siteUrl(exampleSiteUrl).optional(),
  SIGN_UP_URL: z.string().min(1).default("/pricing"),
  CONTACT_FORM_URL: webUrl("CONTACT_FORM_URL", "https://forms.example/abc").optional(),
  ANALYTICS_URL: webUrl("ANALYTICS_URL", "https://plausible.io/api/event").optional(),
  PRIVACY_WIDGET_URL: webUrl("PRIVACY_WIDGET_URL", "https://policies.example/privacy").optional(),
  TERMS_WIDGET_URL: webUrl("TERMS_WIDGET_URL", "https://policies.example/terms").optional(),
  /** Public: the browser's token, which can only open checkouts. */
  PADDLE_CLIENT_TOKEN: clientToken.optional(),
  PADDLE_PRICE_MONTHLY: z.string().min(1).optional(),
  PADDLE_PRICE_ANNUAL: z.string().min(1).optional(),
  /** Paddle.js. The supervisor sets the sandbox's own script. */
  PADDLE_SCRIPT_URL: webUrl(
    "PADDLE_SCRIPT_URL",
    "https://cdn.paddle.com/paddle/v2/paddle.js",
  ).default("https://cdn.paddle.com/paddle/v2/paddle.js"),
};

const pageSettingsSchema = z.object(pageSettings);

/** Variables that end up in the built pages, which are rebuilt when one changes. */
export const pageVariables: readonly string[] = Object.keys(pageSettings);

/** The settings that end up in the built pages. */
export type PageSettings = Readonly<z.output<typeof pageSettingsSchema>>;

/**
 * Reads only what the public pages need, so that they can be built without a database or providers.
 *
 * @throws OperatorError as `parseEnv`
 */
export function parsePageSettings(variables: Record<string, string | undefined>): PageSettings {
  const { data, problems } = readVariables(pageSettingsSchema, variables);
  if (!data) throw new OperatorError(problems);
  return data;
}
