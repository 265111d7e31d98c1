// Over 300 lines because it has one function for each kind of node.
import type { List, ListItem, PhrasingContent, Root, RootContent, Table } from "mdast";
import { definitionsOf, parseMarkdown, type Definitions } from "./parse";
import { textWidth } from "./text-width";
import { safeUrl } from "./url-policy";
import { wrapText } from "./wrap-text";

export type PlainTextOptions = {
  /** Characters per line; unset means no wrapping. */
  width?: number | undefined;
  /** Makes relative URLs absolute. */
  baseUrl?: string | undefined;
  /** Whether links are followed by their URL; true by default. */
  showUrls?: boolean | undefined;
};

type Writer = {
  width: number;
  baseUrl: string | undefined;
  showUrls: boolean;
  definitions: Definitions;
  /** Footnote identifiers in the order of their first reference. */
  notes: string[];
};

function withUrl(text: string, url: string, writer: Writer): string {
  const safe = safeUrl(url, "link", writer.baseUrl);
  if (!writer.showUrls || safe === null || safe.includes("#user-content-")) return text;
  const shown = safe.replace(/^(?:mailto|tel):/i, "").replaceAll(/\s/g, encodeURIComponent);
  if (text === shown || text === safe || `http://${text}` === safe) return text;
  return text === "" ? shown : `${text} (${shown})`;
}

function noteNumber(identifier: string, writer: Writer): number {
  if (!writer.notes.includes(identifier)) writer.notes.push(identifier);
  return writer.notes.indexOf(identifier) + 1;
}

const raisedSigns = {
  sup: new Map(
    Array.from("0123456789+-−=()n", (sign, index) => [sign, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ".charAt(index)]),
  ),
  sub: new Map(
    Array.from("0123456789+-−=()", (sign, index) => [sign, "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎".charAt(index)]),
  ),
};

/** `10⁹`, `4th`, `x^(2y)`; small print stays as it is. */
function raised(text: string, kind: "sup" | "sub"): string {
  const signs = Array.from(text, (sign) => raisedSigns[kind].get(sign));
  if (signs.every((sign) => sign !== undefined)) return signs.join("");
  if (/\s|^[\p{L}\p{M}.*†‡§™®]+$/u.test(text)) return text;
  return `${kind === "sup" ? "^" : "_"}(${text})`;
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
    case "emphasis": {
      const text = inline(node.children, writer);
      const kind = node.data?.hName;
      return kind === "sup" || kind === "sub" ? raised(text, kind) : text;
    }
    case "strong":
      return inline(node.children, writer);
    case "delete":
      // Without a mark, deleted text would read as valid.
      return `~~${inline(node.children, writer)}~~`;
    case "link":
      return withUrl(inline(node.children, writer), node.url, writer);
    case "linkReference": {
      const text = inline(node.children, writer);
      const definition = writer.definitions.links.get(node.identifier);
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

/** The rows of a table that's too wide, each as an item with one line per cell. */
function tableAsList(rows: readonly string[][], writer: Writer): string {
  const [head = [], ...body] = rows;
  return (body.length > 0 ? body : [head])
    .map((row) =>
      row
        .map((cell, column) => {
          const name = body.length > 0 ? (head[column] ?? "") : "";
          return name === "" || cell === "" ? cell : `${name.replace(/:$/, "")}: ${cell}`;
        })
        .filter((line) => line !== "")
        .map(
          (line, index) => `${index === 0 ? "- " : "  "}${wrapText(line, writer.width - 2, "  ")}`,
        )
        .join("\n"),
    )
    .filter((item) => item !== "")
    .join("\n");
}

function table(node: Table, writer: Writer): string {
  const rows = node.children
    .map((row) => row.children.map((cell) => inline(cell.children, writer).replaceAll("\n", " ")))
    // A table without a header has an empty one.
    .filter((row, index) => index > 0 || row.some((cell) => cell !== ""));
  const hasHead = rows.length === node.children.length;
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => textWidth(row[column] ?? ""))),
  );
  const total = widths.reduce((sum, width) => sum + width + 2, -2);
  if (total > writer.width) return tableAsList(hasHead ? rows : [[], ...rows], writer);
  const lines = rows.map((row) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? "";
        const gap = " ".repeat(width - textWidth(cell));
        return node.align?.[column] === "right" ? gap + cell : cell + gap;
      })
      .join("  ")
      .trimEnd(),
  );
  if (writer.showUrls && hasHead) lines.splice(1, 0, "-".repeat(Math.max(total, 1)));
  return lines.join("\n");
}

function block(node: RootContent, writer: Writer): string {
  switch (node.type) {
    case "paragraph":
      return wrapText(
        inline(node.children, writer).replaceAll(/(?<! ) *\n */g, "\n"),
        writer.width,
      );
    case "heading": {
      const text = wrapText(inline(node.children, writer), writer.width);
      const longest = Math.max(...text.split("\n").map(textWidth));
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

function noteList(writer: Writer): string {
  const lines: string[] = [];
  // Footnotes can reference further footnotes, so the list can grow in this loop.
  for (let index = 0; index < writer.notes.length; index += 1) {
    const note = writer.definitions.notes.get(writer.notes[index] ?? "");
    const marker = `[${index + 1}] `;
    const body = note ? blocks(note.children, narrower(writer, marker.length), "\n\n") : "";
    lines.push(indented(body, marker, " ".repeat(marker.length)));
  }
  return lines.join("\n");
}

/** A syntax tree as readable plain text, as `markdownToPlainText` writes it. */
export function writeRoot(root: Root, options: PlainTextOptions = {}): string {
  const writer: Writer = {
    width: options.width ?? Number.POSITIVE_INFINITY,
    baseUrl: options.baseUrl,
    showUrls: options.showUrls ?? true,
    definitions: definitionsOf(root),
    notes: [],
  };
  const body = blocks(root.children, writer, "\n\n");
  const endnotes = noteList(writer);
  return endnotes === "" ? body : `${body}\n\n${endnotes}`;
}

/**
 * Markdown as readable plain text: underlined headings, hanging lists, quotes with `>`, tables in
 * columns (or as lists if too wide), links as `text (url)`, footnotes at the end. URLs that
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
  // The first piece is long enough.
  const root = parseMarkdown(content, 1);
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
  return `${head.slice(0, end).replace(/[\s,;:.–—-]+$/, "")}…`;
}
