import {
  dailyMessageInputSchema,
  dailyMessageListQuerySchema,
} from "@/lib/contracts/daily-messages";
import { actorOf } from "@/lib/domain/auth/sessions";
import { createDailyMessage, listDailyMessages } from "@/lib/domain/daily-messages/daily-messages";
import { reply } from "@/lib/http/route/respond";
import { revalidateDailyMessages } from "@/lib/http/pages/revalidate";
import { route } from "@/lib/http/route/route";

/** GET /api/daily-messages: newest first, between two days if they are named. */
export const GET = route({
  access: "admin",
  query: dailyMessageListQuerySchema,
  handler: async ({ ctx, query }) => {
    const { messages, totalCount } = await listDailyMessages(ctx, query);
    return reply(messages, { headers: { "x-total-count": String(totalCount) } });
  },
});

/** POST /api/daily-messages: writes a new message. */
export const POST = route({
  access: "admin",
  body: dailyMessageInputSchema,
  handler: async ({ ctx, body, caller }) => {
    const message = await createDailyMessage(ctx, body, actorOf(caller));
    revalidateDailyMessages();
    return reply(message, { status: 201 });
  },
});
