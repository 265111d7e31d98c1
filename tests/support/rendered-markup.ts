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

/** Elements that a post may become on the site. */
export const webTags =
  "p h1 h2 h3 h4 h5 h6 a strong em del ul ol li input blockquote hr br table thead tbody tr th td code pre img sup section";

/** Elements that a mail may hold. */
export const mailTags = `${webTags} html head meta link title style body div span`;

const safeSchemes = new Set(["http:", "https:", "mailto:", "tel:"]);

/** Whether a browser that reads an address goes to a place rather than running something. */
function isSafe(address: string): boolean {
  const base = "https://threeline.example/r/ab";
  return !URL.canParse(address, base) || safeSchemes.has(new URL(address, base).protocol);
}

/** What could harm a reader in markup that may hold only the allowed elements. */
export function harmIn(markup: string, allowed: string): string[] {
  const names = new Set(allowed.split(" "));
  const tags = renderedTags(markup);
  const unseen = (markup.match(/<[a-z]/gi)?.length ?? 0) - tags.length;
  return [
    ...(unseen > 0 ? [`${unseen} tags that nobody looked at`] : []),
    ...tags.flatMap(({ name, attributes }) => [
      ...(names.has(name) ? [] : [`<${name}>`]),
      ...[...attributes.keys()].filter((key) => /^on|^srcdoc$|^xlink|action$/.test(key)),
      ...["href", "src"].flatMap((key) => attributes.get(key) ?? []).filter((url) => !isSafe(url)),
    ]),
  ];
}
