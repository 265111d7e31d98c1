import { TrackView } from "@/components/layout/track-view";
import { buttonClass } from "@/components/ui/button-class";
import { homeMessages } from "@/lib/messages/site";
import { BriefingPhone, type PhoneBriefing } from "./briefing-phone";
import { HeroTrialLink } from "./hero-trial-link";
import type { HeroVariant } from "./hero-variants";

/** The first screen: headline, button, and a phone with the latest briefing. */
export function Hero({ variant, briefing }: { variant: HeroVariant; briefing: PhoneBriefing }) {
  return (
    <section className="overflow-hidden border-b border-ink" aria-labelledby="hero-title">
      <div className="wrap sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-8 lg:gap-10">
        <div className="pt-[clamp(2.5rem,1rem+4.6vw,4.75rem)] pb-10 lg:pb-12">
          <h1
            id="hero-title"
            className="text-display font-display sm:max-lg:text-[clamp(2.625rem,.2rem+6.7vw,4.25rem)]"
          >
            {variant.titleLines.map((line, index) => (
              <span key={line} className="block sm:whitespace-nowrap">
                {/* Screen readers and search engines read the lines as one sentence. */}
                {index < 2 ? `${line} ` : line}
              </span>
            ))}
          </h1>
          <p className="mt-[clamp(1.25rem,.8rem+1.6vw,2.25rem)] max-w-[31em] font-serif text-deck text-ink-2 sm:max-lg:text-[1.125rem] sm:max-lg:leading-7">
            {variant.subtitle}
          </p>
          <div className="mt-8 flex flex-wrap gap-x-6 gap-y-3">
            <HeroTrialLink variant={variant.name} />
            <a href="#testimonials" className={buttonClass({ variant: "quiet", size: "lg" })}>
              {homeMessages.learnMore}
            </a>
          </div>
          <p className="mt-4 text-small text-ink-3">{homeMessages.trialNote}</p>
        </div>
        <div className="grid h-[40.5rem] justify-center overflow-hidden sm:block sm:h-[41rem] sm:pt-10 lg:h-[40rem] lg:pt-[clamp(2rem,.6rem+3.4vw,2.75rem)]">
          <BriefingPhone briefing={briefing} />
        </div>
      </div>
      <TrackView event="hero variant shown" detail="variant" value={variant.name} />
    </section>
  );
}
