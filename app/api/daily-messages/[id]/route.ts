import { dailyMessageUpdateSchema } from "@/lib/contracts/daily-messages";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { dailyMessageMessages } from "@/lib/messages/daily-messages";
import { actorOf } from "@/lib/domain/auth/sessions";
import {
  deleteDailyMessage,
  getDailyMessage,
  updateDailyMessage,
} from "@/lib/domain/daily-messages/daily-messages";
import { revalidateDailyMessages } from "@/lib/http/pages/revalidate";
import { route } from "@/lib/http/route/route";

/** GET /api/daily-messages/{id}: one message as it is saved. */
export const GET = route({
  access: "admin",
  params: idParamsSchema,
  handler: ({ ctx, params }) => getDailyMessage(ctx, params.id),
});

/** PUT /api/daily-messages/{id}: replaces the date, text and active flag of one message. */
export const PUT = route({
  access: "admin",
  params: idParamsSchema,
  body: dailyMessageUpdateSchema,
  handler: async ({ ctx, params, body, caller }) => {
    const message = await updateDailyMessage(ctx, params.id, body, actorOf(caller));
    revalidateDailyMessages();
    return message;
  },
});

/** DELETE /api/daily-messages/{id}: removes one message. */
export const DELETE = route({
  access: "admin",
  params: idParamsSchema,
  handler: async ({ ctx, params, caller }) => {
    await deleteDailyMessage(ctx, params.id, actorOf(caller));
    revalidateDailyMessages();
    return { message: dailyMessageMessages.deleted };
  },
});
