import type { UnsavedPost } from "@/lib/contracts/briefings";
import type { Gap } from "@/lib/contracts/days-off";

/** Content of one date's briefing. */
export type BriefingContent = {
  /** YYYY-MM-DD */
  localDate: string;
  message: string;
  /** The post of the same date, if any. */
  post: UnsavedPost | null;
  /** The days off after it; none by default. */
  gap?: Gap | null;
};

/** A rendered briefing email, with placeholders for each subscriber's own links. */
export type RenderedBriefing = {
  subject: string;
  html: string;
  text: string;
  /** Whether the end of a long post was left out, with a link to it. */
  isCut: boolean;
};

/** Placeholder in `html` and `text` for the subscriber's own unsubscribe link. */
export const unsubscribeUrlPlaceholder = "https://unsubscribe.invalid/{token}";

/** Renders briefing emails. */
export type BriefingRenderer = {
  /** Called once per edition. `html` stays under 100 KB, however long the post is. */
  render(content: BriefingContent, siteUrl: string): Promise<RenderedBriefing>;
};
