import type { Definition, FootnoteDefinition, Nodes, Parent, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { holdsPhrasing, withoutHtml } from "./html";
import { asMarkdown } from "./html-tree";
import { limitMarkdown } from "./limit-markdown";
import { trimAddresses } from "./addresses";

export type { Root as MarkdownRoot } from "mdast";

declare module "mdast" {
  interface RootData {
    /** Names of raw HTML elements that were reduced to their text, such as `u`. */
    dropped?: string[];
    /** Whether more pieces follow. */
    isBeginning?: boolean;
  }
}

// In texts about money, one `~` means "about": `~$120B (~$55B`.
const processor = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).freeze();

const mostDefinitions = 200;

/** Normalizes labels for comparison (CommonMark, link reference definitions). */
function comparable(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, " ");
}

/** Parses a piece as if it contained the definitions of the other pieces. */
function parsePiece(piece: string, labels: readonly string[]): RootContent[] {
  const text = comparable(piece);
  const mentioned = labels.filter((label) => text.includes(`[${comparable(label)}`));
  const [notes, links] = [true, false].map((isNote) =>
    mentioned
      .filter((label) => label.startsWith("^") === isNote)
      .map((label) => `[${label}]: x`)
      .join("\n"),
  );
  const definitions = `${links}\n\n${notes}\n\n***\n\n`;
  return processor
    .parse(definitions + piece)
    .children.filter((node) => (node.position?.start.offset ?? 0) >= definitions.length);
}

const definitionLines = /^ {0,3}\[(?:\\.|[^\]\\])+\]:.*(?:\n[ \t]*\S.*)*/gm;

/** Definitions from pieces that aren't parsed. */
function definitionsIn(pieces: readonly string[]): RootContent[] {
  const found = pieces.flatMap((piece) => piece.match(definitionLines) ?? []);
  return processor
    .parse(found.slice(0, mostDefinitions).join("\n\n"))
    .children.filter(({ type }) => type === "definition" || type === "footnoteDefinition");
}

/** The definitions in a text. The first one of a name wins. */
export type Definitions = {
  links: ReadonlyMap<string, Definition>;
  notes: ReadonlyMap<string, FootnoteDefinition>;
};

export function definitionsOf(root: Root): Definitions {
  const links = new Map<string, Definition>();
  const notes = new Map<string, FootnoteDefinition>();
  const collect = (node: Nodes) => {
    if (node.type === "definition" && !links.has(node.identifier)) links.set(node.identifier, node);
    if (node.type === "footnoteDefinition" && !notes.has(node.identifier)) {
      notes.set(node.identifier, node);
    }
    if ("children" in node) for (const child of node.children) collect(child);
  };
  collect(root);
  return { links, notes };
}

/** An undefined reference is text. */
function resolve(parent: Parent, { links, notes }: Definitions): void {
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if ("children" in child) resolve(child, { links, notes });
    if (child.type === "footnoteReference" && !notes.has(child.identifier)) {
      return [{ type: "text", value: `[^${child.label ?? child.identifier}]` }];
    }
    if (child.type === "imageReference" && !links.has(child.identifier)) {
      return [{ type: "text", value: `![${child.alt ?? ""}]` }];
    }
    if (child.type === "linkReference" && !links.has(child.identifier)) {
      const label = child.referenceType === "full" ? `[${child.label ?? ""}]` : "";
      const end = child.referenceType === "collapsed" ? "][]" : `]${label}`;
      return [{ type: "text", value: "[" }, ...child.children, { type: "text", value: end }];
    }
    return [child];
  });
}

/** Replaces raw HTML with equivalent nodes. */
function resolveHtml(parent: Parent, dropped: Set<string>): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every parent in the tree is a node
  const isInline = holdsPhrasing(parent as Nodes);
  const nodes = parent.children.flatMap((child): RootContent[] => {
    if (child.type === "html" && !isInline) {
      const markdown = asMarkdown(child.value);
      if (markdown === null) return [child];
      const tree = processor.parse(markdown);
      resolveHtml(tree, dropped);
      return tree.children;
    }
    if (child.type === "paragraph" && child.children.some(({ type }) => type === "html")) {
      return withoutHtml(child.children, isInline, dropped);
    }
    if ("children" in child) resolveHtml(child, dropped);
    return [child];
  });
  parent.children = nodes.some(({ type }) => type === "html")
    ? withoutHtml(nodes, isInline, dropped)
    : nodes;
}

/**
 * The syntax tree of a text: CommonMark plus GitHub's tables, footnotes, tasks, and links. It has no raw
 * HTML, and offsets are only valid within a piece.
 *
 * @param maxPieces how many pieces of about 20,000 characters are enough; later pieces may define their links
 *   and notes
 */
export function parseMarkdown(content: string, maxPieces = Infinity): Root {
  const { pieces, labels } = limitMarkdown(content);
  const isWhole = pieces.length === 1;
  const dropped = new Set<string>();
  const children = pieces
    .slice(0, maxPieces)
    .flatMap((piece) => (isWhole ? processor.parse(piece).children : parsePiece(piece, labels)));
  const root: Root = {
    type: "root",
    children: [...children, ...definitionsIn(pieces.slice(maxPieces))],
  };
  if (!isWhole) resolve(root, definitionsOf(root));
  trimAddresses(root);
  resolveHtml(root, dropped);
  root.data = { dropped: [...dropped], isBeginning: pieces.length > maxPieces };
  return root;
}
