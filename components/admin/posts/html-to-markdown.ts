import { safeUrl } from "@/lib/markdown/url-policy";

/** What was pasted, as Markdown, and how many pictures it had to leave out. */
export type Pasted = { markdown: string; picturesLeftOut: number };

type Mark = "link" | "strong" | "em" | "del" | "code";
type Marks = Readonly<Partial<Record<Mark, string>>>;
type Run = { markdown: string; marks: Marks };

/** `item`: a line of a list, as deep as it stands in others. */
type Block =
  | { kind: "text" | "table" | "code"; markdown: string }
  | { kind: "item"; markdown: string; depth: number; start: number | null; isTask: boolean };

/** Where the walk stands. */
type Place = {
  marks: Marks;
  /** Lists around it; an `li` writes into the innermost. */
  lists: readonly { start: number | null }[];
  /** The item that the first words belong to, and the ones after it. */
  item?: { block: Block | null; box?: "[x] " | "[ ] " };
  /** In a cell, or in an item, there is room for words alone. */
  isNarrow: boolean;
};

const dropped =
  "script,style,meta,link,title,xml,template,head > *,object,iframe,svg,math,button,select,textarea,noscript,[hidden]";
const blocks =
  "p,div,section,article,main,header,footer,nav,aside,address,figure,figcaption,blockquote,pre,hr,table,ul,ol,li,dl,dt,dd,details,summary,form,fieldset,center,h1,h2,h3,h4,h5,h6,tr,td,th,caption,body";
const isBlock = (element: Element) => element.matches(blocks);

/**
 * What a word processor or a page has put on the clipboard, with what Markdown can say: headings,
 * lists, tables, quotes, code, links and pictures that have an address. Colours, fonts, scripts and
 * pictures that lie in the clipboard are left out.
 *
 * @param isNarrow whether there is room for words alone, as in a cell
 */
export function htmlToMarkdown(html: string, { isNarrow = false } = {}): Pasted {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll(dropped)) element.remove();
  const writer = new Writer(body.querySelector("h1") ? 1 : 0);
  writer.walk(body, { marks: {}, lists: [], isNarrow });
  writer.endLine(null);
  const separator = isNarrow ? " " : "\n\n";
  return {
    markdown: joinBlocks(writer.blocks, separator),
    picturesLeftOut: writer.picturesLeftOut,
  };
}

class Writer {
  readonly blocks: Block[] = [];
  picturesLeftOut = 0;
  private runs: Run[] = [];

  /** `lowered`: by how many levels headings go down; the highest is the article's own. */
  constructor(private readonly lowered: number) {}

  walk(parent: Node, place: Place): void {
    for (const node of parent.childNodes) {
      if (node instanceof Text) this.addText(node.data, place.marks);
      else if (node instanceof HTMLElement && !isInvisible(node)) this.element(node, place);
    }
  }

  /** Ends a paragraph, a heading or a line of a list, if there are words in it. */
  endLine(place: Place | null, prefix = ""): void {
    const markdown = writeRuns(trimRuns(this.runs));
    this.runs = [];
    if (markdown === "") return;
    const list = place?.lists.at(-1);
    if (!place?.item || !list) {
      this.blocks.push({ kind: "text", markdown: prefix + markdown });
    } else if (place.item.block) {
      place.item.block.markdown += `\\\n${markdown}`;
    } else {
      const depth = place.lists.length - 1;
      const box = place.item.box ?? "";
      place.item.block = {
        kind: "item",
        markdown: box + markdown,
        depth,
        start: list.start,
        isTask: box !== "",
      };
      this.blocks.push(place.item.block);
      // The items after the first one count on.
      if (list.start !== null) list.start += 1;
    }
  }

