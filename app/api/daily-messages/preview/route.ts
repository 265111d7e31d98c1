import { briefingPreviewInputSchema, briefingPreviewSchema } from "@/lib/contracts/briefings";
import { previewBriefing } from "@/lib/domain/delivery/content/preview";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:write",
  summary: "Renders the text and the email of a message, saved or not",
  body: briefingPreviewInputSchema,
  responses: { 200: briefingPreviewSchema },
  errors: [[400, "The message is too long for a text"]],
  handler: ({ ctx, body }) => previewBriefing(ctx, body),
});
