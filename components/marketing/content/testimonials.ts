export type Testimonial = {
  name: string;
  /** Job title. */
  title: string;
  content: string;
  rating: 1 | 2 | 3 | 4 | 5;
};

/**
 * SAMPLES: none of these people exist. Replace every entry with a real reader's words, with their
 * permission, before launch, and then set `hasSampleTestimonials` in lib/brand.ts to false.
 */
export const testimonials: readonly Testimonial[] = [
  {
    name: "Daniel Okafor",
    title: "Equity research analyst",
    content:
      "I used to open four newsletters before the morning call. Now I read one text in the elevator and walk in knowing what people will ask.",
    rating: 5,
  },
  {
    name: "Priya Raman",
    title: "Founder, payments",
    content:
      "Three lines is just right. When our cost of funding moves, it’s in there, with the number.",
    rating: 5,
  },
  {
    name: "Ellen Vogel",
    title: "Treasurer",
    content: "It reads like a note from a colleague who got up earlier than I did.",
    rating: 5,
  },
  {
    name: "Marcus Reid",
    title: "Chief of staff, asset manager",
    content:
      "My whole team gets it at eight, in three time zones. We start the day on the same page without a meeting, and that alone is worth five dollars.",
    rating: 5,
  },
  {
    name: "Claire Dubois",
    title: "M&A associate",
    content:
      "Ninety seconds, no ads, and a source for every number. I forward it more often than I should admit.",
    rating: 5,
  },
  {
    name: "Samir Haddad",
    title: "Finance grad student",
    content:
      "I learned to read a yield curve from the Read More pages. When one line isn’t enough, the table is right there.",
    rating: 5,
  },
  {
    name: "Grace Whitfield",
    title: "Chief operating officer",
    content:
      "I run a company; I don’t trade. This tells me the three things my bank and my board will bring up.",
    rating: 5,
  },
  {
    name: "Tom Lindqvist",
    title: "Business journalist",
    content:
      "The number comes first and the adjectives never show up. I wish my own desk filed like this.",
    rating: 5,
  },
  {
    name: "Maria Castellano",
    title: "Strategy consultant",
    content:
      "Clients assume I read everything. I read this at the gate, and two of the sources on the plane.",
    rating: 5,
  },
  {
    name: "Kenji Mori",
    title: "Portfolio manager",
    content:
      "My terminal gives me four hundred headlines before breakfast. Someone has to tell me which three matter.",
    rating: 5,
  },
  {
    name: "Aisha Bello",
    title: "Angel investor",
    content:
      "On a quiet day, they tell you it was a quiet day. That’s when I started to trust the rest.",
    rating: 5,
  },
  {
    name: "Peter Novak",
    title: "Head of finance, software",
    content:
      "It arrives at eight when I’m in Denver and at eight when I’m in London. I’ve never had to think about it.",
    rating: 5,
  },
  {
    name: "Hannah Brecht",
    title: "Credit analyst",
    content: "Short enough to finish, precise enough to quote. I’ve quoted it in committee.",
    rating: 5,
  },
  {
    name: "Luis Ortega",
    title: "Family office principal",
    content:
      "I canceled two subscriptions that cost fifty times as much. This is the one I open every day.",
    rating: 5,
  },
];

/** The letters in an avatar: `Alex Sample` → `AS`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? "")
    .join("");
}
