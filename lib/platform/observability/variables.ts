import { z } from "zod";
import { brand } from "@/lib/brand";
import { webUrl } from "../env-fields";

const headersMessage =
  "OTEL_EXPORTER_OTLP_HEADERS must be names and values such as authorization=Bearer%20abc, separated by commas.";

const ratioMessage = "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.";

/** `a=1,b=2%203` → `{ a: "1", b: "2 3" }` (OpenTelemetry, OTLP exporter). */
const headers = z.string().transform((text, check) => {
  try {
    const pairs = text.split(",").map((pair): [string, string] => {
      const [, name = "", value = ""] =
        /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]+)\s*$/.exec(pair) ?? [];
      if (name === "") throw new Error(headersMessage);
      return [name, decodeURIComponent(value)];
    });
    return Object.fromEntries(pairs);
  } catch {
    check.addIssue(headersMessage);
    return z.NEVER;
  }
});

/** Where traces and error reports are sent; if unset, nowhere. */
export const observability = {
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
    .refine(
      (url) => !URL.parse(url)?.username,
      "OTEL_EXPORTER_OTLP_ENDPOINT must not have a password. Use OTEL_EXPORTER_OTLP_HEADERS for it.",
    )
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default(brand.productKey),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: ratioMessage })
    .min(0, ratioMessage)
    .max(1, ratioMessage)
    .default(1),
  SENTRY_DSN: z
    .string()
    .regex(
      /^https?:\/\/\w+@[\w.-]+(?::\d+)?\/(?:[\w./-]+\/)?\d+$/,
      "SENTRY_DSN must look like https://KEY@errors.example/1. Find it in the project's settings under Client Keys.",
    )
    .optional(),
};
