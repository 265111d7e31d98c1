import type {
  BriefingContent,
  BriefingRenderer,
  RenderedBriefing,
} from "@/lib/domain/ports/briefing-renderer";
import { parseMarkdown } from "@/lib/markdown/parse";
import { shorten } from "@/lib/markdown/plain-text";
import { renderBriefingHtml } from "./briefing-email";
import { briefingText } from "./briefing-text";
import { briefingSubject, headerLine } from "./subject";

// Gmail clips at 102 KB; this leaves room for each subscriber's own links.
const htmlLimitBytes = 95_000;
// As long as twenty briefings. A longer post would be cut anyway, and parsing time grows with the
// square of the number of lines.
const longestPost = 40_000;
const mostLines = 1_000;
const mostDefinitions = 200;
const longestMessage = 4_000;
const longestTitle = 300;

/** `2026-11-18` → `Wed, Nov 18`. */
export function toDateline(localDate: string): string {
  const day = new Date(`${localDate}T00:00:00Z`);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).format(day);
  return `${format({ weekday: "short" })}, ${format({ month: "short", day: "numeric" })}`;
}

const definitionLine = /^ {0,3}\[[^\]\n]+\]:.*$/gm;

/** The start of a long post up to an empty line, plus the link definitions and notes of the rest. */
function beginningOf(content: string): string {
  const firstLines = content.split("\n", mostLines).join("\n");
  const longest = Math.min(firstLines.length, longestPost);
  if (content.length <= longest) return content;
  const end = content.lastIndexOf("\n\n", longest);
  const beginning = content.slice(0, Math.max(end, 0));
  const definitions = content.slice(beginning.length).match(definitionLine) ?? [];
  return [beginning, ...definitions.slice(0, mostDefinitions)].join("\n\n");
}

function isDefinition(type: string): boolean {
  return type === "definition" || type === "footnoteDefinition";
}

type CuttablePost = {
  /** How many top-level blocks the post has. */
  blockCount: number;
  /** The Markdown of the first `kept` blocks, with every link definition and note. */
  cut(kept: number): { content: string; storyOffsets: number[]; isCut: boolean };
};

function toCuttablePost(wholeContent: string): CuttablePost {
  const content = beginningOf(wholeContent);
  const { children } = parseMarkdown(content);
  const blocks = children.filter((node) => !isDefinition(node.type));
  const definitions = children.filter((node) => isDefinition(node.type));
  const sourceOf = (node: (typeof children)[number]) =>
    content.slice(node.position?.start.offset, node.position?.end.offset);
  const storyOffsets = blocks.flatMap((node) =>
    node.type === "heading" && node.depth === 2 ? [node.position?.start.offset ?? -1] : [],
  );
  return {
    blockCount: blocks.length,
    cut(kept) {
      if (kept >= blocks.length) {
        return { content, storyOffsets, isCut: content !== wholeContent };
      }
      const end = blocks[kept - 1]?.position?.end.offset ?? 0;
      const parts = [content.slice(0, end), ...definitions.map(sourceOf)];
      return { content: parts.join("\n\n"), storyOffsets, isCut: true };
    },
  };
}

/**
 * Renders with fewer and fewer blocks until the email is small enough. Each step removes blocks in
 * proportion to the excess, so that a long post takes a few renderings instead of one per block.
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
 * Removes what some pages put between letters, where it shows nothing: pasted into a post, it looks
 * like an attempt to deceive spam filters. Other scripts and emoji need the same characters.
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
  const subject = briefingSubject(message, post?.title);
  const dateline = toDateline(briefing.localDate);
  const lead = message.trim().split(/\r?\n/);
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
    renderBriefingHtml({ siteUrl, subject, dateline, lead, post: postOf(kept) });

  const { html, kept } = renderFitting(cuttable?.blockCount ?? 0, htmlOf);
  return {
    subject,
    html,
    text: briefingText({ siteUrl, dateline, message, post: postOf(kept) }),
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
