import { fromDom } from "hast-util-from-dom";
import type { Nodes, Parents } from "mdast";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { safeUrl } from "./url-policy";

export type Pasted = { markdown: string; skippedImages: number };

const dropped =
  "script,style,xml,template,object,iframe,svg,math,button,select,textarea,noscript,input:not(li input),[hidden],[style*='mso-hide:' i],[style*='display:none' i],[style*='display: none' i]";
const headings = "h1,h2,h3,h4,h5,h6";
const tableParts = "caption,colgroup,col,thead,tbody,tfoot,tr,td,th";
const blocks = `p,div,section,article,main,header,footer,nav,aside,address,figure,figcaption,blockquote,pre,hr,table,ul,ol,li,dl,dt,dd,details,summary,form,fieldset,center,${tableParts},${headings}`;

const processor = unified()
  .use(rehypeRemark, { nodeHandlers: { comment: () => undefined } })
  .use(() => tidyTables)
  .use(remarkGfm)
  .use(remarkStringify, {
    resourceLink: true,
  })
  .freeze();

/**
 * Converts clipboard content from a word processor or a web page: headings, lists, tables, quotes, code,
 * links, and images with a URL. Drops colors, fonts, scripts, and images that exist only on the clipboard.
 *
 * @param isNarrow whether the target accepts only a single line of text, like a table cell
 */
export function htmlToMarkdown(html: string, { isNarrow = false } = {}): Pasted {
  // Two line breaks mean a new paragraph.
  const paragraphs = html.replaceAll(/<br[^>]*>\s*<br[^>]*>/gi, "</p><p>");
  const { body } = new DOMParser().parseFromString(paragraphs, "text/html");
  for (const element of find(body, dropped)) element.remove();
  for (const raised of find(body, "sup,sub")) {
    for (const text of textsOf(raised)) text.data = keepRaised(text.data, raised.matches("sup"));
  }
  nestWordLists(body);
  tidyGoogleLists(body);
  const unusable = find(body, "img").filter((image) => !absoluteUrlOf(image, "src", "image"));
  for (const image of unusable) image.remove();
  rewriteMarks(body);
  tidyBlocks(body);
  for (const table of find(body, "table")) tidyTable(table);
  if (isNarrow) flatten(body);
  return { markdown: write(body), skippedImages: unusable.length };
}

/** Turns tab-separated rows, as a spreadsheet copies them, into a table; null if a text has none. */
export function tabsToMarkdown(text: string): string | null {
  const rows = text
    .replace(/\s+$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t"));
  const columns = rows[0]?.length ?? 0;
  const isTable = rows.length > 1 && columns > 1 && rows.every(({ length }) => length === columns);
  if (!isTable) return null;
  const table = document.createElement("table");
  for (const cells of rows) {
    const row = table.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
  return htmlToMarkdown(table.outerHTML).markdown;
}

/** Plain text as one line of Markdown. */
export function lineToMarkdown(text: string): string {
  const line = document.createElement("p");
  line.textContent = text;
  return write(line);
}

function write(element: Element): string {
  const tree = fromDom(element);
  const children = tree.type === "element" ? [tree] : [];
  return processor.stringify(processor.runSync({ type: "root", children })).trim();
}

function find(parent: Element, selector: string): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>(selector)];
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function rename(element: Element, name: string): Element {
  const renamed = document.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** A URL that is safe in a post and absolute, so that it still works there. */
function absoluteUrlOf(element: Element, attribute: string, use: "link" | "image"): string | null {
  const address = safeUrl(element.getAttribute(attribute) ?? "", use);
  return address !== null && /^[a-z]+:/i.test(address) ? address : null;
}

/** Word writes list items as paragraphs, with list and level in the style and the number in the text. */
function nestWordLists(body: Element): void {
  let open: { list: Element; level: number; name: string }[] = [];
  for (const paragraph of find(body, "[style*='mso-list:' i]")) {
    const style = paragraph.getAttribute("style") ?? "";
    const [, name = "", digit] = /mso-list:\s*(\S+)\s+level(\d)/i.exec(style) ?? [];
    if (digit === undefined) continue;
    const level = Number(digit);
    const marker = paragraph.querySelector("[style*='mso-list:ignore' i]");
    const start = /(\d+|[a-z]+)[.)]/i.exec(marker?.textContent ?? "")?.[1];
    marker?.remove();
    if (paragraph.previousElementSibling !== open[0]?.list) open = [];
    const isSame = (each: { level: number; name: string }) =>
      each.level === level && each.name === name;
    open = open.filter((each) => each.level < level || isSame(each));
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(start === undefined ? "ul" : "ol");
      list.setAttribute("start", String(Number(start) || 1));
      const around = open.at(-1)?.list.lastElementChild;
      if (around) around.append(list);
      else paragraph.before(list);
      open.push({ list, level, name });
    }
    open.at(-1)?.list.append(rename(paragraph, "li"));
  }
}

/** Google Docs puts nested lists next to their item, and draws checkboxes as images. */
function tidyGoogleLists(body: Element): void {
  for (const list of find(body, ":is(ul,ol) > :is(ul,ol)")) {
    list.previousElementSibling?.append(list);
  }
  for (const item of find(body, "li[role=checkbox]")) {
    item.querySelector("img")?.remove();
    const box = document.createElement("input");
    box.type = "checkbox";
    box.toggleAttribute("checked", item.getAttribute("aria-checked") === "true");
    item.prepend(box);
  }
  // Its items are paragraphs even with nothing between them.
  for (const text of find(body, "li > p:only-of-type")) text.replaceWith(...text.childNodes);
}

