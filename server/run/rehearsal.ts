import type { MailAccount } from "@/lib/domain/ports/provider-accounts";
import { OperatorError, reasonOf } from "@/lib/platform/operator-error";
import { withConnection } from "@/lib/platform/database/with-connection";

// Keeps a rehearsal with providers' test accounts apart from a live service.

/**
 * Records whether the database was first used with test or live accounts, because subscriptions in Paddle's
 * sandbox don't exist in a live account, and vice versa.
 *
 * @param url `postgresql://…`
 * @throws OperatorError when the database belongs to the other kind
 */
export async function claimDatabase(url: string, isRehearsal: boolean): Promise<void> {
  await withConnection(url, async (client) => {
    const { rows } = await client.query<{ wasRehearsal: boolean | null }>(`
      SELECT coalesce((SELECT (value #>> '{}')::boolean FROM stored_settings WHERE key = 'rehearsal'),
        CASE WHEN EXISTS (SELECT FROM subscriptions) THEN false END) AS "wasRehearsal"`);
    const wasRehearsal = rows[0]?.wasRehearsal ?? isRehearsal;
    if (wasRehearsal !== isRehearsal) {
      throw new OperatorError(
        wasRehearsal
          ? "The database is from a rehearsal: its subscriptions are in Paddle's sandbox. With live keys, start with an empty database."
          : "The database is the live service's. Rehearse with an empty database.",
      );
    }
    await client.query(
      "INSERT INTO stored_settings (key, value) VALUES ('rehearsal', to_jsonb($1::boolean)) ON CONFLICT DO NOTHING",
      [isRehearsal],
    );
  });
}

/**
 * Makes sure that a rehearsal's emails reach nobody: Postmark's token doesn't show it.
 *
 * @throws OperatorError when they would, or when Postmark doesn't say
 */
export async function requireNoDelivery(mail: Pick<MailAccount, "readServer">): Promise<void> {
  const server = await mail.readServer().catch((error: unknown) => {
    throw new OperatorError(
      `Can't ask Postmark whether the server of POSTMARK_SERVER_TOKEN delivers: ${reasonOf(error)}.`,
    );
  });
  if (server.isDelivering) {
    throw new OperatorError(
      `The server ${server.name} at Postmark delivers to anyone, and PADDLE_API_KEY belongs to Paddle's sandbox. Set POSTMARK_SERVER_TOKEN to the token of a server of the type Sandbox.`,
    );
  }
}
