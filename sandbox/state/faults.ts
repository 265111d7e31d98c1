import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { bounceNames } from "../postmark/bounce-kinds";

export const faultProviders = [
  "postmark",
  "twilio",
  "paddle",
  "automation",
  "forms",
  "analytics",
] as const;

export const faultModes = [
  "error",
  "timeout",
  "accept-then-drop",
  "rate-limit",
  "slow",
  "drip",
  "late-accept",
  "search-lag",
  "search-partial",
  "refuse-all",
  "alter-body",
  "undeliver",
  "redact",
] as const;

export type FaultProvider = (typeof faultProviders)[number];

export type FaultMode = (typeof faultModes)[number];

/** Which of a provider's endpoints a fault affects. */
export const faultEndpoints = ["send", "search", "all"] as const;

export type ProviderEndpoint = Exclude<(typeof faultEndpoints)[number], "all">;

const wholeNumber = (name: string, min: number, max: number) => {
  const message = `${name} must be a whole number between ${min} and ${max}.`;
  return z.int({ error: message }).min(min, message).max(max, message);
};

/** Modes that only some providers support. */
const providersOfMode: Partial<Record<FaultMode, readonly FaultProvider[]>> = {
  "search-lag": ["postmark", "twilio"],
  "search-partial": ["postmark", "twilio"],
  "refuse-all": ["postmark", "twilio"],
  "alter-body": ["twilio"],
  undeliver: ["postmark", "twilio"],
  redact: ["twilio"],
};

/** These change search results: they affect searches unless the request says otherwise. */
const searchModes: readonly FaultMode[] = ["search-lag", "search-partial", "redact"];

const recipientMessage = "to must be an address or a number, or a prefix that ends in *.";

/** Body of `POST /sandbox/faults`. */
export const faultInputSchema = z
  .object(
    {
      provider: z.enum(faultProviders, {
        error: `provider must be one of ${faultProviders.join(", ")}.`,
      }),
      mode: z.enum(faultModes, { error: `mode must be one of ${faultModes.join(", ")}.` }),
      status: wholeNumber("status", 200, 599).optional(),
      probability: z
        .number({ error: "probability must be a number above 0 and up to 1." })
        .gt(0, "probability must be a number above 0 and up to 1.")
        .max(1, "probability must be a number above 0 and up to 1.")
        .optional(),
      count: wholeNumber("count", 1, 1_000_000_000).optional(),
      delayMs: wholeNumber("delayMs", 0, 3_600_000).optional(),
      endpoint: z
        .enum(faultEndpoints, { error: `endpoint must be one of ${faultEndpoints.join(", ")}.` })
        .optional(),
      accepts: z.boolean({ error: "accepts must be true or false." }).optional(),
      body: z.string({ error: "body must be a string." }).optional(),
      contentType: z
        .string({ error: "contentType must be a media type such as text/html." })
        .regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w=-]+)*$/, {
          error: "contentType must be a media type such as text/html.",
        })
        .optional(),
      retryAfterS: wholeNumber("retryAfterS", 0, 86_400).optional(),
      code: wholeNumber("code", 1, 99_999).optional(),
      to: z
        .string({ error: recipientMessage })
        .regex(/^[^*]+\*?$/, recipientMessage)
        .optional(),
      stream: z.string({ error: "stream must be the name of a Postmark stream." }).optional(),
      bounce: z
        .enum(bounceNames, { error: `bounce must be one of ${bounceNames.join(", ")}.` })
        .optional(),
    },
    { error: "The body must be a JSON object with provider and mode." },
  )
  .superRefine(({ provider, mode, stream }, context) => {
    const possible = providersOfMode[mode];
    if (possible && !possible.includes(provider)) {
      const message = `${mode} works only with ${possible.join(" and ")}.`;
      context.addIssue({ code: "custom", path: ["provider"], message });
    }
    if (stream !== undefined && (provider !== "postmark" || !searchModes.includes(mode))) {
      const message = "stream works only with search-lag and search-partial of postmark.";
      context.addIssue({ code: "custom", path: ["stream"], message });
    }
  });

export type FaultInput = z.infer<typeof faultInputSchema>;

export type Fault = {
  id: string;
  provider: FaultProvider;
  mode: FaultMode;
  /** HTTP status of the response, for `error` and `rate-limit`. */
  status: number;
  /**
   * Above 0, up to 1: how likely it is to affect a call; with `search-partial`, the share of the
   * messages that searches find.
   */
  probability: number;
  /** How many more calls it affects; null until it's deleted. */
  count: number | null;
  /**
   * Real time before the response; with `drip`, between two bytes of it; with `late-accept`, before
   * the message is accepted; with `search-lag`, between accepting a message and finding it.
   */
  delayMs: number;
  endpoint: ProviderEndpoint | "all";
  /** Whether `error` and `rate-limit` accept the message before they respond with the failure. */
  accepts: boolean;
  /** Replaces the provider's own response body; null uses it. */
  body: string | null;
  contentType: string | null;
  /** `Retry-After` of `rate-limit`, in seconds. */
  retryAfterS: number;
  /** With `refuse-all` and `undeliver`: the provider's error code for every message. */
  code: number;
  /**
   * The only recipient it affects, or a prefix that ends in `*`; null for all. A call with several messages
   * is affected if one of them matches.
   */
  to: string | null;
  /** With `search-lag` and `search-partial`: the only Postmark stream that it affects. */
  stream: string | null;
  /** With `undeliver`: what Postmark reports. */
  bounce: (typeof bounceNames)[number];
  /** With `search-lag`: the newest message that is found without a delay. */
  lastMessageId: number;
  /** How many calls it has affected. */
  struck: number;
};

