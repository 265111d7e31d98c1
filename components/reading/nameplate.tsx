import { Wordmark } from "@/components/brand/wordmark";
import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { brand } from "@/lib/brand";
import { listMessages } from "@/lib/messages/site";

const { tagline, signUp, learnMore } = listMessages;

const longDay = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});

/**
 * The header of the post list, in the style of a newspaper.
 *
 * @param today YYYY-MM-DD
 */
export function Nameplate({ today, signUpUrl }: { today: string; signUpUrl: string }) {
  return (
    <div className="wrap pt-[clamp(1.5rem,.6rem+3.6vw,3.5rem)]">
      <p className="flex justify-center gap-4 pb-[clamp(1.25rem,.6rem+2.4vw,2.5rem)] text-fine leading-4 text-ink-3 sm:justify-between">
        <time dateTime={today}>{longDay.format(new Date(`${today}T00:00:00Z`))}</time>
        <span className="max-sm:hidden">Weekdays at 8:00, your time</span>
      </p>
      <h1>
        <Wordmark className="mx-auto h-auto w-full max-w-[56rem]" />
      </h1>
      <div className="mt-[clamp(1.5rem,.9rem+2.4vw,3rem)] h-[7px] border-t-[3px] border-b border-ink" />
      <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-5 border-b border-ink py-6 text-center sm:justify-between sm:text-left">
        <p className="font-serif text-[clamp(1.375rem,1.1rem+1vw,1.75rem)] leading-tight tracking-[-.008em] text-pretty italic">
          {tagline}
        </p>
        <div className="flex flex-wrap gap-4 max-sm:w-full max-sm:*:flex-1">
          <SiteLink href={signUpUrl} className={buttonClass({ isCaps: true })}>
            {signUp}
          </SiteLink>
          <SiteLink href="/about" className={buttonClass({ variant: "line", isCaps: true })}>
            <span>{learnMore}</span>
            {/* Search engines want link text to name its target. */}
            <span aria-hidden="true" className="sr-only">
              {` about ${brand.name}`}
            </span>
          </SiteLink>
        </div>
      </div>
    </div>
  );
}
