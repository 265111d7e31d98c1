import { TrackError } from "@/components/feedback/track-error";
import { linkResultScreen as messages } from "@/lib/messages/account";
import { SiteLink } from "./site-link";
import { SupportHint } from "./support-link";

export type LinkResultProps = {
  title: string;
  text: string;
  /** Why the link doesn't work; null if it did what it's for. */
  failure?: "expired" | "invalid" | null;
};

/** Says that a link from an email did what it's for, or why it doesn't work. */
export function LinkResult({ title, text, failure = null }: LinkResultProps) {
  return (
    <div className="max-w-measure">
      {failure && <TrackError kind={`link_${failure}`} />}
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

/** Says that a link has expired. */
export function ExpiredLink({ text }: { text: string }) {
  return <LinkResult title={messages.expiredTitle} text={text} failure="expired" />;
}

/** Says that a link isn't ours, or was replaced. */
export function InvalidLink({ text }: { text: string }) {
  return <LinkResult title={messages.invalidTitle} text={text} failure="invalid" />;
}
