import { z } from "zod";
import { answerByNextAuth } from "@/lib/http/auth-options";
import { route } from "@/lib/http/route";

// next-auth's own pages and its log endpoint stay shut: nobody needs them, and each takes input.
const readParams = z.object({ nextauth: z.tuple([z.enum(["session", "csrf", "providers"])]) });
const writeParams = z.object({ nextauth: z.tuple([z.literal("signout")]) });

/** GET /api/auth/session and /api/auth/csrf, as next-auth's client asks for them. */
export const GET = route({
  access: "public",
  params: readParams,
  handler: ({ ctx, request, params }) => answerByNextAuth(ctx, request, params),
});

/** POST /api/auth/signout: ends the session on the server. */
export const POST = route({
  access: "public",
  params: writeParams,
  handler: ({ ctx, request, params }) => answerByNextAuth(ctx, request, params),
});
