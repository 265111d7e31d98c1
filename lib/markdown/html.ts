import type { Element, ElementContent } from "hast";
import { defaultHandlers, toMdast, type Handle } from "hast-util-to-mdast";
import type { Nodes, PhrasingContent, RootContent } from "mdast";
import { TreeBuilder, words, type MarkdownPlace } from "./html-tree";

const children: Handle = (state, node) => state.all(node);
const flow: Handle = (state, node) => state.toFlow(state.all(node));

const raised = (hName: "sup" | "sub"): Handle => {
  return (state, node) => ({
    type: "emphasis",
    data: { hName },
    children: inlined(state.all(node)),
  });
};

function* elementsIn(node: Element): Generator<Element> {
  for (const child of node.children) {
    if (child.type !== "element") continue;
    yield child;
    yield* elementsIn(child);
  }
}

const blocksInCell = words("table ul ol dl pre blockquote h1 h2 h3 h4 h5 h6");

/** Data tables stay tables; layout tables are replaced by their cells' content. */
const table: Handle = (state, node) => {
  const parts = [...elementsIn(node)];
  const cells = parts.filter(({ tagName }) => tagName === "td" || tagName === "th");
  const isData =
    parts.some(
      ({ tagName, children: row }) =>
        tagName === "tr" && row.filter((each) => each.type === "element").length > 1,
    ) && !parts.some(({ tagName }) => blocksInCell.has(tagName));
  if (!isData) return state.toFlow(state.all({ ...node, children: node.children.map(asDivision) }));
  const captions = parts.filter(({ tagName }) => tagName === "caption");
  const data = cells.length > 0 ? defaultHandlers.table(state, node) : [];
  return [
    ...captions.flatMap((caption) => state.toFlow(state.all(caption))),
    ...(Array.isArray(data) ? data : [data]),
  ];
};

const tableParts = words("caption tbody td tfoot th thead tr");

function asDivision(node: ElementContent): ElementContent {
  if (node.type !== "element" || !tableParts.has(node.tagName)) return node;
  return { ...node, tagName: "div", children: node.children.map(asDivision) };
}

const hasPlace = (node: Element): boolean =>
  [node, ...elementsIn(node)].some((each) => each.children.some(({ type }) => type === "markdown"));

/** Elements that keep only their text. */
const code: Handle = (state, node) =>
  hasPlace(node) ? state.all(node) : defaultHandlers.code(state, node);

const pre: Handle = (state, node) => {
  if (hasPlace(node)) return state.toFlow(state.all(node));
  const block = defaultHandlers.pre(state, node);
  return { ...block, value: block.value.replaceAll(/^\n|\n$/g, "") };
};

const handlers: Readonly<Record<string, Handle>> = {
  a: (state, node) => (node.properties["href"] ? defaultHandlers.a(state, node) : state.all(node)),
  base: () => undefined,
  code,
  dir: defaultHandlers.ul,
  dialog: flow,
  head: flow,
  kbd: code,
  mark: children,
  math: children,
  menu: defaultHandlers.ul,
  noembed: children,
  noframes: children,
  pre,
  samp: code,
  sub: raised("sub"),
  sup: raised("sup"),
  table,
  textarea: children,
  title: children,
  tt: code,
  u: children,
  var: children,
};

const phrasingNames = words(
  "break delete emphasis footnoteReference html image imageReference inlineCode link linkReference strong text",
);

function isPhrasing(node: Nodes): node is PhrasingContent {
  return phrasingNames.has(node.type);
}

/** Blocks as text in lines. */
function inlined(nodes: readonly Nodes[]): PhrasingContent[] {
  const lines: PhrasingContent[][] = [[]];
  for (const node of nodes) {
    if (isPhrasing(node)) {
      lines.at(-1)?.push(node);
    } else if (node.type === "code") {
      lines.push([{ type: "inlineCode", value: node.value }], []);
    } else if ("children" in node) {
      lines.push(inlined(node.children), []);
    }
  }
  return lines
    .filter((line) => line.length > 0)
    .flatMap((line, index) => (index > 0 ? [{ type: "break" }, ...line] : line));
}

const phrasingParents = words(
  "paragraph heading emphasis strong delete link linkReference tableCell",
);

/** Returns whether a node may contain only inline content. */
export function holdsPhrasing(node: Nodes): boolean {
  return phrasingParents.has(node.type);
}

/** An item without its list is one; a cell without its table is a paragraph. */
function housed(node: RootContent): RootContent {
  if (node.type === "listItem") return { type: "list", ordered: false, children: [node] };
  const isCell = node.type === "tableCell" || node.type === "tableRow";
  return isCell ? { type: "paragraph", children: inlined(node.children) } : node;
}

const flowParents = words("root blockquote listItem footnoteDefinition");

/** Blocks in a cell, a heading, or a link become lines. */
function tidy(node: Nodes): void {
  if (!("children" in node)) return;
  if (flowParents.has(node.type)) {
    const outer: { children: readonly RootContent[] } = node;
    Object.assign(node, { children: outer.children.map(housed) });
  }
  if (holdsPhrasing(node)) {
    const inner: { children: readonly Nodes[] } = node;
    if (!inner.children.every(isPhrasing))
      Object.assign(node, { children: inlined(inner.children) });
  }
  for (const child of node.children) tidy(child);
}

/**
 * Converts nodes with raw HTML between them to equivalent Markdown: tables, lists, paragraphs, line breaks,
 * links, images, and emphasis. Everything else is reduced to its text, with a gap if it was a block.
 *
 * @param isInline whether the result must be inline content
 * @param dropped gets the names of elements that were reduced to their text
 */
export function withoutHtml(
  nodes: readonly RootContent[],
  isInline: boolean,
  dropped: Set<string>,
): RootContent[] {
  const builder = new TreeBuilder();
  for (const [index, node] of nodes.entries()) {
    if (node.type === "html") builder.addHtml(node.value);
    else builder.add({ type: "markdown", index });
  }
  builder.end();
  for (const name of builder.dropped) dropped.add(name);
  const tree = toMdast(builder.root, {
    document: !isInline,
    handlers,
    nodeHandlers: { markdown: (_, { index }: MarkdownPlace) => nodes[index] },
  });
  tidy(tree);
  const result = tree.type === "root" ? tree.children : [];
  return isInline ? inlined(result) : result;
}
