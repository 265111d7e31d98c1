import { magicLinkSchema } from "@/lib/contracts/account";
import { limits } from "@/lib/contracts/limits";
import { loginMessages } from "@/lib/messages/account";
import { route } from "@/lib/http/route/route";
import { sendRequestedLoginLink } from "@/lib/http/auth/subscriber-login";

/** POST /api/auth/magic-link: mails a login link to an existing subscriber. */
export const POST = route({
  access: "public",
  rateLimit: { name: "login-link", limit: limits.loginLinkPerAddress },
  body: magicLinkSchema,
  handler: async ({ ctx, body, ...caller }) => {
    await sendRequestedLoginLink(ctx, body.email, caller);
    return { message: loginMessages.linkSent };
  },
});
