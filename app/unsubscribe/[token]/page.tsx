import { TrackError } from "@/components/feedback/track-error";
import { ScreenFrame } from "@/components/layout/screen-frame";
import { SiteLink } from "@/components/layout/site-link";
import { Button } from "@/components/ui/button";
import { deliveryMessages } from "@/lib/messages/deliveries";
import { findLinked } from "@/lib/domain/contact/channel-switch";
import { verifyUnsubscribeToken } from "@/lib/domain/contact/unsubscribe-token";
import { linkPageMetadata, type LinkPageProps } from "@/lib/http/pages/link-page";
import { getContext } from "@/lib/http/route/context";

export const dynamic = "force-dynamic";

const messages = deliveryMessages.unsubscribe;

export const metadata = linkPageMetadata(messages.pageTitle);

type View = {
  title: string;
  text: string;
  form: { delivery: "on" | "off"; button: string } | null;
};

const views: Record<"on" | "off" | "invalid", View> = {
  on: {
    title: messages.titleOn,
    text: messages.textOn,
    form: { delivery: "off", button: messages.buttonOff },
  },
  off: {
    title: messages.titleOff,
    text: messages.textOff,
    form: { delivery: "on", button: messages.buttonOn },
  },
  invalid: { title: messages.titleInvalid, text: messages.textInvalid, form: null },
};

async function findView(token: string): Promise<View> {
  const ctx = await getContext();
  const person = verifyUnsubscribeToken(token, ctx.settings.acceptedSecrets);
  const found = person && (await findLinked(ctx, person));
  if (!found) return views.invalid;
  return found.emailEnabled ? views.on : views.off;
}

/**
 * `/unsubscribe/{token}`: the visible link in each briefing. Opening it changes nothing; its button
 * submits a plain form, so that it works without JavaScript.
 */
export default async function UnsubscribePage(props: LinkPageProps) {
  const { token } = await props.params;
  const view = await findView(token);
  return (
    <ScreenFrame>
      {view === views.invalid && <TrackError kind="link_invalid" />}
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
          {messages.billing}
          <br />
          <SiteLink href="/account" className="mt-2 inline-block text-link">
            {messages.accountLink}
          </SiteLink>
        </p>
      </div>
    </ScreenFrame>
  );
}
