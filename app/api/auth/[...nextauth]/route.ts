import { z } from "zod";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { answerByNextAuth, nextAuthSessionSchema } from "@/lib/http/auth/next-auth";
import { tooLarge, tooManyFields } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

/** The parts of next-auth that each method can reach; the rest stays closed. */
const open = { GET: ["session", "csrf", "providers"], POST: ["signout"] } as const;

const paramsFor = (method: keyof typeof open) =>
  z.object({
    // The API reference shows a single segment, because no open path has more.
    nextauth: z.array(z.string()).meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.items;
        Object.assign(jsonSchema, { type: "string", enum: open[method] });
      },
    }),
  });

const notOpen = [404, "next-auth does something else at this path, which stays closed"] as const;
const badCallback = [400, "The callback URL, in the query or in a cookie, isn't valid"] as const;

export const GET = route({
  access: "public",
  summary: "Returns the session, a CSRF token, or the (empty) list of login providers",
  params: paramsFor("GET"),
  responses: {
    200: z.union([nextAuthSessionSchema, z.object({ csrfToken: z.string() }), z.object({})]),
  },
  errors: [notOpen, badCallback],
  handler: (input) => answerByNextAuth(input, input.params.nextauth, open.GET),
});

export const POST = route({
  access: "public",
  summary: "Ends the session; takes a CSRF token",
  params: paramsFor("POST"),
  responses: { 200: z.object({ url: z.string() }), 302: { headers: { location: "Where to go" } } },
  errors: [
    [400, "The body isn't valid JSON"],
    notOpen,
    badCallback,
    tooLarge(bodyLimitsBytes.default),
    tooManyFields,
  ],
  handler: (input) => answerByNextAuth(input, input.params.nextauth, open.POST),
});
