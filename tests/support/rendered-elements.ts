import { renderedTags, renderedText } from "./rendered-markup";

/** An element of rendered markup. */
export type RenderedElement = {
  attributes: ReadonlyMap<string, string>;
  /** What it contains, as markup. */
  markup: string;
  /** Its text without tags, trimmed. */
  text: string;
};

const voidElements = new Set(["input", "img", "br", "hr", "link", "meta"]);

/**
 * The elements of this name, in document order, whose attributes have these values.
 *
 * @param markup that React wrote, or that a server sent
 */
export function elementsIn(
  markup: string,
  name: string,
  wanted: Readonly<Record<string, string>> = {},
): RenderedElement[] {
  const openingTags = [
    ...markup.matchAll(new RegExp(`<${name}(?=[\\s>/])(?:"[^"]*"|[^">])*>`, "g")),
  ];
  return openingTags.flatMap((match) => {
    const [tag] = renderedTags(match[0]);
    const attributes = tag?.attributes ?? new Map<string, string>();
    const hasAll = Object.entries(wanted).every(([key, value]) => attributes.get(key) === value);
    if (!hasAll) return [];
    const start = match.index + match[0].length;
    const content = voidElements.has(name) ? "" : contentOf(markup, name, start);
    return [{ attributes, markup: content, text: renderedText(content).trim() }];
  });
}

/** The first of `elementsIn`. @throws when there is none */
export function elementIn(
  markup: string,
  name: string,
  wanted: Readonly<Record<string, string>> = {},
): RenderedElement {
  const [element] = elementsIn(markup, name, wanted);
  if (!element) throw new Error(`No <${name}> with ${JSON.stringify(wanted)} in the markup.`);
  return element;
}

/** The texts of the elements of this name. */
export function textsIn(markup: string, name: string): string[] {
  return elementsIn(markup, name).map(({ text }) => text);
}

/** The text and href of every link. */
export function linksIn(markup: string): [string, string][] {
  return elementsIn(markup, "a").map(({ text, attributes }): [string, string] => [
    text,
    attributes.get("href") ?? "",
  ]);
}

function contentOf(markup: string, name: string, start: number): string {
  const tags = new RegExp(`<(/?)${name}(?=[\\s>/])(?:"[^"]*"|[^">])*>`, "g");
  tags.lastIndex = start;
  let depth = 1;
  for (let tag = tags.exec(markup); tag !== null; tag = tags.exec(markup)) {
    depth += tag[1] === "/" ? -1 : 1;
    if (depth === 0) return markup.slice(start, tag.index);
  }
  return markup.slice(start);
}
