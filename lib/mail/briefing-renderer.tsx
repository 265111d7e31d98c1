import type {
  BriefingContent,
  BriefingRenderer,
  RenderedBriefing,
} from "@/lib/domain/ports/briefing-renderer";
import { describeGap } from "@/lib/contracts/days-off";
import { parseMarkdown, type MarkdownRoot } from "@/lib/markdown/parse";
import { shorten } from "@/lib/markdown/plain-text";
import { renderBriefingHtml } from "./briefing-email";
import { briefingText } from "./briefing-text";
import { formatShortWeekdayMonthDay } from "@/lib/calendar/format";
import { storyNumber } from "./markdown-components";
import { briefingSubject, headerLine } from "./subject";

// Gmail clips at 102 KB; this leaves room for each subscriber's own links.
const htmlLimitBytes = 95_000;
// Pieces of about 20,000 characters, as long as twenty briefings. A longer post would be cut anyway.
const maxPieces = 2;
const longestMessage = 4_000;
const longestTitle = 300;

function isDefinition(type: string): boolean {
  return type === "definition" || type === "footnoteDefinition";
}

type CuttablePost = {
  /** How many top-level blocks could fit. */
  blockCount: number;
  /** The first `kept` blocks, with every link definition and note. */
  cut(kept: number): { content: MarkdownRoot; isCut: boolean };
};

function toCuttablePost(content: string): CuttablePost {
  const { children, data } = parseMarkdown(content, maxPieces);
  const blocks = children.filter((node) => !isDefinition(node.type));
  const definitions = children.filter((node) => isDefinition(node.type));
  const stories = blocks.filter((node) => node.type === "heading" && node.depth === 2);
  for (const [index, story] of stories.entries()) {
    story.data = { hProperties: { [storyNumber]: index + 1 } };
  }
  return {
    blockCount: blocks.length,
    cut: (kept) => ({
      content: { type: "root", children: [...blocks.slice(0, kept), ...definitions] },
      isCut: kept < blocks.length || data?.isBeginning === true,
    }),
  };
}

/**
 * Renders with fewer and fewer blocks until the email is small enough. Each step removes blocks in proportion
 * to the excess, so that a long post takes only a few renderings.
 */
function renderFitting(
  blockCount: number,
  render: (kept: number) => string,
): { html: string; kept: number } {
  let kept = blockCount;
  for (;;) {
    const html = render(kept);
    const bytes = Buffer.byteLength(html);
    if (bytes <= htmlLimitBytes || kept === 0) return { html, kept };
    kept = Math.min(kept - 1, Math.floor((kept * htmlLimitBytes) / bytes));
  }
}

/** Cuts a very long message at the end of a line or word, with an ellipsis. */
function boundedMessage(message: string): string {
  if (message.length <= longestMessage) return message;
  const kept = message.slice(0, longestMessage);
  return `${kept.slice(0, Math.max(kept.lastIndexOf("\n"), kept.lastIndexOf(" ")))}…`;
}

/**
 * Removes invisible characters between letters, which some pages contain: pasted into a post, they look like
 * an attempt to deceive spam filters. Elsewhere, other scripts and emoji need them.
 */
function withoutHiddenCharacters(text: string): string {
  return text.replaceAll(/(?<=[\0-\u00ff])[\u200b-\u200d\ufeff]+(?=[\0-\u00ff])/g, "");
}

async function renderBriefing(
  briefing: BriefingContent,
  siteUrl: string,
): Promise<RenderedBriefing> {
  const message = boundedMessage(withoutHiddenCharacters(briefing.message));
  const post = briefing.post && {
    title: withoutHiddenCharacters(briefing.post.title),
    url: `${siteUrl}/r/${briefing.post.slug}`,
  };
  const subject = briefingSubject(message, briefing.post?.emailSubject || post?.title);
  const dateline = formatShortWeekdayMonthDay(briefing.localDate);
  const lead = message.trim().split(/\r?\n/);
  const gap = briefing.gap ? describeGap(briefing.gap) : null;
  const cuttable = briefing.post
    ? toCuttablePost(withoutHiddenCharacters(briefing.post.content))
    : null;

  const postOf = (kept: number) =>
    post && cuttable
      ? {
          title: shorten(headerLine(post.title), longestTitle),
          url: post.url,
          ...cuttable.cut(kept),
        }
      : null;
  const htmlOf = (kept: number) =>
    renderBriefingHtml({ siteUrl, subject, dateline, lead, post: postOf(kept), gap });

  const { html, kept } = renderFitting(cuttable?.blockCount ?? 0, htmlOf);
  return {
    subject,
    html,
    text: briefingText({ siteUrl, dateline, message, post: postOf(kept), gap }),
    isCut: postOf(kept)?.isCut ?? false,
  };
}

/**
 * Renders the briefing email. `html` stays under 100 KB: a post that is too long ends after the
 * last block that fits, with a link to the rest. The sender adds the `List-Unsubscribe` headers,
 * which contain each subscriber's own link.
 */
export function createBriefingRenderer(): BriefingRenderer {
  return { render: renderBriefing };
}
