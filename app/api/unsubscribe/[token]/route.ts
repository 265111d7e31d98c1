import { z } from "zod";
import { deliveryMessages } from "@/lib/messages/deliveries";
import { findLinked, setChannelSwitch } from "@/lib/domain/contact/channel-switch";
import { unsubscribePageUrl, verifyUnsubscribeToken } from "@/lib/domain/contact/unsubscribe-token";
import { redirectToPage, signedLink, toPage } from "@/lib/http/route/signed-link";
import { AppError } from "@/lib/platform/app-error";

const formSchema = z.union([
  z.object({ "List-Unsubscribe": z.literal("One-Click") }),
  z.object({ delivery: z.enum(["on", "off"]) }),
]);

export const GET = signedLink({
  summary: "Shows the unsubscribe page and changes nothing, because scanners open every link",
  responses: { 303: toPage },
  invalid: deliveryMessages.unsubscribe.invalidLink,
  verify: verifyUnsubscribeToken,
  handler: async ({ ctx, token }) =>
    redirectToPage(unsubscribePageUrl(ctx.settings.siteUrl, token)),
});

export const POST = signedLink({
  summary: "Unsubscribes in one click (RFC 8058), or saves what the page's form says",
  form: formSchema,
  responses: {
    200: {
      description: "Unsubscribed in one click",
      schema: z.string(),
      contentType: "text/plain",
    },
    303: toPage,
  },
  errors: [[400, "The form says neither"]],
  invalid: deliveryMessages.unsubscribe.invalidLink,
  verify: verifyUnsubscribeToken,
  handler: async ({ ctx, token, id, form }) => {
    const subscriber = await findLinked(ctx, id);
    if (form?.get("List-Unsubscribe") === "One-Click") {
      if (subscriber) await setChannelSwitch(ctx, subscriber.id, "email", false, "one_click");
      return new Response(deliveryMessages.unsubscribe.done);
    }
    const delivery = form?.get("delivery");
    if (delivery !== "on" && delivery !== "off") {
      throw new AppError(400, deliveryMessages.unsubscribe.unknownRequest);
    }
    if (subscriber) {
      await setChannelSwitch(ctx, subscriber.id, "email", delivery === "on", "page");
    }
    return redirectToPage(unsubscribePageUrl(ctx.settings.siteUrl, token));
  },
});
