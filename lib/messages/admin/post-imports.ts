import { countOf, formatCount } from "../counts";

type Counts = Record<"added" | "drafts" | "images" | "unchanged", number> & {
  leftOut: readonly string[];
};

/** The import of posts from another site. */
export const postImportMessages = {
  untitled: "Untitled",
  unknownFile: "This is neither a Ghost export (.json) nor a Substack one (.zip).",
  tooLarge: "The text in the archive is over 200 MB.",
  notGhost: "This isn’t a Ghost export.",
  siteNeeded:
    "Ghost’s export doesn’t say where the site is. Enter the site’s address, such as https://news.example, so that its images can be fetched.",
  siteInvalid: "Enter a web address, such as https://news.example.",
  noList: "The ZIP archive has no posts.csv.",
  badList: "posts.csv isn’t Substack’s list of posts.",
  listen: "Listen",
  /** Why a post that was published becomes a draft. */
  draftReasons: {
    members: "Draft: only members could read it.",
    emailed: "Draft: it was only emailed.",
    empty: "Draft: it has no text.",
    recent: "Draft: with today’s date, it would go out with the briefing.",
  },
  imageFailed: (address: string, reason: string) => `Image not fetched (${reason}): ${address}`,
  leftOut: (what: string) => `Left out: ${what}`,
  /** Without `isDone`, of what would be imported. */
  summary: (counts: Counts, isDone: boolean) => {
    const { added, drafts, images, unchanged, leftOut } = counts;
    const what = `${countOf(added, "post")} (${countOf(drafts, "draft")}, ${countOf(images, "image")})`;
    const others = `unchanged ${unchanged}, left out ${leftOut.length}.`;
    return isDone
      ? `Added ${what}, ${others}`
      : `Would add ${what}, ${others} Nothing was changed: add --apply to import.`;
  },
} as const;

/** The screen that imports posts. */
export const postImportScreen = {
  title: "Import posts",
  intro:
    "Posts from Ghost or Substack keep their dates and images, and their old addresses lead to them. Posts that weren’t public become drafts. Nothing changes until you’ve seen what will happen.",
  choose: "Choose an export",
  chooseAnother: "Choose another file",
  drop: "Or drop it here. In Ghost, it’s under Settings, Migration tools, Export: a JSON file. In Substack, it’s under Settings, Export: a ZIP file. Up to 100 MB.",
  fileTooLarge: "The file is larger than 100 MB.",
  site: "Where the posts are now",
  siteHint: "Required for a Ghost export. Links between the posts will lead to the imported ones.",
  check: "Check file",
  checking: "Checking…",
  willBeAdded: "Will be added",
  added: "Added",
  asDrafts: (count: number) => countOf(count, "draft"),
  images: "Images",
  known: "Imported before",
  knownNote: "stay as they are",
  leftOut: "Left out",
  leftOutNote: "aren’t posts",
  leftOutList: (names: readonly string[]) =>
    `Left out: ${new Intl.ListFormat("en-US").format(names)}.`,
  start: (count: number) => `Import ${countOf(count, "post")}`,
  importing: (count: number) => `Importing ${countOf(count, "post")}`,
  progress: (done: number, all: number) => `${formatCount(done)} of ${formatCount(all)}`,
  notFetched: (count: number) => `${formatCount(count)} not fetched`,
  keepOpen:
    "Keep this page open. If it’s interrupted, import the file again: no post is added twice.",
  interrupted: (reason: string) =>
    `${reason} What was imported stays. Import again for the rest: no post is added twice.`,
  connectionBroke: "The connection was lost.",
  imported: (count: number) => `${countOf(count, "post")} imported`,
  checked: (count: number) => `${countOf(count, "post")} to import`,
  nothingNew: "Every post in this file was imported before.",
  seePosts: "See posts",
  date: "Date",
  post: "Post",
  oldPath: "Old address",
  state: "State",
  draft: "Draft",
  published: "Published",
} as const;
