import { countOf, formatCount } from "../counts";

/** The checks before a briefing is sent, in the composers, on Today, and in the evening's alert. */
export const briefingChecksMessages = {
  title: "Before sending",
  summary: (failed: number, ask: number) =>
    [failed > 0 && `${failed} to fix`, ask > 0 && `${ask} to check`].filter(Boolean).join(", "),
  allFine: "All checks passed",
  empty: "The checks appear here once there is a message or a post.",
  failedToLoad: "Couldn’t check the briefing.",
  states: {
    failed: "Fix: ",
    ask: "Check: ",
    checking: "Checking: ",
    waived: "Waived: ",
    passed: "Passed: ",
  },
  waive: "Waive",
  reason: "Why is this OK?",
  undo: "Undo",
  cancel: "Cancel",
  waivedBy: (by: string, reason: string) => `${by}: “${reason}”`,
  reasonRequired: "Please enter a reason",
  reasonTooLong: "Reasons can have up to 200 characters.",
  unknownKey: "There’s no such check.",
  waived: "Waived.",
  takenBack: "Waiver removed.",
  failedToSave: "Couldn’t save that. Please try again.",
} as const;

/** What the checks find. */
export const briefingFindings = {
  draft: (title: string) => `“${title}” is still a draft`,
  draftDetail: "Until it’s published, the message goes out without it.",
  noStories: "The post doesn’t have three headings",
  noStoriesDetail: "Lines can’t be compared with their stories.",
  stories: "Three stories",
  number: (line: number, inLine: string, inStory: string | null) =>
    inStory === null
      ? `Line ${line} says ${inLine}, which isn’t in its story`
      : `Line ${line} says ${inLine}, but its story says ${inStory}`,
  numbers: "Numbers agree with the stories",
  deadLink: "Broken link",
  movedLink: "A link redirects",
  unknownLink: "A link couldn’t be checked",
  movedTo: (from: string, to: string) => `${from} goes to ${to}`,
  linkProblem: (url: string, problem: string | null) =>
    problem === null ? url : `${url}: ${problem}`,
  noSuchPost: "no such post",
  checkingLinks: (count: number) => `Checking ${countOf(count, "link")}`,
  linksUnchecked: "links not checked yet",
  links: (count: number) => (count === 1 ? "The link works" : `All ${count} links work`),
  image: (position: number, count: number) =>
    count === 1 ? "The image has no alt text" : `Image ${position} has no alt text`,
  imageDetail: "Say what it shows, for email without images and for people who can’t see it.",
  missingImage: (position: number, count: number) =>
    count === 1 ? "The image is missing" : `Image ${position} is missing`,
  missingImageDetail: "It was deleted, or its URL is wrong. Upload it again.",
  images: "Images have alt text",
  html: (elements: string) => `Only the text of ${elements} is shown`,
  htmlDetail: "Readers don’t see what this HTML does. Write it as Markdown, or leave it out.",
  lineCount: (count: number) => `The message has ${countOf(count, "line")} instead of 3`,
  lines: (lines: string, isMany: boolean) =>
    isMany ? `Lines ${lines} differ from their headings` : `Line ${lines} differs from its heading`,
  linesDetail: (headings: string) => `The post says ${headings}.`,
  sameLines: "Lines are the same as the headings",
  source: (stories: string, isMany: boolean) =>
    isMany ? `Stories ${stories} have no source` : `Story ${stories} has no source`,
  noSource: "The post has no source",
  sources: "Every story has a source",
  unicode: (characters: string) => `Special characters make the text cost more: ${characters}`,
  unicodeDetail: (segments: number, without: number) =>
    `${countOf(segments, "segment")} instead of ${without}.`,
  segments: (segments: number, characters: number) =>
    `${countOf(segments, "segment")}, ${countOf(characters, "character")}`,
  segmentsDetail: (texts: number, cost: string) => `${countOf(texts, "recipient")}, about ${cost}`,
  emailCut: "The post is too long for the email",
  emailCutDetail: "The email ends early, with a link to the rest.",
  emailTooLarge: (kilobytes: number) => `The email is too large: ${formatCount(kilobytes)} KB`,
  email: (kilobytes: number) => `The email is ${formatCount(kilobytes)} KB`,
  emailDetail: "Gmail clips emails over 102 KB.",
  misspelled: (word: string) => `Is “${word}” misspelled?`,
  misspelledDetail: "If you waive it, we won’t ask about this word again.",
  spelling: "No misspellings found",
  /** For Today. */
  allPassed: "The message and the post passed every check",
  waivedCount: (count: number) => (count === 0 ? null : `${count} waived`),
} as const;
