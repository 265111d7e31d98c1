import { z } from "zod";
import { answerByNextAuth } from "@/lib/http/auth/next-auth";
import { route } from "@/lib/http/route/route";

const paramsSchema = z.object({ nextauth: z.array(z.string()) });

/** GET /api/auth/session and its like, as next-auth's client asks for them. */
export const GET = route({
  access: "public",
  params: paramsSchema,
  handler: (input) =>
    answerByNextAuth(input, input.params.nextauth, ["session", "csrf", "providers"]),
});

/** POST /api/auth/signout: ends the session on the server. */
export const POST = route({
  access: "public",
  params: paramsSchema,
  handler: (input) => answerByNextAuth(input, input.params.nextauth, ["signout"]),
});
