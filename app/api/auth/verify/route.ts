import { z } from "zod";
import { limits } from "@/lib/contracts/limits";
import {
  verifyQuerySchema,
  confirmationRequiredCode,
  loginConfirmedHeader,
  verifyAnswerSchema,
} from "@/lib/contracts/account";
import { httpMessages } from "@/lib/messages/http";
import { tooMany } from "@/lib/http/route/reference";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";
import { logInByLink } from "@/lib/http/auth/subscriber-login";

export const GET = route({
  access: "public",
  summary:
    "Logs the browser in by a login link, which then stops working, except in the same browser if it never got the answer",
  query: verifyQuerySchema,
  headers: z.object({
    [loginConfirmedHeader]: z.string().optional().describe("Sent when someone pressed Continue"),
  }),
  responses: { 200: verifyAnswerSchema },
  errors: [
    [401, "The link isn't ours", "link_invalid"],
    [401, "The link was already used", "link_used"],
    [401, "A newer link was sent", "link_replaced"],
    [401, "The link expired", "link_expired"],
    [403, "The request comes from another site"],
    [
      409,
      "Another browser requested the link, and Continue wasn't pressed",
      confirmationRequiredCode,
    ],
    tooMany(limits.verificationFailuresPerAddress, "from one client address failed"),
  ],
  handler: ({ ctx, query, ...caller }) => logInByLink(ctx, query.token, caller),
});

/** Without this Next would run GET. */
export const HEAD = route({
  access: "public",
  summary: "Changes nothing, so that a HEAD request can't use up a link",
  responses: {},
  errors: [[405, "Always"]],
  handler: () =>
    reply({ message: httpMessages.methodNotAllowed }, { status: 405, headers: { allow: "GET" } }),
});
