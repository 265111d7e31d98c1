import { z } from "zod";
import {
  dailyMessageInputSchema,
  dailyMessageListQuerySchema,
  dailyMessageRowSchema,
  dailyMessageSchema,
} from "@/lib/contracts/daily-messages";
import { actorOf } from "@/lib/domain/auth/sessions";
import {
  createDailyMessage,
  listDailyMessages,
  listSentMessages,
} from "@/lib/domain/daily-messages/daily-messages";
import { reply } from "@/lib/http/route/respond";
import { purgePages } from "@/lib/http/pages/purge-pages";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Lists daily messages, newest first",
  query: dailyMessageListQuerySchema,
  responses: {
    200: {
      schema: z.array(dailyMessageRowSchema),
      headers: { "x-total-count": "How many there are on all pages" },
    },
  },
  handler: async ({ ctx, query }) => {
    const { messages, totalCount } = await listDailyMessages(ctx, query);
    const sent = await listSentMessages(
      ctx,
      messages.map(({ id }) => id),
    );
    const rows = messages.map((message) => ({ ...message, isSent: sent.has(message.id) }));
    return reply(rows, { headers: { "x-total-count": String(totalCount) } });
  },
});

export const POST = route({
  access: "admin:write",
  summary: "Creates a daily message",
  body: dailyMessageInputSchema,
  responses: { 201: dailyMessageSchema },
  errors: [
    [400, "The message is too long for a text"],
    [409, "Another message for this date is active", "active_message_exists"],
    [409, "It's active, and its date is a day off", "day_off"],
  ],
  handler: async ({ ctx, body, caller }) => {
    const message = await createDailyMessage(ctx, body, actorOf(caller));
    await purgePages();
    return reply(message, { status: 201 });
  },
});
