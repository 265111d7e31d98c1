import { briefingPreviewInputSchema, briefingPreviewSchema } from "@/lib/contracts/briefings";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { previewBriefing } from "@/lib/domain/delivery/content/preview";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:write",
  summary: "Renders the text, the email, and the page of a message and a post, saved or not",
  body: briefingPreviewInputSchema,
  bodyLimitBytes: bodyLimitsBytes.post,
  responses: { 200: briefingPreviewSchema },
  errors: [[400, "The message is too long for a text"]],
  handler: ({ ctx, body }) => previewBriefing(ctx, body),
});
