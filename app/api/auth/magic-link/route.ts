import { messageSchema } from "@/lib/contracts/responses/message";
import { accountNotFoundCode, magicLinkSchema } from "@/lib/contracts/account";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import { limits } from "@/lib/contracts/limits";
import { loginMessages } from "@/lib/messages/account";
import { tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { sendRequestedLoginLink } from "@/lib/http/auth/subscriber-login";

export const POST = route({
  access: "public",
  summary: "Emails a login link to a subscriber",
  rateLimit: { name: "login-link", limit: limits.loginLinkPerAddress },
  body: magicLinkSchema,
  responses: { 200: messageSchema },
  errors: [
    [404, "No subscriber has this email", accountNotFoundCode],
    [409, "The email provider refuses this address"],
    tooMany(limits.loginLinkPerEmail, "for one email"),
    tooMany(limits.loginLinksPerEmailPerDay, "for one email"),
    [503, "The email provider is unavailable", serviceUnavailableCode],
  ],
  handler: async ({ ctx, body, ...caller }) => {
    await sendRequestedLoginLink(ctx, body.email, caller);
    return { message: loginMessages.linkSent };
  },
});
