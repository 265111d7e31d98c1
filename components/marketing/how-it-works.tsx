import { homeMessages } from "@/lib/messages/site";
import { Section } from "./section";
import { ZonesFigure } from "./zones-figure";

const steps = [
  {
    bar: "w-3/4",
    title: "Start the trial",
    text: "Seven days free, by card. We remind you before the first charge.",
  },
  {
    bar: "w-full",
    title: "Say where you are",
    text: "Pick your timezone. Add a phone number if you want the text too.",
  },
  {
    bar: "w-1/2",
    title: "Read at 8:00",
    text: "Three headlines, about 300 words. Then get on with your day.",
  },
];

/**
 * Three steps from the trial to the first briefing, and when eight o'clock is.
 *
 * @param localDate the day (YYYY-MM-DD) whose hours are drawn
 */
export function HowItWorks({ localDate }: { localDate: string }) {
  return (
    <Section
      id="how-it-works"
      title={homeMessages.howItWorks}
      lead="Two minutes to set up. Ninety seconds a day after that."
    >
      <ol className="grid gap-8 md:grid-cols-3 md:gap-10">
        {steps.map(({ bar, title, text }) => (
          <li key={title}>
            <span aria-hidden="true" className={`mb-5 block border-t-[3px] border-ink ${bar}`} />
            <h3 className="mb-2 text-h3">{title}</h3>
            <p className="max-w-[34ch] text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
      <ZonesFigure localDate={localDate} />
    </Section>
  );
}
