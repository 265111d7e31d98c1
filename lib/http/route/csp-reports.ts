import { z } from "zod";
import type { Logger } from "@/lib/platform/logger";

/** The parts of a report that we count. They don't show who saw the page, or which page. */
export type Violation = {
  /** The directive that was violated, such as `script-src-elem`. */
  directive: string;
  /** The origin that was blocked, or a word such as `inline`. */
  blocked: string;
};

const directives = new Set(
  "default script script-src-elem script-src-attr style style-src-elem style-src-attr img font connect media object frame child worker manifest"
    .split(" ")
    .map((name) => (name.includes("-") ? name : `${name}-src`))
    .concat("base-uri", "form-action", "frame-ancestors"),
);

/** Values of `blocked-uri` that aren't URLs (CSP3, section 5.2). */
const words = new Set([
  "inline",
  "eval",
  "wasm-eval",
  "trusted-types-policy",
  "trusted-types-sink",
]);

const text = z.string().max(10_000).catch("");

// `report-uri` sends one report per call, in its own format; the Reporting API sends several.
const legacySchema = z
  .object({
    "csp-report": z.object({
      "effective-directive": text,
      "violated-directive": text,
      "blocked-uri": text,
    }),
  })
  .transform(({ "csp-report": report }) => [
    {
      // Older browsers write the whole directive, with its values.
      name: report["effective-directive"] || (report["violated-directive"].split(" ")[0] ?? ""),
      url: report["blocked-uri"],
    },
  ]);

const reportsSchema = z
  .array(
    z.object({
      type: z.string(),
      body: z.object({ effectiveDirective: text, blockedURL: text }).catch({
        effectiveDirective: "",
        blockedURL: "",
      }),
    }),
  )
  .max(100)
  .transform((reports) =>
    reports
      .filter(({ type }) => type === "csp-violation")
      .map(({ body }) => ({ name: body.effectiveDirective, url: body.blockedURL })),
  );

const schema = z.union([legacySchema, reportsSchema]);

/** The violations in the body of a report; empty if it isn't a report or not about our policy. */
export function readViolations(body: string): Violation[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [];
  }
  const reports = schema.safeParse(value).data ?? [];
  return reports.flatMap(({ name, url }) => {
    const directive = name.toLowerCase();
    return directives.has(directive) ? [{ directive, blocked: originOf(url) }] : [];
  });
}

/** Anyone can send anything, so only short and known forms count. */
function originOf(url: string): string {
  if (words.has(url)) return url;
  const parsed = URL.parse(url);
  // Browsers shorten some URLs to their scheme, such as `data`.
  if (!parsed) return /^[a-z][a-z\d+-]{0,30}$/i.test(url) ? `${url.toLowerCase()}:` : "unknown";
  const isWeb = /^(?:https?|wss?):$/.test(parsed.protocol);
  return isWeb && parsed.host.length <= 100
    ? `${parsed.protocol}//${parsed.host}`
    : parsed.protocol;
}

const windowMs = 60_000;
/** Beyond this many reports in a window, only their number is logged. */
const maxPerWindow = 1_000;
const maxKinds = 100;

/**
 * Counts violations by directive and blocked origin, in this process, and logs the counts of each
 * minute that had any: `csp violations`.
 */
export class ViolationCounter {
  readonly #counts = new Map<string, Violation & { count: number }>();
  #counted = 0;
  #ignored = 0;
  #isCounting = false;

  add(violations: readonly Violation[], log: Logger): void {
    for (const violation of violations) this.#addOne(violation);
    if (violations.length === 0 || this.#isCounting) return;
    this.#isCounting = true;
    setTimeout(() => this.#report(log), windowMs).unref();
  }

  #addOne({ directive, blocked }: Violation): void {
    const key = `${directive} ${blocked}`;
    const known = this.#counts.get(key);
    if (this.#counted >= maxPerWindow || (!known && this.#counts.size >= maxKinds)) {
      this.#ignored += 1;
      return;
    }
    this.#counted += 1;
    if (known) known.count += 1;
    else this.#counts.set(key, { directive, blocked, count: 1 });
  }

  #report(log: Logger): void {
    const counts = [...this.#counts.values()].toSorted((a, b) => b.count - a.count);
    log.warn({ counts, ignored: this.#ignored }, "csp violations");
    this.#counts.clear();
    this.#counted = 0;
    this.#ignored = 0;
    this.#isCounting = false;
  }
}
