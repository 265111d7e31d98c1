import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";

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

/** The modes that not every provider can have. */
const providersOfMode: Partial<Record<FaultMode, readonly FaultProvider[]>> = {
  "search-lag": ["postmark", "twilio"],
  "search-partial": ["postmark", "twilio"],
  "refuse-all": ["postmark", "twilio"],
  "alter-body": ["twilio"],
};

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
    },
    { error: "The body must be a JSON object with provider and mode." },
  )
  .superRefine(({ provider, mode }, context) => {
    const possible = providersOfMode[mode];
    if (!possible || possible.includes(provider)) return;
    const message = `${mode} works only with ${possible.join(" and ")}.`;
    context.addIssue({ code: "custom", path: ["provider"], message });
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
  /** How many more calls it affects; null means until it is deleted. */
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
  /** With `refuse-all`: the provider's error code of every message. */
  code: number;
  /** With `search-lag`: the newest message that is found without a delay. */
  lastMessageId: number;
  /** How many calls it has affected. */
  struck: number;
};

const defaultDelayMs: Record<FaultMode, number> = {
  error: 0,
  timeout: 0,
  "accept-then-drop": 0,
  "rate-limit": 0,
  slow: 2_000,
  drip: 1_000,
  "late-accept": 2_000,
  "search-lag": 60_000,
  "search-partial": 0,
  "refuse-all": 0,
  "alter-body": 0,
};

/** These affect searches unless the request says otherwise; all others affect sending. */
const searchModes: readonly FaultMode[] = ["search-lag", "search-partial"];

/** These change what is stored or found, and so apply along with each other and one of the rest. */
const combinedModes: readonly FaultMode[] = [...searchModes, "alter-body"];

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
        return { ...fault, id: String(row["id"]) };
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
      delayMs: input.delayMs ?? defaultDelayMs[input.mode],
      endpoint: input.endpoint ?? (searchModes.includes(input.mode) ? "search" : "send"),
      accepts: input.accepts ?? false,
      body: input.body ?? null,
      contentType: input.contentType ?? null,
      retryAfterS: input.retryAfterS ?? 1,
      code: input.code ?? (input.provider === "twilio" ? 21_408 : 406),
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
   * The active faults that affect this call, counted as used: all that change what is stored or
   * found, and the first of the others.
   */
  trigger(provider: FaultProvider, endpoint: ProviderEndpoint): readonly Fault[] {
    const matching = this.#active.filter(
      (fault) =>
        fault.provider === provider &&
        (fault.endpoint === "all" || fault.endpoint === endpoint) &&
        this.#happens(fault),
    );
    const first = matching.find(({ mode }) => !combinedModes.includes(mode));
    const affecting = matching.filter(
      (fault) => fault === first || combinedModes.includes(fault.mode),
    );
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
