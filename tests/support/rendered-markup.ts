export type RenderedTag = { name: string; attributes: Map<string, string> };

const tagPattern = /<([a-z][a-z0-9]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi;
const attributePattern = /([^\s=]+)(?:="([^"]*)")?/g;

function decode(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&amp;", "&");
}

/** Markup as every client but Outlook for Windows sees it. */
function withoutOutlookParts(markup: string): string {
  return markup.replaceAll(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, "");
}

/** Every opening tag of markup that React wrote, which always escapes a `<` in text. */
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

/** The text of rendered markup. */
export function renderedText(markup: string): string {
  return decode(
    withoutOutlookParts(markup)
      .replaceAll(/<(style|title)[\s\S]*?<\/\1>/g, "")
      .replaceAll(/<[^>]+>/g, ""),
  );
}

/** The text of rendered markup as it's shown, where a line break in the source is a space. */
export function renderedWords(markup: string): string {
  return renderedText(markup).replaceAll(/\s+/g, " ");
}

/** Elements that a post may contain on the site. */
export const webTags =
  "p h1 h2 h3 h4 h5 h6 a strong em del ul ol li input blockquote hr br table thead tbody tr th td code pre img sub sup section span";

/** Elements that an email may contain. */
export const mailTags = `${webTags} html head meta link title style body div`;

const safeSchemes = new Set(["http:", "https:", "mailto:", "tel:"]);

/** Whether a URL opens a page instead of running code. */
function isSafe(address: string): boolean {
  const base = "https://threeline.example/r/ab";
  return !URL.canParse(address, base) || safeSchemes.has(new URL(address, base).protocol);
}

/** Elements, attributes, and URLs that could harm a reader. */
export function harmIn(rendered: string, allowed: string): string[] {
  const markup = withoutOutlookParts(rendered);
  const names = new Set(allowed.split(" "));
  const tags = renderedTags(markup);
  const unseen = (markup.match(/<[a-z]/gi)?.length ?? 0) - tags.length;
  return [
    ...(unseen > 0 ? [`${unseen} tags that were not checked`] : []),
    ...tags.flatMap(({ name, attributes }) => [
      ...(names.has(name) ? [] : [`<${name}>`]),
      ...[...attributes.keys()].filter((key) => /^on|^srcdoc$|^xlink|action$/.test(key)),
      ...["href", "src"].flatMap((key) => attributes.get(key) ?? []).filter((url) => !isSafe(url)),
    ]),
  ];
}
