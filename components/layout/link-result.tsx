import { TrackError } from "@/components/feedback/track-error";
import { linkResultScreen as messages } from "@/lib/messages/account";
import { SiteLink } from "./site-link";
import { SupportHint } from "./support-link";

export type LinkState = "confirmed" | "expired" | "invalid";

/** What each state says. */
export type LinkResultProps = {
  state: LinkState;
  confirmed: { title: string; text: string };
  expiredText: string;
  invalidText: string;
};

/** Says that a link from an email did what it's for, or why it doesn't work. */
export function LinkResult({ state, confirmed, expiredText, invalidText }: LinkResultProps) {
  const { title, text } = {
    confirmed,
    expired: { title: messages.expiredTitle, text: expiredText },
    invalid: { title: messages.invalidTitle, text: invalidText },
  }[state];
  return (
    <div className="max-w-measure">
      {state !== "confirmed" && <TrackError kind={`link_${state}`} />}
      <h1 className="text-h1 font-[440] text-balance">{title}</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">{text}</p>
      <p className="button-row mt-8">
        <SiteLink href="/account" className="text-link">
          {messages.account}
        </SiteLink>
      </p>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}
