import type { ReactNode } from "react";
import { ScreenFrame } from "@/components/layout/screen-frame";

/** Which of the three onboarding steps a screen is. */
export type Progress = { label: string; step: 1 | 2 | 3; note?: string };

export type OnboardingFrameProps = {
  /** Omitted on the success screen. */
  progress?: Progress;
  children: ReactNode;
};

/** Header with progress, and footer, of an onboarding screen. */
export function OnboardingFrame({ progress, children }: OnboardingFrameProps) {
  return (
    <ScreenFrame underHeader={progress && <ProgressLines {...progress} />}>{children}</ScreenFrame>
  );
}

const stepCount = 3;

/** Progress as the three lines of the logo. */
function ProgressLines({ label, step, note }: Progress) {
  return (
    <div className="grid gap-2 pb-0.5">
      <div className="flex justify-between gap-4 text-small">
        <span id="progress-label" className="font-medium">
          {label}
        </span>
        <span className="text-ink-3">
          Step {step} of {stepCount}
        </span>
      </div>
      <progress aria-labelledby="progress-label" className="sr-only" max={stepCount} value={step} />
      <div aria-hidden="true" className="grid grid-cols-[3fr_4fr_2fr] gap-1.5">
        {[1, 2, 3].map((line) => (
          <span key={line} className={line <= step ? "h-[3px] bg-accent" : "h-[3px] bg-rule"} />
        ))}
      </div>
      {note && <p className="text-fine text-ink-3">{note}</p>}
    </div>
  );
}
