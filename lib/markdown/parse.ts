import type { Html, Parent, PhrasingContent, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified, type PluggableList } from "unified";
import { limitMarkdown } from "./limit-markdown";

const unreadable =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|template|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const lineBreak = /<br\s*\/?>/gi;
const tag = /<[/!?a-z][^>]*>?/gi;

/** The text of raw HTML, one entry per line. */
function htmlLines(html: string): string[] {
  return html
    .replaceAll(unreadable, "")
    .replaceAll(lineBreak, "\n")
    .replaceAll(tag, "")
    .split("\n");
}

function inlineHtml(node: Html): PhrasingContent[] {
  return htmlLines(node.value).flatMap((line, index): PhrasingContent[] => [
    ...(index > 0 ? [{ type: "break" } as const] : []),
    ...(line === "" ? [] : [{ type: "text", value: line } as const]),
  ]);
}

function blockHtml(node: Html): RootContent[] {
  const text = htmlLines(node.value)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
  if (text === "") return [];
  return [
    {
      type: "paragraph",
      children: [{ type: "text", value: text }],
      ...(node.position ? { position: node.position } : {}),
    },
  ];
}

const phrasingParents = new Set([
  "paragraph",
  "heading",
  "emphasis",
  "strong",
  "delete",
  "link",
  "linkReference",
  "tableCell",
]);

function plainHtml(parent: Parent): void {
  const isPhrasing = phrasingParents.has(parent.type);
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if (child.type === "html") return isPhrasing ? inlineHtml(child) : blockHtml(child);
    if ("children" in child) plainHtml(child);
    return [child];
  });
}

/** Replaces raw HTML with its text, so that readers see neither tags nor a gap. */
function remarkPlainHtml() {
  return (tree: Root) => plainHtml(tree);
}

/** CommonMark plus GitHub's tables, footnotes, tasks, and links. */
export const markdownPlugins: PluggableList = [remarkGfm, remarkPlainHtml];

const processor = unified().use(remarkParse).use(remarkGfm).freeze();

/** The syntax tree of a text, without raw HTML. */
export function parseMarkdown(content: string): Root {
  const children = limitMarkdown(content).flatMap((piece) => processor.parse(piece).children);
  const tree: Root = { type: "root", children };
  plainHtml(tree);
  return tree;
}
