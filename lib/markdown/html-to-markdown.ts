import { fromDom } from "hast-util-from-dom";
import type { Nodes, Parents } from "mdast";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { safeUrl } from "./url-policy";

/** What was pasted, as Markdown, and how many pictures it had to leave out. */
export type Pasted = { markdown: string; picturesLeftOut: number };

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
    // The visual editor takes two of them for a mark of its own.
    unsafe: [{ character: "=", inConstruct: "phrasing" }],
  })
  .freeze();

/**
 * What a word processor or a page has put on the clipboard, with what Markdown can say: headings,
 * lists, tables, quotes, code, links and pictures that have an address. Colours, fonts, scripts and
 * pictures that lie in the clipboard are left out.
 *
 * @param isNarrow whether there is room for words alone, as in a cell
 */
export function htmlToMarkdown(html: string, { isNarrow = false } = {}): Pasted {
  // Two breaks are meant as a new paragraph.
  const paragraphs = html.replaceAll(/<br[^>]*>\s*<br[^>]*>/gi, "</p><p>");
  const { body } = new DOMParser().parseFromString(paragraphs, "text/html");
  for (const element of find(body, dropped)) element.remove();
  nestWordLists(body);
  tidyGoogleLists(body);
  const pictures = find(body, "img").filter((picture) => !addressOf(picture, "src", "image"));
  for (const picture of pictures) picture.remove();
  rewriteMarks(body);
  tidyBlocks(body);
  for (const table of find(body, "table")) tidyTable(table);
  if (isNarrow) flatten(body);
  return { markdown: write(body), picturesLeftOut: pictures.length };
}

/** Plain text as Markdown of one line. */
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

/** An address that may stand in a post, and leads to the same place from there. */
function addressOf(element: Element, attribute: string, use: "link" | "image"): string | null {
  const address = safeUrl(element.getAttribute(attribute) ?? "", use);
  return address !== null && /^[a-z]+:/i.test(address) ? address : null;
}

/** Word's items are paragraphs, each with its list and level in a style and its number in its words. */
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

/** Google Docs puts a list that stands in another one beside its item, and draws boxes as pictures. */
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
}

const marks = ["a", "strong", "em", "del", "code"] as const;

/** What words carry; of a link its address. */
type Marks = Readonly<Record<(typeof marks)[number], string | boolean>>;

const noMarks: Marks = { a: false, strong: false, em: false, del: false, code: false };

function marksOf(element: Element | null): Marks {
  if (!(element instanceof HTMLElement)) return noMarks;
  const around = marksOf(element.parentElement);
  const { fontWeight, fontStyle, textDecorationLine } = element.style;
  // A heading is bold by itself.
  const weight = element.matches(headings) ? "" : fontWeight;
  const isBold = weight.startsWith("bold") || Number(weight) >= 600;
  return {
    a: (element.matches("a") && addressOf(element, "href", "link")) || around.a,
    strong: weight ? isBold : around.strong || element.matches("b,strong"),
    em: fontStyle ? fontStyle === "italic" : around.em || element.matches("i,em,cite,dfn"),
    del: around.del || textDecorationLine === "line-through" || element.matches("s,del,strike"),
    code: around.code || element.matches("code,kbd,samp,tt"),
  };
}

function textsOf(node: Node): Text[] {
  return [...node.childNodes].flatMap((child) => (child instanceof Text ? child : textsOf(child)));
}

/** Words get the marks that elements and styles around them mean, always nested in the same order. */
function rewriteMarks(body: Element): void {
  const texts = textsOf(body)
    .filter((text) => !text.parentElement?.closest("pre"))
    .map((text) => ({ text, carried: marksOf(text.parentElement) }));
  for (const element of find(body, `:not(${blocks},br,img,input,pre *)`)) unwrap(element);
  for (const { text, carried } of texts) {
    if (text.data.trim() === "") text.data = " ";
    let outermost: ChildNode = text;
    for (const name of marks.toReversed()) {
      if (carried[name] === false) continue;
      const mark = document.createElement(name);
      if (name === "a") mark.setAttribute("href", String(carried.a));
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
  // The highest heading is the article's own.
  const lowered = body.querySelector("h1") ? 1 : 0;
  for (const heading of find(body, headings)) {
    rename(heading, `h${Math.min(4, Math.max(2, Number(heading.localName[1]) + lowered))}`);
  }
  for (const block of find(body, "dl,dt,dd")) rename(block, "div");
  // The editor's items have lines and lists in them.
  for (const block of find(body, `li :is(pre,blockquote,${headings})`)) rename(block, "p");
}

/** Only a table that holds data stays one: others put things beside each other. */
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

/** Leaves words alone, in one line. */
function flatten(place: Element): void {
  for (const part of find(place, `${blocks},br,input`)) {
    part.replaceWith(" ", ...part.childNodes, " ");
  }
}

const numeric = /^[\W_]*\d[\d\W_]*(?:bn|m|k|bps?)?$/i;

/** Without empty rows, and with numbers on the right of their columns. */
function tidyTables({ children }: Parents): void {
  for (const table of children) {
    if (table.type === "blockquote") tidyTables(table);
    if (table.type !== "table") continue;
    table.children = table.children.filter((row) => wordsOf(row) !== "");
    const [head, ...others] = table.children;
    table.align = head?.children.map((_, column) => {
      const cells = others.map((row) => wordsOf(row.children[column])).filter(Boolean);
      return cells.length > 0 && cells.every((cell) => numeric.test(cell)) ? "right" : null;
    });
  }
}

function wordsOf(node: Nodes | undefined): string {
  if (node === undefined) return "";
  if (node.type === "image") return node.url;
  if ("value" in node) return node.value.trim();
  return "children" in node ? node.children.map(wordsOf).join(" ").trim() : "";
}
