import { parseMarkdown } from "./parse";
import { linksIn } from "./parts";
import { writeRoot } from "./plain-text";

/** One of a briefing's stories: plain text without URLs, and the URLs of its links. */
export type Story = { heading: string; body: string; links: string[] };

/** How many stories a briefing has. */
const storiesPerBriefing = 3;

/**
 * The three stories of a post: what follows each of the first three headings, on the highest level that has
 * three. Empty if no level does.
 */
export function storiesOf(content: string): Story[] {
  const root = parseMarkdown(content);
  const depths = root.children.flatMap((node) => (node.type === "heading" ? [node.depth] : []));
  const depth = [...new Set(depths)]
    .toSorted((a, b) => a - b)
    .find((each) => depths.filter((other) => other === each).length >= storiesPerBriefing);
  if (depth === undefined) return [];
  const toText = (children: typeof root.children) =>
    writeRoot({ ...root, children }, { showUrls: false }).trim();
  const starts = root.children.flatMap((node, index) =>
    node.type === "heading" && node.depth === depth ? [index] : [],
  );
  return starts.slice(0, storiesPerBriefing).map((start) => {
    const isEnd = (node: (typeof root.children)[number], index: number) =>
      index > start && node.type === "heading" && node.depth <= depth;
    const end = root.children.findIndex(isEnd);
    const children = root.children.slice(start, end === -1 ? undefined : end);
    return {
      heading: toText(children.slice(0, 1)),
      body: toText(children.slice(1)),
      links: linksIn(children, root),
    };
  });
}
