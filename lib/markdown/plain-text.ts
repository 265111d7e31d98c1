import type {
  Definition,
  FootnoteDefinition,
  List,
  ListItem,
  Nodes,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from "mdast";
import { limitMarkdown } from "./limit-markdown";
import { parseMarkdown } from "./parse";
import { safeUrl } from "./url-policy";
import { wrapText } from "./wrap-text";

export type PlainTextOptions = {
  /** Characters per line; unset means no wrapping. */
  width?: number | undefined;
  /** Makes relative URLs absolute. */
  baseUrl?: string | undefined;
  /** Whether links are followed by their URL, on by default. */
  showUrls?: boolean | undefined;
};

type Writer = {
  width: number;
  baseUrl: string | undefined;
  showUrls: boolean;
  definitions: ReadonlyMap<string, Definition>;
  /** Footnote identifiers in the order of their first reference. */
  notes: string[];
};

function withUrl(text: string, url: string, writer: Writer): string {
  const safe = safeUrl(url, "link", writer.baseUrl);
  if (!writer.showUrls || safe === null || safe.includes("#user-content-")) return text;
  const shown = safe.replace(/^(?:mailto|tel):/i, "");
  if (text === shown || text === safe || `http://${text}` === safe) return text;
  return text === "" ? shown : `${text} (${shown})`;
}

function noteNumber(identifier: string, writer: Writer): number {
  if (!writer.notes.includes(identifier)) writer.notes.push(identifier);
  return writer.notes.indexOf(identifier) + 1;
}

function inline(nodes: readonly PhrasingContent[], writer: Writer): string {
  return nodes.map((node) => inlineNode(node, writer)).join("");
}

function inlineNode(node: PhrasingContent, writer: Writer): string {
  switch (node.type) {
    case "text":
      // Without the lookbehind, a long run of spaces would take quadratic time.
      return node.value.replaceAll(/(?<!\s)\s*\n\s*/g, " ");
    case "inlineCode":
      return node.value;
    case "break":
      return "\n";
    case "emphasis":
    case "strong":
    case "delete":
      return inline(node.children, writer);
    case "link":
      return withUrl(inline(node.children, writer), node.url, writer);
    case "linkReference": {
      const text = inline(node.children, writer);
      const definition = writer.definitions.get(node.identifier);
      return definition ? withUrl(text, definition.url, writer) : text;
    }
    case "image":
    case "imageReference":
      return node.alt ? `[${node.alt}]` : "";
    case "footnoteReference":
      return writer.showUrls ? `[${noteNumber(node.identifier, writer)}]` : "";
    case "html":
    // These come from the visual editor's types; `parseMarkdown` never returns them.
    case "mdxJsxTextElement":
    case "textDirective":
    default:
      return "";
  }
}

function indented(text: string, first: string, rest: string): string {
  return text
    .split("\n")
    .map((line, index) => (index === 0 ? first : line === "" ? "" : rest) + line)
    .join("\n");
}

function narrower(writer: Writer, by: number): Writer {
  return { ...writer, width: Math.max(24, writer.width - by) };
}

function listItem(item: ListItem, marker: string, writer: Writer): string {
  const box = typeof item.checked === "boolean" ? `[${item.checked ? "x" : " "}] ` : "";
  const body = blocks(item.children, narrower(writer, marker.length), item.spread ? "\n\n" : "\n");
  return indented(box + body, marker, " ".repeat(marker.length));
}

function list(node: List, writer: Writer): string {
  const start = node.start ?? 1;
  const digits = String(start + node.children.length - 1).length;
  return node.children
    .map((item, index) => {
      const marker = node.ordered ? `${String(start + index).padStart(digits)}. ` : "- ";
      return listItem(item, marker, writer);
    })
    .join(node.spread ? "\n\n" : "\n");
}

function table(node: Table, writer: Writer): string {
  const rows = node.children.map((row) =>
    row.children.map((cell) => inline(cell.children, writer).replaceAll("\n", " ")),
  );
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const total = widths.reduce((sum, width) => sum + width + 2, -2);
  if (total > writer.width) {
    return body
      .map((row) => row.map((cell, column) => `${head[column] ?? ""}: ${cell}`).join("\n"))
      .join("\n\n");
  }
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? "";
        return node.align?.[column] === "right" ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  const rule = writer.showUrls ? ["-".repeat(Math.max(total, 1))] : [];
  return [line(head), ...rule, ...body.map(line)].join("\n");
}

function block(node: RootContent, writer: Writer): string {
  switch (node.type) {
    case "paragraph":
      return wrapText(inline(node.children, writer), writer.width);
    case "heading": {
      const text = wrapText(inline(node.children, writer), writer.width);
      const longest = Math.max(...text.split("\n").map((line) => line.length));
      return node.depth <= 2 && writer.showUrls
        ? `${text}\n${(node.depth === 1 ? "=" : "-").repeat(longest)}`
        : text;
    }
    case "blockquote":
      return blocks(node.children, narrower(writer, 2), "\n\n")
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
    case "list":
      return list(node, writer);
    case "listItem":
      return listItem(node, "- ", writer);
    case "code":
      return indented(node.value, "    ", "    ");
    case "table":
      return table(node, writer);
    case "thematicBreak":
      return "* * *";
    case "tableRow":
    case "tableCell":
    case "definition":
    case "footnoteDefinition":
    case "html":
    case "yaml":
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
    case "containerDirective":
    case "leafDirective":
    case "textDirective":
      return "";
    case "text":
    case "inlineCode":
    case "break":
    case "emphasis":
    case "strong":
    case "delete":
    case "link":
    case "linkReference":
    case "image":
    case "imageReference":
    case "footnoteReference":
      return inlineNode(node, writer);
    default:
      return "";
  }
}

function blocks(nodes: readonly RootContent[], writer: Writer, gap: string): string {
  return nodes
    .map((node) => block(node, writer))
    .filter((text) => text.trim() !== "")
    .join(gap);
}

function collect(node: Nodes, definitions: Map<string, Definition>, notes: FootnoteDefinition[]) {
  // The first definition of a name wins (CommonMark, link reference definitions).
  if (node.type === "definition" && !definitions.has(node.identifier)) {
    definitions.set(node.identifier, node);
  }
  if (node.type === "footnoteDefinition") notes.push(node);
  if ("children" in node) for (const child of node.children) collect(child, definitions, notes);
}

function noteList(notes: readonly FootnoteDefinition[], writer: Writer): string {
  const lines: string[] = [];
  // Footnotes can reference further footnotes, so the list can grow in this loop.
  for (let index = 0; index < writer.notes.length; index += 1) {
    const note = notes.find((candidate) => candidate.identifier === writer.notes[index]);
    const marker = `[${index + 1}] `;
    const body = note ? blocks(note.children, narrower(writer, marker.length), "\n\n") : "";
    lines.push(indented(body, marker, " ".repeat(marker.length)));
  }
  return lines.join("\n");
}

/** A syntax tree as readable plain text, as `markdownToPlainText` writes it. */
export function writeRoot(root: Root, options: PlainTextOptions): string {
  const definitions = new Map<string, Definition>();
  const notes: FootnoteDefinition[] = [];
  collect(root, definitions, notes);
  const writer: Writer = {
    width: options.width ?? Number.POSITIVE_INFINITY,
    baseUrl: options.baseUrl,
    showUrls: options.showUrls ?? true,
    definitions,
    notes: [],
  };
  const body = blocks(root.children, writer, "\n\n");
  const endnotes = noteList(notes, writer);
  return endnotes === "" ? body : `${body}\n\n${endnotes}`;
}

/**
 * Markdown as readable plain text: underlined headings, hanging lists, quotes with `>`, tables in
 * columns (or one line per cell if too wide), links as `text (url)`, footnotes at the end. URLs that
 * `safeUrl` rejects are left out.
 */
export function markdownToPlainText(content: string, options: PlainTextOptions = {}): string {
  return writeRoot(parseMarkdown(content), options);
}

/**
 * The beginning of a text as one line without markup, URLs, or headings, unless it is all headings.
 *
 * @param maxLength in characters, including the ellipsis of a shortened text
 */
export function markdownExcerpt(content: string, maxLength = 120): string {
  // The first piece is long enough, and includes the link definitions from further down.
  const [beginning] = limitMarkdown(content);
  const root = parseMarkdown(beginning);
  const body = root.children.filter((node) => node.type !== "heading");
  const toLine = (part: Root) =>
    writeRoot(part, { showUrls: false }).replaceAll(/\s+/g, " ").trim();
  return shorten(toLine({ ...root, children: body }) || toLine(root), maxLength);
}

const segmenter = new Intl.Segmenter("en");

/**
 * Shortens a line between words to at most `maxLength` characters, including the ellipsis. Counts
 * grapheme clusters, so that no emoji is cut in half.
 */
export function shorten(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const characters = [...segmenter.segment(line.slice(0, maxLength * 16))];
  if (characters.length <= maxLength) return line;
  const head = characters
    .slice(0, maxLength - 1)
    .map((part) => part.segment)
    .join("");
  const lastSpace = head.lastIndexOf(" ");
  const end = lastSpace > head.length / 2 ? lastSpace : head.length;
  return `${head.slice(0, end).replace(/[\s,;:–—-]+$/, "")}…`;
}