  private element(element: HTMLElement, place: Place): void {
    const name = element.localName;
    if (name === "br") return this.breakLine(place);
    if (name === "img") return this.picture(element);
    if (name === "input") return this.box(element, place);
    const inner = { ...place, marks: marksOf(element, place.marks) };
    if (!isBlock(element)) return this.walk(element, inner);
    this.endLine(place);
    const wordItem = wordListItem(element);
    if (wordItem && !place.isNarrow) return this.wordItem(element, inner, wordItem);
    if (name === "ul" || name === "ol") return this.list(element, inner);
    if (name === "li") return this.item(element, inner);
    if (name === "table" && !place.isNarrow && !place.item && isData(element)) {
      return this.table(element, inner);
    }
    if (!place.isNarrow && !place.item) {
      if (name === "hr") return void this.blocks.push({ kind: "text", markdown: "---" });
      if (name === "pre") return this.code(element);
      if (name === "blockquote") return this.quote(element, inner);
    }
    const level = /^h([1-6])$/.exec(name)?.[1];
    const isHeading = level !== undefined && !place.isNarrow && !place.item;
    // A heading is bold by itself.
    this.walk(element, isHeading ? { ...inner, marks: place.marks } : inner);
    const depth = Math.min(4, Math.max(2, Number(level) + this.lowered));
    this.endLine(place, isHeading ? `${"#".repeat(depth)} ` : "");
  }

  private addText(text: string, marks: Marks): void {
    const words = text.replaceAll(/[\t\n\r ]+/g, " ");
    if (words === "") return;
    this.runs.push({ markdown: marks.code === undefined ? escape(words) : words, marks });
  }

  private breakLine(place: Place): void {
    const last = this.runs.at(-1);
    // Two breaks are meant as a new paragraph.
    if (last?.markdown === "\\\n" && !place.item) {
      this.runs.pop();
      this.endLine(place);
    } else if (last) {
      this.runs.push({ markdown: place.isNarrow ? " " : "\\\n", marks: {} });
    }
  }

  private picture(element: HTMLElement): void {
    const address = safeUrl(element.getAttribute("src") ?? "", "image");
    const words = escape(element.getAttribute("alt")?.replaceAll(/\s+/g, " ") ?? "");
    if (address === null || !/^https?:/i.test(address)) this.picturesLeftOut += 1;
    else this.runs.push({ markdown: `![${words}](<${addressOf(address)}>)`, marks: {} });
  }

  /** A task of a list. */
  private box(element: HTMLElement, place: Place): void {
    if (element.getAttribute("type") !== "checkbox" || !place.item) return;
    place.item.box = element.hasAttribute("checked") ? "[x] " : "[ ] ";
  }

  private list(element: HTMLElement, place: Place): void {
    const start = element.localName === "ol" ? Number(element.getAttribute("start") ?? 1) : null;
    const inner: Place = { ...place, lists: [...place.lists, { start }] };
    delete inner.item;
    for (const child of element.children) {
      if (!(child instanceof HTMLElement) || isInvisible(child)) continue;
      // Google Docs puts a list that stands in another one beside its item.
      if (child.matches("ul,ol")) this.list(child, inner);
      else this.item(child, inner);
    }
  }

  private item(element: HTMLElement, place: Place): void {
    const inner: Place = { ...place, item: { block: null } };
    if (place.lists.length === 0) inner.lists = [{ start: null }];
    if (element.getAttribute("role") === "checkbox") {
      // Google Docs draws the box as a picture.
      for (const picture of element.querySelectorAll("img")) picture.remove();
      const isChecked = element.getAttribute("aria-checked") === "true";
      inner.item = { block: null, box: isChecked ? "[x] " : "[ ] " };
    }
    this.walk(element, inner);
    this.endLine(inner);
  }

  private wordItem(element: HTMLElement, place: Place, { level, marker }: WordItem): void {
    const number = /^(\d+|[a-z]+)[.)]$/i.exec(marker)?.[1];
    const start = number === undefined ? null : Number(number) || 1;
    const lists = [...Array.from({ length: level - 1 }, () => ({ start: null })), { start }];
    const inner: Place = { ...place, lists, item: { block: null } };
    this.walk(element, inner);
    this.endLine(inner);
  }

  private table(table: HTMLElement, { marks }: Place): void {
    const rows = rowsOf(table, (cell) => {
      const writer = new Writer(0);
      writer.walk(cell, { marks, lists: [], isNarrow: true });
      writer.endLine(null);
      this.picturesLeftOut += writer.picturesLeftOut;
      return joinBlocks(writer.blocks, " ");
    });
    const [head = [], ...others] = rows;
    const rule = head.map((_, column) => (isNumeric(others, column) ? "-:" : "-"));
    const lines = [head, rule, ...others].map((cells) => `| ${cells.join(" | ")} |`);
    this.blocks.push({ kind: "table", markdown: lines.join("\n") });
  }

  private code(element: HTMLElement): void {
    const text = (element.textContent ?? "").replace(/\n$/, "");
    const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
    const marks = "`".repeat(longest + 1);
    this.blocks.push({ kind: "code", markdown: `${marks}\n${text}\n${marks}` });
  }

  private quote(element: HTMLElement, place: Place): void {
    const writer = new Writer(this.lowered);
    writer.walk(element, place);
    writer.endLine(null);
    this.picturesLeftOut += writer.picturesLeftOut;
    const markdown = joinBlocks(writer.blocks, "\n\n").replaceAll(/^/gm, "> ");
    if (writer.blocks.length > 0) this.blocks.push({ kind: "text", markdown });
  }
}

