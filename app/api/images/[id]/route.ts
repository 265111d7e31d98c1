import { imageSchema, imageUpdateSchema } from "@/lib/contracts/admin/images";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { deleteImage, updateImage } from "@/lib/domain/images/images";
import { route } from "@/lib/http/route/route";
import { imageMessages } from "@/lib/messages/admin/images";

export const PUT = route({
  access: "admin:write",
  summary:
    "Changes an image's alt text, but not in posts that already show it, and keeps the image for 7 days",
  params: idParamsSchema,
  body: imageUpdateSchema,
  responses: { 200: imageSchema },
  errors: [[404, "No image has this id"]],
  handler: ({ ctx, params, body, caller }) => updateImage(ctx, params.id, body, actorOf(caller)),
});

export const DELETE = route({
  access: "admin:write",
  summary: "Deletes an image that nothing uses",
  params: idParamsSchema,
  responses: { 200: messageSchema },
  errors: [
    [404, "No image has this id"],
    [409, "It's in a post, an earlier version of one, or a sent email", "image_used"],
  ],
  handler: async ({ ctx, params, caller }) => {
    await deleteImage(ctx, params.id, actorOf(caller));
    return { message: imageMessages.deleted };
  },
});
