import { verifyQuerySchema } from "@/lib/contracts/account";
import { httpMessages } from "@/lib/messages/http";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";
import { logInByLink } from "@/lib/http/auth/subscriber-login";

/** GET /api/auth/verify?token=…: logs the browser in by a login link, which is used up. */
export const GET = route({
  access: "public",
  query: verifyQuerySchema,
  handler: ({ ctx, query, ...caller }) => logInByLink(ctx, query.token, caller),
});

/** HEAD looks and changes nothing; without this Next would run GET for it. */
export const HEAD = route({
  access: "public",
  handler: () =>
    reply({ message: httpMessages.methodNotAllowed }, { status: 405, headers: { allow: "GET" } }),
});
