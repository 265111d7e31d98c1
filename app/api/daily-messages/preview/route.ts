import { briefingPreviewInputSchema } from "@/lib/contracts/briefings";
import { previewBriefing } from "@/lib/domain/delivery/content/preview";
import { route } from "@/lib/http/route/route";

/** POST /api/daily-messages/preview: text and mail of a message that need not be saved. */
export const POST = route({
  access: "admin",
  body: briefingPreviewInputSchema,
  handler: ({ ctx, body }) => previewBriefing(ctx, body),
});
