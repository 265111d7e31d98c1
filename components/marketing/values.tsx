import { homeMessages } from "@/lib/messages/site";
import { Section } from "./section";

const values = [
  {
    title: "Three, never four",
    text: "Some mornings, ten things happen. We still pick three and tell you what each one changes.",
  },
  {
    title: "Numbers first",
    text: "The figure, the change, the date. Adjectives come last, if at all.",
  },
  {
    title: "Sourced",
    text: "Read More opens a summary with the release, filing, or data behind every headline.",
  },
  {
    title: "Not for sale",
    text: "No ads and no sponsored stories. Subscriptions are our only revenue.",
  },
];

export function Values() {
  return (
    <Section id="values" title={homeMessages.valuesTitle}>
      <ul className="grid gap-6 md:grid-cols-2 md:gap-10">
        {values.map(({ title, text }) => (
          <li
            key={title}
            className="border-rule max-md:not-first:border-t max-md:not-first:pt-6 md:nth-[n+3]:border-t md:nth-[n+3]:pt-8"
          >
            <h3 className="mb-2 text-h3">{title}</h3>
            <p className="max-w-[38ch] text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
