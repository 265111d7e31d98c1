import { messageSchema } from "@/lib/contracts/responses/message";
import { postSchema } from "@/lib/contracts/responses/posts";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { postUpdateSchema } from "@/lib/contracts/posts";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { postMessages } from "@/lib/messages/posts";
import { actorOf } from "@/lib/domain/auth/sessions";
import { describeSentPost } from "@/lib/domain/delivery/content/sent-post";
import { getPost } from "@/lib/domain/posts/read-posts";
import { deletePost, updatePost } from "@/lib/domain/posts/write-posts";
import { anyoneOrAdmin } from "@/lib/http/route/access";
import { purgePages } from "@/lib/http/pages/purge-pages";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: anyoneOrAdmin,
  summary: "Returns one post; admins see scheduled ones and drafts too",
  params: idParamsSchema,
  responses: { 200: postSchema },
  errors: [[404, "No post has this id"]],
  handler: async ({ ctx, params, caller }) => {
    const post = await getPost(ctx, params, { isAdmin: caller !== null });
    return caller ? { ...post, sent: await describeSentPost(ctx, params.id) } : post;
  },
});

export const PUT = route({
  access: "admin:write",
  summary: "Replaces a post; with `updatedAt`, only the version the editor saw",
  params: idParamsSchema,
  body: postUpdateSchema,
  bodyLimitBytes: bodyLimitsBytes.post,
  responses: { 200: postSchema },
  errors: [
    [404, "No post has this id"],
    [409, "Someone saved it since", "post_changed"],
    [409, "Another post has this slug", "slug_taken"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    const { updatedAt: seen, ...post } = body;
    const saved = await updatePost(ctx, params.id, post, seen, actorOf(caller));
    await purgePages();
    return saved;
  },
});

export const DELETE = route({
  access: "admin:write",
  summary: "Deletes a post; it can be restored for 30 days",
  params: idParamsSchema,
  responses: { 200: messageSchema },
  errors: [[404, "No post has this id"]],
  handler: async ({ ctx, params, caller }) => {
    await deletePost(ctx, params.id, actorOf(caller));
    await purgePages();
    return { message: postMessages.deleted };
  },
});
