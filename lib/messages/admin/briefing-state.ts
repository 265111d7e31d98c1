import { countOf } from "../counts";

const people = (count: number) => countOf(count, "person", "people");

const be = (isMany: boolean) => (isMany ? "are" : "is");

/** How far today's briefing is, on Today, Briefings, the posts, and Deliveries. */
export const briefingStateMessages = {
  /** By the state of a zone, or of one of its channels. */
  zones: {
    waiting: "Waiting",
    sending: "Sending now",
    done: "Done",
    done_with_misses: "Done, some missed it",
    nothing_sent: "Closed, nothing sent",
    nobody: "Nobody here",
  },
  headings: {
    nothingSent: (zones: string, missed: number) => `${zones} got nothing: ${people(missed)}.`,
    blocked: {
      unapproved: "Nothing is going out: today’s message isn’t approved.",
      inactive: "Nothing is going out: today’s message is inactive.",
      none: "Nothing is going out: today has no message.",
    },
    starting: (zones: string, isMany: boolean) => `${zones} ${be(isMany)} about to go out.`,
    sending: (zones: string, isMany: boolean) => `${zones} ${be(isMany)} going out.`,
    onTime: (zones: string, isMany: boolean) => `${zones} ${be(isMany)} going out, on time.`,
    late: (zones: string, isMany: boolean) => `${zones} ${be(isMany)} going out late.`,
    missed: (zones: string, isMany: boolean, missed: number) =>
      `${zones} ${be(isMany)} done, but ${people(missed)} missed it.`,
    done: (zones: string, isMany: boolean) => `${zones} ${be(isMany)} done.`,
    nobody: (zones: string) => `Nobody gets the briefing in ${zones}.`,
  },
  toGo: (zones: string) => `Still to go: ${zones}.`,
  missed: (count: number) => `${people(count)} missed it`,
  /** On the button that leads to today's message. */
  fix: {
    unapproved: "Approve today’s message",
    inactive: "Activate today’s message",
    none: "Write today’s message",
  },
  today: "Today’s briefing",
} as const;
