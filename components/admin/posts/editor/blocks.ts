import type { Definition, Nodes, Parent, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkStringify, { type Options } from "remark-stringify";
import { unified } from "unified";

/** A block of a post: its syntax tree, and where its source is. */
export type Block = { node: RootContent; start: number; end: number };

const reader = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).freeze();

/** What the renderer links without brackets. It has to be written as it was typed. */
const bareAddress =
  /(?<![\p{L}\p{N}_])(?:https?:\/\/|www\.)[^\s<]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+(?![\w-])/giu;

const handlers: Options["handlers"] = {
  text: (node: { value: string }, _parent, state, info) => {
    let written = "";
    let end = 0;
    const escape = (piece: string, before: string, after: string) =>
      piece === "" ? "" : state.safe(piece, { ...info, before, after });
    for (const { 0: address, index } of node.value.matchAll(bareAddress)) {
      const before = written.at(-1) ?? info.before;
      written += escape(node.value.slice(end, index), before, address.charAt(0)) + address;
      end = index + address.length;
    }
    return written + escape(node.value.slice(end), written.at(-1) ?? info.before, info.after);
  },
};

// Markdown allows several spellings; these match Prettier and the seed posts.
const style: Options = { listItemIndent: "one", emphasis: "*", rule: "-", handlers };

const [writer, otherWriter] = (["-", "*"] as const).map((bullet) =>
  unified()
    .use(remarkGfm)
    .use(remarkStringify, { ...style, bullet, bulletOrdered: bullet === "-" ? "." : ")" })
    .freeze(),
);

/** The blocks of a text, in order. What is between them is blank. */
export function readBlocks(source: string): Block[] {
  return reader.parse(source).children.map((node) => {
    let start = node.position?.start.offset ?? 0;
    while (/[ \t]/.test(source.charAt(start - 1))) start -= 1;
    return { node, start, end: node.position?.end.offset ?? source.length };
  });
}

const visualTypes = new Set<Nodes["type"]>([
  "paragraph",
  "heading",
  "list",
  "listItem",
  "blockquote",
  "code",
  "table",
  "tableRow",
  "tableCell",
  "thematicBreak",
  "text",
  "emphasis",
  "strong",
  "delete",
  "inlineCode",
  "break",
  "link",
  "image",
  "linkReference",
  "imageReference",
]);

/** Whether a block has only what the visual editor knows: no HTML, notes, or definitions. */
export function isVisual(node: Nodes): boolean {
  return visualTypes.has(node.type) && (!("children" in node) || node.children.every(isVisual));
}

/** Whether plain text would look different as Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  return readBlocks(text).some(({ node }) => node.type !== "paragraph" || hasMarks(node, text));
}

function hasMarks(node: Nodes, text: string): boolean {
  if (["strong", "delete", "inlineCode", "image"].includes(node.type)) return true;
  if (node.type === "link") return !isBare(node, text);
  return "children" in node && node.children.some((child) => hasMarks(child, text));
}

export function hasReferences(node: Nodes): boolean {
  if (node.type === "linkReference" || node.type === "imageReference") return true;
  return "children" in node && node.children.some(hasReferences);
}

/** A block for the visual editor: bare addresses as text, references as what they refer to. */
export function toVisual(
  node: RootContent,
  source: string,
  definitions: readonly Definition[],
): RootContent {
  const parent: Parent = { type: "root", children: [structuredClone(node)] };
  convertIn(parent, source, definitions);
  return parent.children[0] ?? node;
}

function convertIn(parent: Parent, source: string, definitions: readonly Definition[]): void {
  const converted = parent.children.flatMap((child): RootContent[] => {
    if ("children" in child) convertIn(child, source, definitions);
    if (child.type === "link" && isBare(child, source)) return child.children;
    if (child.type !== "linkReference" && child.type !== "imageReference") return [child];
    const definition = definitions.find(({ identifier }) => identifier === child.identifier);
    const { url = "", title = null } = definition ?? {};
    return child.type === "linkReference"
      ? [{ type: "link", url, title, children: child.children }]
      : [{ type: "image", url, title, alt: child.alt ?? null }];
  });
  parent.children = joinTexts(converted);
}

function isBare({ position }: Nodes, source: string): boolean {
  const start = position?.start.offset;
  return start === undefined || !/[[<]/.test(source.charAt(start));
}

function joinTexts(nodes: readonly RootContent[]): RootContent[] {
  const joined: RootContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last?.type === "text" && node.type === "text") {
      joined[joined.length - 1] = { type: "text", value: last.value + node.value };
    } else joined.push(node);
  }
  return joined;
}

/** A block as Markdown, without regard to how it was spelled. */
export function writeBlock(node: RootContent, isOther = false): string {
  if (node.type === "html") return node.value.replace(/\s+$/, "");
  const tree: Root = { type: "root", children: [node] };
  return ((isOther ? otherWriter : writer)?.stringify(tree) ?? "").replace(/\n+$/, "");
}

