import type { ReactNode } from "react";
import { Lockup } from "@/components/brand/lockup";
import { readingFooterLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteLink } from "@/components/layout/site-link";
import { brand } from "@/lib/brand";
import { SupportLink } from "./support-link";

/** Where a screen stands among the three of the whole way, texts included. */
export type Progress = { label: string; step: 1 | 2 | 3 };

/** What `OnboardingFrame` takes. */
export type OnboardingFrameProps = {
  /** Left out where a person has arrived. */
  progress?: Progress;
  signUpUrl: string;
  children: ReactNode;
};

/** Head and foot of an onboarding screen: the brand, help, and how far one has come. */
export function OnboardingFrame({ progress, signUpUrl, children }: OnboardingFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-rule">
        <div className="wrap grid gap-y-2 py-3.5">
          <div className="flex items-center justify-between gap-6">
            <SiteLink
              href="/"
              aria-label={`${brand.name}, home`}
              className="inline-flex min-h-11 items-center"
            >
              <Lockup className="-mt-[3px] h-[25px] w-auto" />
            </SiteLink>
            <span className="text-small">
              <SupportLink>Support</SupportLink>
            </span>
          </div>
          {progress && <ProgressLines {...progress} />}
        </div>
      </header>
      <main
        id="main"
        className="wrap w-full flex-1 pt-[clamp(2.25rem,1.2rem+4.4vw,5rem)] pb-(--section)"
      >
        {children}
      </main>
      <SiteFooter links={readingFooterLinks(signUpUrl)} />
    </div>
  );
}

const stepCount = 3;

/** The mark, drawn line by line. */
function ProgressLines({ label, step }: Progress) {
  return (
    <div className="grid gap-2 pb-0.5">
      <div className="flex justify-between gap-4 text-small">
        <span id="progress-label" className="font-medium">
          {label}
        </span>
        <span className="text-ink-3 tabular-nums">
          Step {step} of {stepCount}
        </span>
      </div>
      <progress aria-labelledby="progress-label" className="sr-only" max={stepCount} value={step} />
      <div aria-hidden="true" className="grid grid-cols-[3fr_4fr_2fr] gap-1.5">
        {[1, 2, 3].map((line) => (
          <span key={line} className={line <= step ? "h-[3px] bg-accent" : "h-[3px] bg-rule"} />
        ))}
      </div>
    </div>
  );
}
