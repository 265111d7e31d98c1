export type HeroVariant = {
  name: "A" | "B" | "C";
  /** One line of the headline each. */
  titleLines: readonly [string, string, string];
  subtitle: string;
};

const variants = {
  A: {
    name: "A",
    titleLines: ["The morning’s", "finance news,", "in three lines."],
    subtitle:
      "The three stories that matter, by email and text, every weekday by 8:00 wherever you are. A ninety-second read. No ads, no app, no login.",
  },
  B: {
    name: "B",
    titleLines: ["Three stories.", "Ninety seconds.", "Every weekday."],
    subtitle:
      "The finance news that affects your day, picked by people and delivered by 8:00 in your time zone. By email and text, with a source behind every number.",
  },
  C: {
    name: "C",
    titleLines: ["Know by 8:00", "what they’ll ask", "you at 9:00."],
    subtitle:
      "Three finance stories every weekday morning, numbers first. One short email, one text. No ads, no app, nothing to log in to.",
  },
} as const satisfies Record<string, HeroVariant>;

/** Always A: docs/product-spec.md, section 2.6. */
export function chooseHeroVariant(): HeroVariant {
  return variants.A;
}

export const heroVariants: readonly HeroVariant[] = Object.values(variants);