const raisedSigns = { from: "0123456789+-−=()ni", to: "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ" };
const loweredSigns = { from: "0123456789+-−=()", to: "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎" };

/** Raised or lowered text, such as the 9 of 10⁹, in Unicode characters, or with a marker. */
function keepRaised(text: string, isRaised: boolean): string {
  const { from, to } = isRaised ? raisedSigns : loweredSigns;
  const signs = Array.from(text.trim());
  if (signs.every((sign) => from.includes(sign))) {
    return signs.map((sign) => to.charAt(from.indexOf(sign))).join("");
  }
  // Endings such as 1st, trademarks, and note numbers in brackets mean the same without it.
  if (!/^[^[]*\d/.test(text)) return text;
  return `${isRaised ? "^" : "_"}(${text.trim()})`;
}

const marks = ["a", "strong", "em", "del", "code"] as const;

/** The formatting of a text; for `a`, its URL. */
type Marks = Readonly<Record<(typeof marks)[number], string | boolean>>;

const noMarks: Marks = { a: false, strong: false, em: false, del: false, code: false };

function marksOf(element: Element | null): Marks {
  if (!(element instanceof HTMLElement)) return noMarks;
  const around = marksOf(element.parentElement);
  const { fontWeight, fontStyle, textDecorationLine } = element.style;
  // A heading is bold anyway.
  const weight = element.matches(headings) ? "" : fontWeight;
  const isBold = weight.startsWith("bold") || Number(weight) >= 600;
  return {
    a: (element.matches("a") && absoluteUrlOf(element, "href", "link")) || around.a,
    strong: weight ? isBold : around.strong || element.matches("b,strong"),
    em: fontStyle ? fontStyle === "italic" : around.em || element.matches("i,em,cite,dfn"),
    del: around.del || textDecorationLine === "line-through" || element.matches("s,del,strike"),
    code: around.code || element.matches("code,kbd,samp,tt"),
  };
}

function textsOf(node: Node): Text[] {
  return [...node.childNodes].flatMap((child) => (child instanceof Text ? child : textsOf(child)));
}

/** Replaces elements and styles with the marks they mean, always nested in the same order. */
function rewriteMarks(body: Element): void {
  const texts = textsOf(body)
    .filter((text) => !text.parentElement?.closest("pre"))
    .map((text) => ({ text, applied: marksOf(text.parentElement) }));
  for (const element of find(body, `:not(${blocks},br,img,input,pre *)`)) unwrap(element);
  for (const { text, applied } of texts) {
    if (text.data.trim() === "") text.data = " ";
    let outermost: ChildNode = text;
    for (const name of marks.toReversed()) {
      if (applied[name] === false) continue;
      const mark = document.createElement(name);
      if (name === "a") mark.setAttribute("href", String(applied.a));
      outermost.replaceWith(mark);
      mark.append(outermost);
      outermost = mark;
    }
  }
  for (const mark of find(body, marks.join())) {
    while (mark.nextSibling && mark.cloneNode().isEqualNode(mark.nextSibling.cloneNode())) {
      mark.append(...mark.nextSibling.childNodes);
      mark.nextSibling.remove();
    }
    if (mark.textContent.trim() === "") unwrap(mark);
  }
}

function tidyBlocks(body: Element): void {
  for (const block of find(body, `p,li,blockquote,${headings}`)) {
    if (block.textContent.trim() === "" && !block.querySelector("img")) block.remove();
  }
  // A post's h1 is its title, so pasted headings start at h2.
  const lowered = body.querySelector("h1") ? 1 : 0;
  for (const heading of find(body, headings)) {
    rename(heading, `h${Math.min(4, Math.max(2, Number(heading.localName[1]) + lowered))}`);
  }
  for (const block of find(body, "dl,dt,dd")) rename(block, "div");
  // The editor allows only lines and lists inside list items.
  for (const block of find(body, `li :is(pre,blockquote,${headings})`)) rename(block, "p");
}

/** Keeps data tables; unwraps layout tables. */
function tidyTable(table: Element): void {
  const isData =
    find(table, "tr").some((row) => row.children.length > 1) &&
    !table.querySelector(`table,pre,blockquote,${headings}`) &&
    !table.closest("li");
  for (const part of find(table, tableParts)) {
    if (isData && part.matches("td,th")) flatten(part);
    if (!isData && part.closest("table") === table) rename(part, "div");
  }
  if (!isData) rename(table, "div");
}

/** Reduces an element to a single line of text. */
function flatten(place: Element): void {
  for (const part of find(place, `${blocks},br,input`)) {
    part.replaceWith(" ", ...part.childNodes, " ");
  }
}

const numeric = /^[\W_]*\d[\d\W_]*(?:bn|m|k|bps?)?$/i;

/** Drops empty rows and right-aligns columns of numbers. */
function tidyTables({ children }: Parents): void {
  for (const table of children) {
    if (table.type === "blockquote") tidyTables(table);
    if (table.type !== "table") continue;
    table.children = table.children.filter((row) => textOf(row) !== "");
    const [head, ...others] = table.children;
    table.align = head?.children.map((_, column) => {
      const cells = others.map((row) => textOf(row.children[column])).filter(Boolean);
      return cells.length > 0 && cells.every((cell) => numeric.test(cell)) ? "right" : null;
    });
  }
}

function textOf(node: Nodes | undefined): string {
  if (node === undefined) return "";
  if (node.type === "image") return node.url;
  if ("value" in node) return node.value.trim();
  return "children" in node ? node.children.map(textOf).join(" ").trim() : "";
}
