import { formatCount } from "../counts";

/** The history of a post or a daily message, and who else has it open. */
export const historyMessages = {
  notFound: "There's no such version.",
  title: "History",
  loading: "Loading the history",
  empty: "Versions are listed here from the next save on.",
  version: (number: number) => `Version ${number}`,
  current: (number: number) => `Version ${number}, now`,
  unknown: "Before there was a history",
  first: "First version.",
  changed: (fields: readonly string[]) =>
    `Changed: ${new Intl.ListFormat("en-US").format(fields)}.`,
  fields: {
    title: "title",
    slug: "slug",
    date: "date",
    readTime: "read time",
    content: "content",
    isDraft: "draft",
    message: "message",
    isActive: "active",
  } as Readonly<Record<string, string>>,
  compare: "Compare",
  compareWith: (number: number) => `Compare version ${number} with the one before`,
  hide: "Hide",
  close: "Close",
  restore: "Restore",
  restoreVersion: (number: number) => `Restore version ${number}`,
  alsoHere: (names: string, isMany: boolean) =>
    `${names} ${isMany ? "have" : "has"} this open, too.`,
  sentTo: (people: number) =>
    people === 1
      ? "Changes the web page only; 1 person has the earlier text."
      : `Changes the web page only; ${formatCount(people)} people have the earlier text.`,
  sendingTo: (people: number) =>
    `Changes the web page, and the briefing where it hasn't been sent yet; ${formatCount(people)} ${people === 1 ? "person has" : "people have"} the earlier text.`,
} as const;