type WordItem = { level: number; marker: string };

/** Word's lists are paragraphs, each with its level in a style and its marker in a span to be ignored. */
function wordListItem(element: HTMLElement): WordItem | null {
  const style = element.getAttribute("style") ?? "";
  const level = /mso-list:\s*\S+\s+level(\d)/.exec(style)?.[1];
  if (level === undefined) return null;
  const ignored = element.querySelector('[style*="mso-list:Ignore" i]');
  const marker = (ignored?.textContent ?? "").replaceAll(/[\s\u00a0]/g, "");
  ignored?.remove();
  return { level: Number(level), marker };
}

function isInvisible(element: HTMLElement): boolean {
  const style = element.getAttribute("style") ?? "";
  return element.style.display === "none" || /mso-hide:\s*all/.test(style);
}

function marksOf(element: HTMLElement, around: Marks): Marks {
  const marks: { -readonly [name in Mark]?: string } = { ...around };
  const { fontWeight, fontStyle, textDecoration, textDecorationLine } = element.style;
  const name = element.localName;
  if (/^(?:b|strong)$/.test(name) && fontWeight === "") marks.strong = "**";
  if (fontWeight !== "") {
    const isBold = fontWeight.startsWith("bold") || Number(fontWeight) >= 600;
    if (isBold) marks.strong = "**";
    else delete marks.strong;
  }
  if (/^(?:i|em|cite|dfn)$/.test(name) && fontStyle === "") marks.em = "_";
  if (fontStyle === "italic") marks.em = "_";
  else if (fontStyle === "normal") delete marks.em;
  const isStruck = `${textDecoration} ${textDecorationLine}`.includes("line-through");
  if (isStruck || /^(?:s|del|strike)$/.test(name)) marks.del = "~~";
  if (/^(?:code|kbd|samp|tt)$/.test(name)) marks.code = "`";
  const address = name === "a" ? safeUrl(element.getAttribute("href") ?? "", "link") : null;
  if (address !== null && /^(?:https?|mailto|tel):/i.test(address)) marks.link = addressOf(address);
  return marks;
}

function addressOf(address: string): string {
  return address.replaceAll(/[\s<>\\]/g, encodeURIComponent);
}

/** Plain text as Markdown of one line. */
export function lineToMarkdown(text: string): string {
  return escape(text.replaceAll(/\s+/g, " ").trim());
}

