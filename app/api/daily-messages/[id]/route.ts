import { messageSchema } from "@/lib/contracts/responses/message";
import { dailyMessageUpdateSchema, dailyMessageSchema } from "@/lib/contracts/daily-messages";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { dailyMessageMessages } from "@/lib/messages/daily-messages";
import { actorOf } from "@/lib/domain/auth/sessions";
import {
  deleteDailyMessage,
  getDailyMessage,
  updateDailyMessage,
} from "@/lib/domain/daily-messages/daily-messages";
import { purgePages } from "@/lib/http/pages/purge-pages";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Returns one daily message",
  params: idParamsSchema,
  responses: { 200: dailyMessageSchema },
  errors: [[404, "No message has this id"]],
  handler: ({ ctx, params }) => getDailyMessage(ctx, params.id),
});

export const PUT = route({
  access: "admin:write",
  summary: "Replaces one daily message; with `updatedAt`, only the version the editor saw",
  params: idParamsSchema,
  body: dailyMessageUpdateSchema,
  responses: { 200: dailyMessageSchema },
  errors: [
    [400, "The message is too long for a text"],
    [404, "No message has this id"],
    [409, "Someone saved it since", "message_changed"],
    [409, "Another message for this date is active", "active_message_exists"],
    [409, "It's active, and its date is a day off", "day_off"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    const message = await updateDailyMessage(ctx, params.id, body, actorOf(caller));
    await purgePages();
    return message;
  },
});

export const DELETE = route({
  access: "admin:write",
  summary: "Deletes one daily message",
  params: idParamsSchema,
  responses: { 200: messageSchema },
  errors: [[404, "No message has this id"]],
  handler: async ({ ctx, params, caller }) => {
    await deleteDailyMessage(ctx, params.id, actorOf(caller));
    await purgePages();
    return { message: dailyMessageMessages.deleted };
  },
});
