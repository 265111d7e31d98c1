import { homeMessages } from "@/lib/messages/site";
import { Section } from "./section";
import { ZonesFigure } from "./zones-figure";

const steps = [
  {
    bar: "w-3/4",
    title: "Start your trial",
    text: "Seven days free, with a card. We’ll remind you before the first charge.",
  },
  {
    bar: "w-full",
    title: "Tell us where you are",
    text: "Pick your time zone. Add a phone number if you want texts, too.",
  },
  {
    bar: "w-1/2",
    title: "Read at 8:00",
    text: "Three headlines, about 300 words. Then get on with your day.",
  },
];

/** @param localDate the day (YYYY-MM-DD) whose hours the figure shows */
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
