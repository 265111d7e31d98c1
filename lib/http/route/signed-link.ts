import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { deliveryMessages } from "@/lib/messages/deliveries";
import type { Context } from "@/lib/domain/context";
import { AppError } from "@/lib/platform/app-error";
import { readBody } from "./read-body";
import { answer, type RouteHandler } from "./route";

/** What the handler of a signed link is given. */
export type SignedLinkInput = {
  ctx: Context;
  token: string;
  subscriberId: number;
  /** The fields of the posted form, url-encoded or multipart; null when nothing like it was sent. */
  form: FormData | null;
};

/**
 * Makes the handler of an address that stands in somebody's mail. The token in it is the whole
 * authority: no cookie, no session, and no look at the origin, because a mail provider's servers
 * and web mail both call it (RFC 8058, section 3.2). Answers 404 to a token that is not ours.
 *
 * @param definition.verify the subscriber whom the token was made for, or null
 */
export function signedLink(definition: {
  verify(token: string, secret: string): number | null;
  handler(input: SignedLinkInput): Promise<Response>;
}): RouteHandler {
  return (request, context) =>
    answer(request, async (ctx) => {
      const { token } = await context.params;
      const subscriberId =
        typeof token === "string" ? definition.verify(token, ctx.settings.signingSecret) : null;
      if (typeof token !== "string" || subscriberId === null) {
        throw new AppError(404, deliveryMessages.unsubscribe.invalidLink);
      }
      const form = await readForm(request);
      return definition.handler({ ctx, token, subscriberId, form });
    });
}

async function readForm(request: Request): Promise<FormData | null> {
  const bytes = Buffer.from(await readBody(request, bodyLimitsBytes.default));
  const contentType = request.headers.get("content-type");
  if (bytes.length === 0 || contentType === null) return null;
  const body = new Response(bytes, { headers: { "content-type": contentType } });
  return body.formData().catch(() => null);
}