const defaultDelayMs: Partial<Record<FaultMode, number>> = {
  slow: 2_000,
  drip: 1_000,
  "late-accept": 2_000,
  "search-lag": 60_000,
};

const defaultCodes: Partial<Record<FaultMode, number>> = {
  "refuse-all": 21_408,
  undeliver: 30_034,
};

/**
 * Returns whether a fault can apply together with others: it changes what is stored or found, or affects
 * single messages of a call.
 */
function isCombined({ mode, to }: Fault): boolean {
  const isAboutMessages = mode === "refuse-all" && to !== null;
  return (
    searchModes.includes(mode) || ["alter-body", "undeliver"].includes(mode) || isAboutMessages
  );
}

/** Returns whether a fault affects messages to this recipient. */
export function affectsRecipient({ to }: Pick<Fault, "to">, recipient: string): boolean {
  if (to === null) return true;
  const [given, wanted] = [recipient.toLowerCase(), to.toLowerCase()];
  return wanted.endsWith("*") ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
}

/** The active faults, in the order they were added. */
export class Faults {
  readonly #database: DatabaseSync;
  readonly #random: () => number;
  #active: Fault[];

  /** @param random returns a number from 0 up to 1, like `Math.random` */
  constructor(database: DatabaseSync, random: () => number = Math.random) {
    this.#database = database;
    this.#random = random;
    this.#active = database
      .prepare("SELECT id, fault FROM faults ORDER BY id")
      .all()
      .map((row) => {
        const fault: Omit<Fault, "id"> = JSON.parse(String(row["fault"]));
        return { ...fault, to: fault.to ?? null, id: String(row["id"]) };
      });
  }

  list(): readonly Fault[] {
    return this.#active;
  }

  /** @param lastMessageId the newest message at this moment */
  add(input: FaultInput, lastMessageId: number): Fault {
    const fault = {
      provider: input.provider,
      mode: input.mode,
      status: input.status ?? (input.mode === "rate-limit" ? 429 : 500),
      probability: input.probability ?? (input.mode === "search-partial" ? 0.5 : 1),
      count: input.count ?? null,
      delayMs: input.delayMs ?? defaultDelayMs[input.mode] ?? 0,
      endpoint: input.endpoint ?? (searchModes.includes(input.mode) ? "search" : "send"),
      accepts: input.accepts ?? false,
      body: input.body ?? null,
      contentType: input.contentType ?? null,
      retryAfterS: input.retryAfterS ?? 1,
      code: input.code ?? (input.provider === "twilio" ? (defaultCodes[input.mode] ?? 0) : 406),
      to: input.to ?? null,
      stream: input.stream ?? null,
      bounce: input.bounce ?? "hard",
      lastMessageId,
      struck: 0,
    };
    const row = this.#database
      .prepare("INSERT INTO faults (fault) VALUES (?) RETURNING id")
      .get(JSON.stringify(fault));
    const added: Fault = { ...fault, id: String(row?.["id"]) };
    this.#active = [...this.#active, added];
    return added;
  }

  /** @returns whether the fault existed */
  remove(id: string): boolean {
    const before = this.#active.length;
    this.#active = this.#active.filter((fault) => fault.id !== id);
    this.#database.prepare("DELETE FROM faults WHERE id = ?").run(id);
    return this.#active.length < before;
  }

  /** @returns how many were deleted */
  clear(): number {
    const total = this.#active.length;
    this.#active = [];
    this.#database.exec("DELETE FROM faults");
    return total;
  }

  /**
   * The active faults that affect this call, counted as used: all that can apply together, and the first of
   * the rest.
   *
   * @param recipients of the call's messages; empty for a search that isn't about a recipient
   */
  trigger(
    provider: FaultProvider,
    endpoint: ProviderEndpoint,
    recipients: readonly string[],
  ): readonly Fault[] {
    const matching = this.#active.filter(
      (fault) =>
        fault.provider === provider &&
        (fault.endpoint === "all" || fault.endpoint === endpoint) &&
        (searchModes.includes(fault.mode) ||
          fault.to === null ||
          recipients.some((recipient) => affectsRecipient(fault, recipient))) &&
        this.#happens(fault),
    );
    const first = matching.find((fault) => !isCombined(fault));
    const affecting = matching.filter((fault) => fault === first || isCombined(fault));
    for (const fault of affecting) this.#recordUse(fault);
    return affecting;
  }

  #happens({ mode, probability }: Fault): boolean {
    return mode === "search-partial" || probability === 1 || this.#random() < probability;
  }

  #recordUse(fault: Fault): void {
    const remaining = fault.count === null ? null : fault.count - 1;
    if (remaining === 0) {
      this.remove(fault.id);
      return;
    }
    const { id, ...rest } = { ...fault, count: remaining, struck: fault.struck + 1 };
    this.#active = this.#active.map((active) => (active.id === id ? { ...rest, id } : active));
    this.#database
      .prepare("UPDATE faults SET fault = ? WHERE id = ?")
      .run(JSON.stringify(rest), id);
  }
}
