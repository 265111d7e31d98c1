import { decodeNamedCharacterReference } from "decode-named-character-reference";
import type { Element, ElementContent, Properties, Root as HtmlRoot } from "hast";
import { defaultHandlers } from "hast-util-to-mdast";

declare module "hast" {
  interface ElementContentMap {
    markdown: MarkdownPlace;
  }
  interface RootContentMap {
    markdown: MarkdownPlace;
  }
}

/** The place of a Markdown node within raw HTML. */
export type MarkdownPlace = { type: "markdown"; index: number };

export const words = (list: string) => new Set(list.split(" "));

const blockNames = words(
  "address article aside blockquote body caption center colgroup dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul",
);
const voidNames = words(
  "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr",
);
const valueless = words(
  "allowfullscreen async autoplay checked controls default defer disabled hidden inert ismap loop multiple muted nomodule noshade novalidate nowrap open playsinline readonly required reversed scoped seamless selected",
);

/** Their content is text, whatever it looks like. */
const rawNames = words("script style textarea title iframe xmp");

/** Elements that keep their meaning, or have no visible one. */
const keptNames = words(
  "a address article aside b blockquote body br caption center code col colgroup dd del details div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 head header hr html i img kbd li main menu meta nav ol p pre q s samp section span strike strong sub summary sup table tbody td tfoot th thead title tr tt ul wbr",
);

/** Which open elements end when one of these begins. */
const ended: Readonly<Record<string, readonly string[]>> = {
  li: ["li"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  td: ["td", "th", "caption"],
  th: ["td", "th", "caption"],
  tr: ["tr", "caption"],
  thead: ["caption"],
  tbody: ["thead", "tbody", "caption"],
  tfoot: ["thead", "tbody", "caption"],
  option: ["option"],
};
const containers = words("table ul ol menu dl svg math");

/** Deeper elements are reduced to their text. */
const maxDepth = 24;

type Token =
  | { type: "text" | "literal" | "comment"; source: string }
  | { type: "open" | "close"; source: string; name: string; attributes: string };

const attribute = /\s+([a-z_:][\w.:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gi;
const tag = new RegExp(String.raw`<(/?)([a-z][a-z0-9:-]*)((?:${attribute.source})*)\s*/?>`, "iy");
const declaration = /<(?:!doctype\b[^<>]*|\?(?:php|xml)\b[^<>]*\?)>/iy;

function at(pattern: RegExp, html: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(html);
}

function isTag(name: string, attributes: string): boolean {
  const all = [...attributes.matchAll(attribute)];
  // `a<b and c>d` is a comparison.
  if (all.some(([whole, key = ""]) => !whole.includes("=") && !valueless.has(key.toLowerCase()))) {
    return false;
  }
  // `<META>` is a ticker.
  return all.length > 0 || !voidNames.has(name) || /^(?:br|hr|wbr)$/.test(name);
}

/** What raw HTML consists of. A `<` that begins neither an element nor a comment is a literal. */
function* tokensOf(html: string): Generator<Token> {
  let start = 0;
  let isForeign = false;
  let isCommentPossible = true;
  for (let index = html.indexOf("<"); index !== -1; index = html.indexOf("<", start)) {
    if (index > start) yield { type: "text", source: html.slice(start, index) };
    start = index + 1;
    if (isCommentPossible && html.startsWith("<!--", index)) {
      const end = html.indexOf("-->", index + 2);
      isCommentPossible = end !== -1;
      if (end !== -1) {
        start = end + 3;
        yield { type: "comment", source: html.slice(index, start) };
        continue;
      }
    }
    const declared = at(declaration, html, index)?.[0];
    if (declared !== undefined) {
      start = index + declared.length;
      yield { type: "comment", source: declared };
      continue;
    }
    const [source, slash, tagName = "", attributes = ""] = at(tag, html, index) ?? [];
    const name = tagName.toLowerCase();
    isForeign ||= name === "svg" || name === "math";
    const isKnown = isForeign || name === "head" || Object.hasOwn(defaultHandlers, name);
    if (source === undefined || !isKnown || !isTag(name, attributes)) {
      yield { type: "literal", source: "<" };
      continue;
    }
    start = index + source.length;
    yield { type: slash === "/" ? "close" : "open", source, name, attributes };
  }
  if (start < html.length) yield { type: "text", source: html.slice(start) };
}

/** Converts a block of raw HTML that doesn't begin with HTML to Markdown; null for any other block. */
export function asMarkdown(html: string): string | null {
  const raw = /^\s*<(script|pre|style|textarea)\b/i.exec(html)?.[1];
  if (raw !== undefined && !html.toLowerCase().includes(`</${raw.toLowerCase()}`)) {
    return html.replaceAll(new RegExp(`<(?=${raw})`, "gi"), String.raw`\<`);
  }
  const tokens = [...tokensOf(html)];
  const first = tokens.find(({ type, source }) => type !== "text" || source.trim() !== "");
  if (first?.type !== "literal") return null;
  return tokens.map(({ type, source }) => (type === "literal" ? String.raw`\<` : source)).join("");
}

function decode(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]{1,31}));/gi,
    (reference, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return decodeNamedCharacterReference(name) || reference;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isCharacter = code > 0 && code <= 0x10_ff_ff;
      return (isCharacter ? String.fromCodePoint(code) : "\uFFFD").toWellFormed();
    },
  );
}

