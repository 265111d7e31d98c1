import type { Metadata } from "next";
import { ScreenFrame } from "@/components/layout/screen-frame";
import { SiteLink } from "@/components/layout/site-link";
import { Button } from "@/components/ui/button";
import { deliveryMessages } from "@/lib/messages/deliveries";
import { findEmailSwitch } from "@/lib/domain/subscribers/email-switch";
import { verifyUnsubscribeToken } from "@/lib/domain/subscribers/unsubscribe-token";
import { getContext } from "@/lib/http/route/context";
import { pageConfig } from "@/lib/http/pages/page-settings";

export const dynamic = "force-dynamic";

const sentences = deliveryMessages.unsubscribe;

export const metadata: Metadata = {
  title: "E-mail delivery",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

type View = {
  title: string;
  text: string;
  form: { delivery: "on" | "off"; button: string } | null;
};

const views: Record<"on" | "off" | "invalid", View> = {
  on: {
    title: sentences.titleOn,
    text: sentences.textOn,
    form: { delivery: "off", button: sentences.buttonOff },
  },
  off: {
    title: sentences.titleOff,
    text: sentences.textOff,
    form: { delivery: "on", button: sentences.buttonOn },
  },
  invalid: { title: sentences.titleInvalid, text: sentences.textInvalid, form: null },
};

async function findView(token: string): Promise<View> {
  const ctx = await getContext();
  const subscriberId = verifyUnsubscribeToken(token, ctx.settings.signingSecret);
  const found = subscriberId === null ? null : await findEmailSwitch(ctx, subscriberId);
  if (!found) return views.invalid;
  return found.isOn ? views.on : views.off;
}

/**
 * The page behind the visible link of each briefing. Opening it changes nothing; its one button
 * posts a plain form, so that it works without scripts.
 */
export default async function UnsubscribePage(props: { params: Promise<{ token: string }> }) {
  const { token } = await props.params;
  const view = await findView(token);
  return (
    <ScreenFrame signUpUrl={pageConfig().SIGN_UP_URL}>
      <div className="max-w-measure">
        <h1 className="text-h1 font-[440] text-balance">{view.title}</h1>
        <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">{view.text}</p>
        {view.form && (
          <form method="post" action={`/api/unsubscribe/${token}`} className="mt-8">
            <Button
              type="submit"
              variant={view.form.delivery === "off" ? "ink" : "solid"}
              size="lg"
              name="delivery"
              value={view.form.delivery}
            >
              {view.form.button}
            </Button>
          </form>
        )}
        <p className="mt-10 border-t border-rule pt-5 text-ink-2">
          {sentences.billing}
          <br />
          <SiteLink href="/account" className="mt-2 inline-block text-link">
            {sentences.accountLink}
          </SiteLink>
        </p>
      </div>
    </ScreenFrame>
  );
}
