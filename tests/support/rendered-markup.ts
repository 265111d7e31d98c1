/** A tag of rendered markup. */
export type RenderedTag = { name: string; attributes: Map<string, string> };

const tagPattern = /<([a-z][a-z0-9]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi;
const attributePattern = /([^\s=]+)(?:="([^"]*)")?/g;

function decode(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

/**
 * Every opening tag of markup that React wrote: there a `<` outside a tag is always escaped, so
 * nothing hides between them.
 */
export function renderedTags(markup: string): RenderedTag[] {
  return [...markup.matchAll(tagPattern)].map(([, name = "", attributes = ""]) => ({
    name: name.toLowerCase(),
    attributes: new Map(
      [...attributes.matchAll(attributePattern)].map(([, key = "", value = ""]) => [
        key.toLowerCase(),
        decode(value),
      ]),
    ),
  }));
}

/** The words of rendered markup. */
export function renderedText(markup: string): string {
  return decode(markup.replaceAll(/<(style|title)[\s\S]*?<\/\1>/g, "").replaceAll(/<[^>]+>/g, ""));
}