function propertiesOf(attributes: string): Properties {
  const all: Record<string, string> = {};
  for (const [, key = "", ...values] of attributes.matchAll(attribute)) {
    all[key.toLowerCase()] ??= decode(values.find((value) => value !== undefined) ?? "");
  }
  const { href, src, alt, title, start, type, value, checked, width = "", height = "" } = all;
  const align = /text-align:\s*(left|center|right)/i.exec(all["style"] ?? "")?.[1] ?? all["align"];
  const isSized = /^\d{1,4}$/.test(width) && /^\d{1,4}$/.test(height);
  return {
    href,
    src,
    alt,
    title: title ?? (isSized && src !== undefined ? `${width}x${height}` : undefined),
    start,
    type,
    value,
    checked: checked === undefined ? undefined : true,
    align: align?.toLowerCase(),
    colSpan: all["colspan"],
    rowSpan: all["rowspan"],
  };
}

/** Builds a tree of raw HTML and the Markdown between it. */
export class TreeBuilder {
  readonly root: HtmlRoot = { type: "root", children: [] };
  readonly dropped = new Set<string>();
  readonly #open: { element: Element; source: string }[] = [];

  add(node: ElementContent): void {
    (this.#open.at(-1)?.element ?? this.root).children.push(node);
  }

  addHtml(html: string): void {
    for (const token of tokensOf(html)) {
      const top = this.#open.at(-1)?.element.tagName ?? "";
      if (token.type === "close" && (!rawNames.has(top) || token.name === top)) {
        this.#close(token.name, token.source);
      } else if (rawNames.has(top) || token.type === "text" || token.type === "literal") {
        this.add({ type: "text", value: decode(token.source) });
      } else if (token.type === "open") {
        this.#begin(token);
      }
    }
  }

  end(): void {
    this.#endDownTo(0);
  }

  #begin({ name, attributes, source }: { name: string; attributes: string; source: string }) {
    if (blockNames.has(name)) this.#endImplied(["p"]);
    this.#endImplied(ended[name] ?? []);
    const element: Element = {
      type: "element",
      tagName: name,
      properties: propertiesOf(attributes),
      children: [],
    };
    const isVoid = voidNames.has(name) || source.endsWith("/>");
    if (!isVoid && this.#open.length >= maxDepth) return;
    if (!keptNames.has(name)) this.dropped.add(name);
    this.add(element);
    if (!isVoid) this.#open.push({ element, source });
  }

  #close(name: string, source: string): void {
    const index = this.#open.findLastIndex(({ element }) => element.tagName === name);
    if (index !== -1) {
      this.#endDownTo(index + 1);
      this.#open.pop();
    } else if (!blockNames.has(name) && !voidNames.has(name)) {
      this.add({ type: "text", value: source });
    }
  }

  #endImplied(names: readonly string[]): void {
    const index = this.#open.findLastIndex(
      ({ element: { tagName } }) => names.includes(tagName) || containers.has(tagName),
    );
    if (names.includes(this.#open[index]?.element.tagName ?? "")) this.#endDownTo(index);
  }

  /** An unclosed tag that isn't a block wasn't an element: it becomes text again. */
  #endDownTo(depth: number): void {
    while (this.#open.length > depth) {
      const open = this.#open.pop();
      if (!open) return;
      const { element, source } = open;
      if (blockNames.has(element.tagName) && !/^<[A-Z]+>$/.test(source)) continue;
      if (element.tagName === "option") continue;
      const parent = this.#open.at(-1)?.element ?? this.root;
      parent.children.splice(parent.children.indexOf(element), 1);
      parent.children.push({ type: "text", value: source }, ...element.children);
      this.dropped.delete(element.tagName);
    }
  }
}
