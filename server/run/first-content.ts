import { OperatorError } from "@/lib/platform/operator-error";
import { withConnection } from "@/lib/platform/database/with-connection";

/**
 * Returns whether the database already has its first administrator and content. Saves each start the second
 * that it takes to load the command that adds them.
 *
 * @param url `postgresql://…`
 * @param isLive with real providers, only the administrator is added
 * @throws OperatorError with real providers and sample subscribers: sample messages would be sent, even to
 *   anyone who tried the sandbox's checkout
 */
export async function hasFirstContent(url: string, isLive: boolean): Promise<boolean> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ admin: boolean; content: boolean; samples: boolean }>(`
      SELECT EXISTS (SELECT FROM admins) AS admin,
        EXISTS (SELECT FROM subscribers) OR EXISTS (SELECT FROM posts)
          OR EXISTS (SELECT FROM daily_messages) AS content,
        -- Buyers can choose the uid, but not the subscription; samples have none.
        EXISTS (SELECT FROM onboarding_records WHERE uid ~ '^uid_(sample_|demo)'
          AND (paddle_subscription_id IS NULL OR paddle_subscription_id ~ '^sub_demo')) AS samples`);
    if (isLive && rows.some(({ samples }) => samples)) {
      throw new OperatorError(
        "The database has sample subscribers and messages, which must never be sent. With real provider keys, start with an empty database.",
      );
    }
    return rows.every(({ admin, content }) => admin && (isLive || content));
  });
}