/** A block of the opened text, as the editor writes it (`text`) and as it was spelled. */
export type Original = { text: string; type: Nodes["type"]; start: number; end: number };

type Written = { node: RootContent; text: string; from: Original | null; at: number };

/**
 * The text with the blocks that an editor shows now. Unchanged blocks, and what is between them, stay as they
 * were spelled in `source`.
 *
 * @param originals the blocks of `source`, in order
 */
export function writeBlocks(
  { children }: Root,
  source: string,
  originals: readonly Original[],
): string {
  const now = children
    .map((node) => ({ node, text: writeBlock(node) }))
    .filter(({ text }) => text !== "");
  const matches = align(
    originals.map(({ text }) => text),
    now.map(({ text }) => text),
  );
  const written = now.map(({ node, text }, index): Written => {
    const at = matches[index] ?? -1;
    return { node, text, from: originals[at] ?? null, at };
  });
  pairChanged(written, originals);
  const pieces = written.map((block, index) => {
    const previous = written[index - 1];
    const between = previous ? gap(previous, block, source, originals) : "";
    return between + spell(block, previous, written[index + 1], source, originals);
  });
  if (pieces.length === 0) return "";
  const before = source.slice(0, originals[0]?.start ?? 0);
  return before + pieces.join("") + source.slice(originals.at(-1)?.end ?? source.length);
}

/**
 * For each item of `after`, its index in `before`; -1 for none. Keeps the order and matches as many as
 * possible.
 */
function align(before: readonly string[], after: readonly string[]): number[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start])
    start += 1;
  let end = 0;
  const shortest = Math.min(before.length, after.length) - start;
  while (end < shortest && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const left = before.slice(start, before.length - end);
  const right = after.slice(start, after.length - end);
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const longest = Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
      if (row) row[j] = left[i] === right[j] ? lengthAt(i + 1, j + 1) + 1 : longest;
    }
  }
  const middle: number[] = [];
  let i = 0;
  while (middle.length < right.length) {
    const j = middle.length;
    if (i < left.length && left[i] === right[j]) middle.push(start + i++);
    else if (i < left.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else middle.push(-1);
  }
  return after.map((_, index) => {
    if (index < start) return index;
    const fromEnd = after.length - index;
    return fromEnd <= end ? before.length - fromEnd : (middle[index - start] ?? -1);
  });
}

/** Where blocks changed but none was added or removed, matches each with the block it replaced. */
function pairChanged(written: Written[], originals: readonly Original[]): void {
  let start = 0;
  for (let index = 0; index <= written.length; index += 1) {
    if (index < written.length && !written[index]?.from) continue;
    const first = (written[start - 1]?.at ?? -1) + 1;
    const end = written[index]?.at ?? originals.length;
    if (end - first === index - start) {
      for (let each = start; each < index; each += 1) {
        const block = written[each];
        if (block) block.at = first + each - start;
      }
    }
    start = index + 1;
  }
}

function gap(
  left: Written,
  right: Written,
  source: string,
  originals: readonly Original[],
): string {
  const [before, after] = [originals[left.at], originals[right.at]];
  if (!before || !after || right.at !== left.at + 1) return "\n\n";
  const original = source.slice(before.end, after.start);
  const isSafe = (block: Written, was: Original) =>
    block.from !== null ||
    (block.node.type === was.type && was.type !== "list" && was.type !== "html");
  const isKept = isBlank(original) || (isSafe(left, before) && isSafe(right, after));
  return isKept ? original : "\n\n";
}

function isBlank(between: string): boolean {
  return /\n[ \t]*\r?\n|\r[ \t]*\r/.test(between);
}

function spell(
  block: Written,
  previous: Written | undefined,
  next: Written | undefined,
  source: string,
  originals: readonly Original[],
): string {
  const same = block.from ?? originals.find(({ text }) => text === block.text);
  const spelled = same ? source.slice(same.start, same.end) : block.text;
  // After a list, an indented block would become part of its last item.
  const isIndented = previous?.node.type === "list" && !previous.from && /^[ \t]/.test(spelled);
  if (isIndented) return block.text;
  if (same || block.node.type !== "list") return spelled;
  // Two neighboring lists with the same sign would become one.
  const isSame = (near: Written | undefined) => {
    const text = near?.from ? source.slice(near.from.start, near.from.end) : near?.text;
    return text !== undefined && markerOf(text) === markerOf(spelled);
  };
  return isSame(previous) || (next?.from && isSame(next)) ? writeBlock(block.node, true) : spelled;
}

function markerOf(text: string): string | undefined {
  return /^\s*\d*([-*+.)])[ \t]/.exec(text)?.[1];
}
