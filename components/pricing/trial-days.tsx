import { trialReminderLeadDays } from "@/lib/contracts/durations";
import { trialDays } from "@/lib/contracts/plans";
import { pricingMessages } from "@/lib/messages/pricing";

const days = [
  { day: "Today", text: "Your trial starts. You pay nothing." },
  { day: `Day ${trialDays - trialReminderLeadDays}`, text: "We email you a reminder." },
  { day: `Day ${trialDays}`, text: "Your first charge, unless you cancel first." },
];

/** The days of the trial on a line drawn to scale. */
export function TrialDays() {
  const { noSurprises, reminder, noSetupFees } = pricingMessages;
  return (
    <section
      aria-labelledby="no-surprises"
      className="mt-16 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div className="lg:pt-[1.0625rem]">
        <h2 id="no-surprises" className="text-h3">
          {noSurprises}
        </h2>
        <p className="mt-2 max-w-[30ch] text-ink-2">
          {reminder} <span className="whitespace-nowrap">{noSetupFees}</span>
        </p>
      </div>
      <ol className="grid gap-6 border-accent max-md:border-l-[3px] md:grid-cols-[5fr_2fr_3fr] md:gap-0 md:border-t-[3px]">
        {days.map(({ day, text }) => (
          <li
            key={day}
            className="relative before:absolute before:left-0 before:bg-accent max-md:pl-6 max-md:before:top-3 max-md:before:h-[3px] max-md:before:w-4 md:pt-4 md:pr-4 md:before:-top-[.5625rem] md:before:h-4 md:before:w-[3px]"
          >
            <span className="block font-serif text-row font-[460]">{day}</span>
            <span className="mt-1 block text-label text-ink-2">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
