/** What a reader says about the service. */
export type Testimonial = {
  name: string;
  /** Job title. */
  title: string;
  content: string;
  /** 1 to 5. */
  rating: 1 | 2 | 3 | 4 | 5;
};

/**
 * SAMPLES: none of these people exists and nobody said these words. Replace every entry by the
 * words of a real reader, with their leave, before the site is launched.
 */
export const testimonials: readonly Testimonial[] = [
  {
    name: "Alex Sample",
    title: "Equity research analyst",
    content:
      "I used to open four newsletters before the morning call. Now I read one text in the lift and arrive knowing what people will ask.",
    rating: 5,
  },
  {
    name: "Jordan Example",
    title: "Founder, payments",
    content:
      "Three lines is the right amount. When our cost of funding moves, it is in there, with the number.",
    rating: 5,
  },
  {
    name: "Robin Specimen",
    title: "Treasurer",
    content: "Reads like a note from a colleague who was up earlier than me.",
    rating: 5,
  },
  {
    name: "Casey Placeholder",
    title: "Chief of staff, asset manager",
    content:
      "The whole team gets it at eight, in three time zones. We start the day on the same page without a meeting about it, which is worth more than five dollars to everybody.",
    rating: 5,
  },
  {
    name: "Morgan Testcase",
    title: "M&A associate",
    content:
      "Ninety seconds, no ads, and a source under every figure. I forward it more often than I should admit.",
    rating: 5,
  },
  {
    name: "Sam Dummy",
    title: "MSc Finance student",
    content:
      "I learned to read a yield curve from the Read More pages. The table is there when the sentence is not enough.",
    rating: 5,
  },
  {
    name: "Taylor Mockup",
    title: "Chief operating officer",
    content:
      "I run a company, I do not trade. This tells me which three things my bank and my board will bring up.",
    rating: 5,
  },
  {
    name: "Jamie Template",
    title: "Business journalist",
    content:
      "The figure comes first and the adjective never comes. I wish my own desk filed like this.",
    rating: 5,
  },
  {
    name: "Drew Stand-In",
    title: "Strategy consultant",
    content:
      "Clients assume I read everything. I read this at the gate and two of the sources on the plane.",
    rating: 5,
  },
  {
    name: "Riley Draft",
    title: "Portfolio manager",
    content:
      "My terminal gives me four hundred headlines before breakfast. Somebody has to tell me which three matter.",
    rating: 5,
  },
  {
    name: "Quinn Proof",
    title: "Angel investor",
    content:
      "On a quiet day they say that it was a quiet day. That is when I began to trust the others.",
    rating: 5,
  },
  {
    name: "Avery Fixture",
    title: "Head of finance, software",
    content:
      "It arrives at eight when I am in Denver and at eight when I am in London. I have never thought about it since.",
    rating: 5,
  },
  {
    name: "Skyler Dryrun",
    title: "Credit analyst",
    content: "Short enough to finish, exact enough to quote. I have quoted it in committee.",
    rating: 5,
  },
  {
    name: "Emerson Blank",
    title: "Family office principal",
    content:
      "I cancelled two subscriptions that cost fifty times as much. This is the only one I open every day.",
    rating: 5,
  },
];

/** The letters in a reader's avatar. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? "")
    .join("");
}
