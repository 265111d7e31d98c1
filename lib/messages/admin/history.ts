import { countOf } from "../counts";

/** The history of a post or a daily message, and who else has it open. */
export const historyMessages = {
  notFound: "There’s no such version.",
  title: "History",
  loading: "Loading the history",
  empty: "No versions yet. Each save from now on is listed here.",
  version: (number: number) => `Version ${number}`,
  current: (number: number) => `Version ${number} (current)`,
  unknown: "Author unknown",
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
    threadTerms: "terms of earlier posts",
    emailSubject: "email subject",
    message: "message",
    isActive: "active",
  } as Readonly<Record<string, string>>,
  compare: "Compare",
  hide: "Hide",
  close: "Close",
  restore: "Restore",
  alsoHere: (names: string, isMany: boolean) =>
    `${names} ${isMany ? "have" : "has"} this open, too.`,
  sentTo: (people: number) =>
    `Changes the web page only; ${countOf(people, "person has", "people have")} the earlier text.`,
  sendingTo: (people: number) =>
    `Changes the web page, and the briefing where it hasn’t been sent yet; ${countOf(people, "person has", "people have")} the earlier text.`,
  isDirty: "Save or discard your changes before you restore a version.",
} as const;
