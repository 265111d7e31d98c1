import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";

/** The endpoints that faults can strike, by company. */
export const faultProviders = [
  "postmark",
  "twilio",
  "paddle",
  "automation",
  "forms",
  "analytics",
] as const;

/** How a provider fails. */
export const faultModes = [
  "error",
  "timeout",
  "accept-then-drop",
  "rate-limit",
  "slow",
  "drip",
] as const;

/** One of the companies, or one of the small endpoints beside them. */
export type FaultProvider = (typeof faultProviders)[number];

/** Which of a provider's endpoints. */
export type ProviderEndpoint = "send" | "search";

const wholeNumber = (name: string, min: number, max: number) => {
  const sentence = `${name} must be a whole number between ${min} and ${max}.`;
  return z.int({ error: sentence }).min(min, sentence).max(max, sentence);
};

/** Body of `POST /sandbox/faults`. */
export const faultInputSchema = z.object(
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
      .enum(["send", "search", "all"], { error: "endpoint must be one of send, search, all." })
      .optional(),
    accepts: z.boolean({ error: "accepts must be true or false." }).optional(),
    body: z.string({ error: "body must be a text." }).optional(),
    contentType: z
      .string({ error: "contentType must be a media type such as text/html." })
      .regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w=-]+)*$/, {
        error: "contentType must be a media type such as text/html.",
      })
      .optional(),
    retryAfterS: wholeNumber("retryAfterS", 0, 86_400).optional(),
  },
  { error: "The body must be a JSON object with provider and mode." },
);

/** What somebody asked for. */
export type FaultInput = z.infer<typeof faultInputSchema>;

/** An active fault. */
export type Fault = {
  id: string;
  provider: FaultProvider;
  mode: FaultInput["mode"];
  /** HTTP status that `error` and `rate-limit` answer. */
  status: number;
  /** Above 0 and up to 1. */
  probability: number;
  /** How often it still strikes; null means until it is deleted. */
  count: number | null;
  /** Before the answer; between two bytes of it with `drip`. */
  delayMs: number;
  endpoint: ProviderEndpoint | "all";
  /** Whether `error` and `rate-limit` take what was sent before they refuse it. */
  accepts: boolean;
  /** Replaces the provider's own words; null keeps them. */
  body: string | null;
  contentType: string | null;
  /** What `rate-limit` says in `Retry-After`, in seconds. */
  retryAfterS: number;
  /** How often it has struck. */
  struck: number;
};

const defaultDelayMs: Record<FaultInput["mode"], number> = {
  error: 0,
  timeout: 0,
  "accept-then-drop": 0,
  "rate-limit": 0,
  slow: 2_000,
  drip: 1_000,
};

/** The faults that are active, in the order in which they were given. */
export class Faults {
  readonly #database: DatabaseSync;
  readonly #random: () => number;
  #active: Fault[];

  /** @param random answers a number from 0 up to 1, as `Math.random` does */
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

  add(input: FaultInput): Fault {
    const fault = {
      provider: input.provider,
      mode: input.mode,
      status: input.status ?? (input.mode === "rate-limit" ? 429 : 500),
      probability: input.probability ?? 1,
      count: input.count ?? null,
      delayMs: input.delayMs ?? defaultDelayMs[input.mode],
      endpoint: input.endpoint ?? "send",
      accepts: input.accepts ?? false,
      body: input.body ?? null,
      contentType: input.contentType ?? null,
      retryAfterS: input.retryAfterS ?? 1,
      struck: 0,
    };
    const row = this.#database
      .prepare("INSERT INTO faults (fault) VALUES (?) RETURNING id")
      .get(JSON.stringify(fault));
    const added: Fault = { ...fault, id: String(row?.["id"]) };
    this.#active = [...this.#active, added];
    return added;
  }

  /** @returns whether there was one */
  remove(id: string): boolean {
    const before = this.#active.length;
    this.#active = this.#active.filter((fault) => fault.id !== id);
    this.#database.prepare("DELETE FROM faults WHERE id = ?").run(id);
    return this.#active.length < before;
  }

  /** @returns how many there were */
  clear(): number {
    const total = this.#active.length;
    this.#active = [];
    this.#database.exec("DELETE FROM faults");
    return total;
  }

  /** The fault that strikes this call, if one does: the first whose dice fall so. */
  strike(provider: FaultProvider, endpoint: ProviderEndpoint): Fault | null {
    const fault = this.#active.find(
      (candidate) =>
        candidate.provider === provider &&
        (candidate.endpoint === "all" || candidate.endpoint === endpoint) &&
        (candidate.probability === 1 || this.#random() < candidate.probability),
    );
    if (!fault) return null;
    this.#recordStrike(fault);
    return fault;
  }

  #recordStrike(fault: Fault): void {
    const left = fault.count === null ? null : fault.count - 1;
    if (left === 0) {
      this.remove(fault.id);
      return;
    }
    const { id, ...rest } = { ...fault, count: left, struck: fault.struck + 1 };
    this.#active = this.#active.map((active) => (active.id === id ? { ...rest, id } : active));
    this.#database
      .prepare("UPDATE faults SET fault = ? WHERE id = ?")
      .run(JSON.stringify(rest), id);
  }
}
