/** What one date's briefing is made of. */
export type BriefingContent = {
  /** YYYY-MM-DD */
  localDate: string;
  message: string;
  /** The post of the same date, if there is one. */
  post: { slug: string; title: string; content: string; readTime: number } | null;
};

/** A briefing e-mail with placeholders where each reader's own links stand. */
export type RenderedBriefing = { subject: string; html: string; text: string };

/** Stands in `html` and `text` for the reader's own unsubscribe address. */
export const unsubscribeUrlPlaceholder = "https://unsubscribe.invalid/{token}";

/** Turns a briefing into a mail. */
export type BriefingRenderer = {
  /** Renders once per edition; `html` is under 100 KB whatever the post. */
  render(content: BriefingContent, siteUrl: string): Promise<RenderedBriefing>;
};
