import { Wordmark } from "@/components/brand/wordmark";
import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { formatLongMonthDayYear, formatLongWeekday } from "@/lib/calendar/format";
import { brand } from "@/lib/brand";
import { listMessages } from "@/lib/messages/site";

const { tagline, signUp, learnMore } = listMessages;

type NameplateProps = {
  /** YYYY-MM-DD */
  today: string;
  /** About days off; null if there are none. */
  gap: string | null;
  signUpUrl: string;
};

/** The header of the post list, in the style of a newspaper. */
export function Nameplate({ today, gap, signUpUrl }: NameplateProps) {
  return (
    <div className="wrap pt-[clamp(1.5rem,.6rem+3.6vw,3.5rem)]">
      <p className="flex justify-center gap-4 pb-[clamp(1.25rem,.6rem+2.4vw,2.5rem)] text-fine leading-4 text-ink-3 sm:justify-between">
        <time
          dateTime={today}
        >{`${formatLongWeekday(today)}, ${formatLongMonthDayYear(today)}`}</time>
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
      {gap !== null && <p className="border-b border-rule py-4 text-label text-ink-2">{gap}</p>}
    </div>
  );
}
