import { OperatorError } from "@/lib/platform/operator-error";
import { withConnection } from "@/lib/platform/database/with-connection";

/**
 * Whether the database has its first administrator and any content, so that there is nothing to add.
 * Loading the command that adds them takes a second of each start.
 *
 * @param url `postgresql://…`
 * @param isLive with real providers, only the administrator is ever added
 * @throws OperatorError with real providers and sample subscribers: the sample messages would be sent, and
 *   to anyone who tried the sandbox's checkout
 */
export async function hasFirstContent(url: string, isLive: boolean): Promise<boolean> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ admin: boolean; content: boolean; samples: boolean }>(`
      SELECT EXISTS (SELECT FROM admins) AS admin,
        EXISTS (SELECT FROM subscribers) OR EXISTS (SELECT FROM posts)
          OR EXISTS (SELECT FROM daily_messages) AS content,
        -- Buyers can choose the uid, but not the subscription, which samples lack.
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
