import { Section } from "./section";

const values = [
  {
    title: "Three, never four",
    text: "Some mornings ten things happened. We still choose three, and say what each one changes.",
  },
  {
    title: "The number first",
    text: "The figure, the change, the date. Adjectives come last, if they come at all.",
  },
  {
    title: "Sourced",
    text: "Read More opens a summary with the release, filing or data behind every line.",
  },
  {
    title: "Not for sale",
    text: "No ads and no sponsored lines. Subscribers are our only income.",
  },
];

/** What a reader can count on. */
export function Values() {
  return (
    <Section id="values" title="What you can count on">
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
