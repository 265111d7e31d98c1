/** A way of saying what the product is. */
export type HeroVariant = {
  name: "A" | "B" | "C";
  /** Three lines, set one under the other. */
  titleLines: readonly [string, string, string];
  subtitle: string;
};

const variants = {
  A: {
    name: "A",
    titleLines: ["The morning’s", "finance news,", "in three lines."],
    subtitle:
      "Every weekday at 8:00, wherever you work: the three stories that matter, by email and text. About ninety seconds to read. No ads, no app, no login.",
  },
  B: {
    name: "B",
    titleLines: ["Three stories.", "Ninety seconds.", "Every weekday."],
    subtitle:
      "The finance news that changes your day, chosen by people and sent before 8:00 in your own timezone. By email and text, with a source behind every figure.",
  },
  C: {
    name: "C",
    titleLines: ["Know by 8:00", "what they will", "ask at 9:00."],
    subtitle:
      "Three finance stories each weekday morning, the number first. One short email and one text; no ads, no app, nothing to log in to.",
  },
} as const satisfies Record<string, HeroVariant>;

/** The variant that a reader sees: always A (spec, section 2); B and C stand ready. */
export function chooseHeroVariant(): HeroVariant {
  return variants.A;
}

/** All variants, for those who compare them. */
export const heroVariants: readonly HeroVariant[] = Object.values(variants);
