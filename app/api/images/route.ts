import { z } from "zod";
import {
  clearedImagesSchema,
  fileSchema,
  imageListQuerySchema,
  imageSchema,
  imageUploadQuerySchema,
} from "@/lib/contracts/admin/images";
import { bodyLimitsBytes, limits } from "@/lib/contracts/limits";
import { actorOf } from "@/lib/domain/auth/sessions";
import { clearUnusedImages, listImages, uploadImage } from "@/lib/domain/images/images";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:write",
  summary: "Lists uploaded images, newest first",
  query: imageListQuerySchema,
  responses: {
    200: {
      schema: z.array(imageSchema),
      headers: { "x-total-count": "How many there are on all pages" },
    },
  },
  handler: async ({ ctx, query }) => {
    const { images, totalCount } = await listImages(ctx, query);
    return reply(images, { headers: { "x-total-count": String(totalCount) } });
  },
});

export const POST = route({
  access: "admin:write",
  summary:
    "Uploads an image; the body is the file. It's resized and encoded again, without its metadata",
  query: imageUploadQuerySchema,
  body: fileSchema,
  isFile: true,
  bodyLimitBytes: bodyLimitsBytes.image,
  rateLimit: {
    name: "image-upload",
    limit: limits.imagesPerAdmin,
    per: ({ adminId }) => adminId,
  },
  responses: {
    200: { schema: imageSchema, description: "This file was uploaded before" },
    201: imageSchema,
  },
  errors: [
    [503, "Too many uploads are waiting"],
    [
      400,
      "The file isn't a JPEG, PNG, WebP, AVIF, or GIF, is damaged or animated, or has more than 50 million pixels",
      "image_invalid",
    ],
  ],
  handler: async ({ ctx, request, query, body, caller }) => {
    const upload = { ...query, file: body, signal: request.signal };
    const { image, isNew } = await uploadImage(ctx, upload, actorOf(caller));
    return reply(image, { status: isNew ? 201 : 200 });
  },
});

export const DELETE = route({
  access: "admin:write",
  summary: "Deletes images that nothing uses and that nobody chose in the last 7 days, up to 200",
  responses: { 200: clearedImagesSchema },
  handler: async ({ ctx, caller }) => ({
    deleted: await clearUnusedImages(ctx, actorOf(caller)),
  }),
});