/** Every sign that could mean something in Markdown stands for itself. */
function escape(words: string): string {
  return words.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

const nesting = ["link", "strong", "em", "del", "code"] as const;

/** Runs beside each other that share a mark get it together, so that no two of a kind meet. */
function writeRuns(runs: readonly Run[], marks: readonly Mark[] = nesting): string {
  const [mark, ...inner] = marks;
  if (mark === undefined) return runs.map(({ markdown }) => markdown).join("");
  let written = "";
  for (let from = 0, to = 0; from < runs.length; from = to) {
    const value = runs[from]?.marks[mark];
    while (to < runs.length && runs[to]?.marks[mark] === value) to += 1;
    const text = writeRuns(runs.slice(from, to), inner);
    written = append(written, value === undefined ? text : withMark(text, mark, value));
  }
  return written;
}

/** A letter that touches a mark from outside would keep it from being one; its number does not. */
function append(written: string, next: string): string {
  if (/^(?:\*\*|_|~~)/.test(next)) {
    return written.replace(/[\p{L}\p{N}]$/u, toNumber) + next;
  }
  if (/(?:\*\*|_|~~)$/.test(written) && !written.endsWith("\\_")) {
    return written + next.replace(/^[\p{L}\p{N}]/u, toNumber);
  }
  return written + next;
}

function toNumber(character: string): string {
  return `&#x${(character.codePointAt(0) ?? 0).toString(16)};`;
}

function withMark(text: string, mark: Mark, value: string): string {
  const [, before = "", words = "", after = ""] = /^(\s*)([^]*?)((?:\s|\\\n)*)$/.exec(text) ?? [];
  if (words === "") return text;
  if (mark === "link") return `${before}[${words}](<${value}>)${after}`;
  if (mark !== "code") return `${before}${value}${words}${value}${after}`;
  const longest = Math.max(0, ...(words.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = "`".repeat(longest + 1);
  const room = longest > 0 ? " " : "";
  return `${before}${ticks}${room}${words}${room}${ticks}${after}`;
}

/** Without blanks and breaks at the ends, and without two blanks beside each other. */
function trimRuns(runs: readonly Run[]): Run[] {
  const isBlank = ({ markdown }: Run) => /^(?:[\s\u00a0]|\\\n)*$/.test(markdown);
  const first = runs.findIndex((run) => !isBlank(run));
  if (first === -1) return [];
  const kept = runs.slice(first, runs.findLastIndex((run) => !isBlank(run)) + 1);
  let isAfterBlank = true;
  return kept.map(({ markdown, marks }, index) => {
    let text = isAfterBlank ? markdown.replace(/^ /, "") : markdown;
    if (index === 0) text = text.trimStart();
    if (index === kept.length - 1) text = text.trimEnd();
    if (text !== "") isAfterBlank = /[ \n]$/.test(text);
    return { markdown: text, marks };
  });
}

/** A table that holds data, in contrast to one that puts things beside each other. */
function isData(table: HTMLElement): boolean {
  const rows = [...table.querySelectorAll("tr")];
  const isWide = rows.some((row) => row.children.length > 1);
  return isWide && table.querySelector("table,h1,h2,h3,h4,h5,h6,pre,blockquote") === null;
}

/** The cells of a table, as many in each row: one that spans several stands in the first of them. */
function rowsOf(table: HTMLElement, write: (cell: Element) => string): string[][] {
  const rows: string[][] = [];
  const trs = [...table.querySelectorAll("tr")];
  for (const [y, tr] of trs.entries()) {
    const row = (rows[y] ??= []);
    let x = 0;
    for (const cell of tr.querySelectorAll("td,th")) {
      while (row[x] !== undefined) x += 1;
      const [width, height] = ["colspan", "rowspan"].map((name) =>
        Math.min(100, Math.max(1, Number(cell.getAttribute(name)) || 1)),
      );
      for (let down = 0; down < Math.min(height ?? 1, trs.length - y); down += 1) {
        for (let right = 0; right < (width ?? 1); right += 1) {
          (rows[y + down] ??= [])[x + right] = down + right === 0 ? write(cell) : "";
        }
      }
    }
  }
  const width = Math.max(...rows.map(({ length }) => length));
  return rows
    .map((row) => Array.from({ length: width }, (_, x) => row[x] ?? ""))
    .filter((row) => row.some((cell) => cell !== ""));
}

/** Numbers stand right in their column. */
function isNumeric(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");
  return (
    cells.length > 0 && cells.every((cell) => /^[\W_]*\d[\d\W_]*(?:bn|m|k|bps?)?$/i.test(cell))
  );
}

function joinBlocks(all: readonly Block[], separator: string): string {
  let written = "";
  let before: Block | undefined;
  /** How far the words of the items around stand in. */
  let indents: number[] = [];
  for (const block of all) {
    if (block.kind !== "item") {
      written += (before ? separator : "") + block.markdown;
      indents = [];
    } else if (separator === " ") {
      written += (before ? separator : "") + block.markdown.replaceAll("\\\n", " ");
    } else {
      const depth = Math.min(block.depth, indents.length);
      const indent = depth === 0 ? 0 : (indents[depth - 1] ?? 0);
      // The editor gives every item of a list a box, or none: those with one are a list of their own.
      const bullet = block.isTask ? "* " : "- ";
      const marker = block.start === null ? bullet : `${block.start}. `;
      indents = [...indents.slice(0, depth), indent + marker.length];
      const text = block.markdown.replaceAll("\n", `\n${" ".repeat(indent + marker.length)}`);
      const isSameList = before?.kind === "item";
      written +=
        (before ? (isSameList ? "\n" : separator) : "") + " ".repeat(indent) + marker + text;
    }
    before = block;
  }
  return written;
}
