import { formatDecimal } from "@/lib/messages/counts";
import { topics, type Topic } from "./topics";

/** The content of one day. */
export type DemoBriefing = {
  message: string;
  title: string;
  /** Markdown. */
  content: string;
  /** Minutes. */
  readTime: number;
};

/** A number from 0 to 1 that is always the same for the same arguments. */
function chance(index: number, salt: number): number {
  let mixed = Math.imul(index + 1, 2_654_435_761);
  mixed = Math.imul((mixed ^ (mixed >>> 16)) + salt, 2_246_822_519);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

function pick<T>(items: readonly T[], at: number): T {
  const item = items[Math.floor(at * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

type Story = { short: string; heading: string; text: string };

const verbs = { up: ["rises", "climbs", "gains"], down: ["falls", "slips", "eases"] } as const;
const isPlural = ({ name }: Topic) =>
  /(?:rates|sales|claims|orders|spreads|exports|rents|arrears|proceeds)$/.test(name);

function storyOf(topic: Topic, index: number): Story {
  const [low, high, decimals, format] = topic.level;
  const level = format.replace("#", formatDecimal(low + (high - low) * chance(index, 1), decimals));
  const change = (0.3 + 3.8 * chance(index, 2)).toFixed(1);
  const direction = chance(index, 3) < 0.5 ? "up" : "down";
  const singular = pick(verbs[direction], chance(index, 4));
  const verb = isPlural(topic) ? singular.replace(/s$/, "") : singular;
  const [cause, why] = pick(topic.causes, chance(index, 5));
  const moved = `${topic.name} ${verb} ${change}%`;
  return {
    short: `${moved} to ${level}`
      .replaceAll("’", "'")
      .replace(" a ton", "")
      .replace(" a bushel", ""),
    heading: `${moved} to ${level} as ${cause}`,
    text: `${topic.name} ${verb} ${change}% to **${level}**. ${why} ${pick(topic.effects, chance(index, 6))} ([${topic.source[0]}](${topic.source[1]}))`,
  };
}

/**
 * Three stories about different topics, with a matching message. No two days have the same title.
 *
 * @param index of the day, from 0
 */
export function demoBriefing(index: number): DemoBriefing {
  const stories = [0, 7, 13].map((step, place) => {
    const topic = topics[(index * 3 + step) % topics.length];
    if (!topic) throw new Error("no topic");
    return storyOf(topic, index * 3 + place);
  });
  const [lead] = stories;
  const sections = stories.map(({ heading, text }) => `## ${heading}\n\n${text}`);
  return {
    message: stories.map(({ short }, place) => `${place + 1}. ${short}`).join("\n"),
    title: lead?.heading ?? "",
    content: sections.join("\n\n"),
    readTime: 1,
  };
}
