import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";

const url = z.url().nullable();

/** What can be changed to make a setup check fail. */
export const setupChangeSchema = z
  .object({
    /** TXT records by name, instead of the default ones. */
    dns: z.record(z.string(), z.array(z.string())),
    postmarkDelivers: z.boolean(),
    postmarkStreams: z.array(z.string()),
    postmarkUnsubscribe: z.enum(["None", "Postmark", "Custom"]),
    /** Where webhooks go; null for nowhere. */
    postmarkWebhookUrl: url,
    postmarkWebhookPassword: z.string(),
    postmarkSendsBounces: z.boolean(),
    twilioAccountType: z.enum(["Full", "Trial"]),
    twilioReplyUrl: url,
    twilioFallbackUrl: url,
    /** ISO 3166. */
    twilioCountries: z.array(z.string()),
    paddlePermissions: z.array(z.string()),
    /** The status of the site's domain at Paddle; null if it isn't listed. */
    paddleDomainStatus: z
      .enum(["pending_review", "in_review", "approved", "rejected", "action_required"])
      .nullable(),
    /** The default payment link; null for none. */
    paddlePaymentLink: url,
    paddleMonthlyAmount: z.string().regex(/^\d+$/),
    /** Whether cards are declined when a trial is ended early. */
    paddleDeclinesCards: z.boolean(),
    paddleWebhookUrl: url,
    paddleWebhookSecret: z.string(),
  })
  .partial()
  .strict();

export type SetupChange = z.infer<typeof setupChangeSchema>;

/** The setup of our provider accounts: ready to go live, except for changes. */
export class ProviderSetup {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(
      "CREATE TABLE IF NOT EXISTS provider_setup (id INTEGER PRIMARY KEY CHECK (id = 1), change TEXT NOT NULL)",
    );
  }

  read(): SetupChange {
    const row = this.#database.prepare("SELECT change FROM provider_setup").get();
    return row ? setupChangeSchema.parse(JSON.parse(String(row["change"]))) : {};
  }

  /** Adds to the earlier changes. */
  change(change: SetupChange): void {
    this.#database
      .prepare("INSERT OR REPLACE INTO provider_setup VALUES (1, ?)")
      .run(JSON.stringify({ ...this.read(), ...change }));
  }

  reset(): void {
    this.#database.exec("DELETE FROM provider_setup");
  }
}
