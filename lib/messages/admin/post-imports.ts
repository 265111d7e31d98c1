import { countOf } from "../counts";

type Counts = Record<"added" | "drafts" | "images" | "unchanged" | "leftOut", number>;

/** The import of posts from another site. */
export const postImportMessages = {
  untitled: "Untitled",
  unknownFile: "This is neither Ghost’s export (.json) nor Substack’s (.zip).",
  tooLarge: "The archive’s texts are larger than 200 MB together.",
  notGhost: "This isn’t an export of Ghost.",
  siteNeeded:
    "Ghost’s export doesn’t say where the site is. Add --site with its address, such as --site https://news.example, so that its images can be fetched.",
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
    const others = `unchanged ${unchanged}, left out ${leftOut}.`;
    return isDone
      ? `Added ${what}, ${others}`
      : `Would add ${what}, ${others} Nothing was changed: add --apply to import.`;
  },
} as const;
