/** How text of an email looks. */
type Look = {
  color: string;
  background: string;
  /** In pixels. */
  size: number;
  isHidden: boolean;
};

type OpenElement = Look & { name: string; classes: readonly string[] };

const tokens = /<(\/?)([a-z][a-z0-9]*)((?:[^">]|"[^"]*")*)>|([^<]+)/g;
const voidElements = new Set(["br", "hr", "img", "input"]);
const inlineElements = new Set(["a", "code", "del", "em", "img", "span", "strong", "sup"]);

/** The colors that dark mode gives to class names, and to links inside of them. */
function darkColorsIn(html: string): ReadonlyMap<string, string> {
  const [, sheet = ""] = /prefers-color-scheme:dark\)\{([\s\S]*?)<\/style>/.exec(html) ?? [];
  const rules = sheet.matchAll(/\.(\w+(?: a)?)\{(color|background-color):(#\w+)!important\}/g);
  return new Map(
    [...rules].map(([, name, property, color = ""]) => [`${name} ${property}`, color]),
  );
}

function attributeIn(attributes: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
}

function styleIn(attributes: string): ReadonlyMap<string, string> {
  const declarations = attributeIn(attributes, "style").split(";");
  return new Map(
    declarations.map((declaration) => {
      const [property = "", ...value] = declaration.split(":");
      return [property.trim(), value.join(":").trim()];
    }),
  );
}

function isHiding(style: ReadonlyMap<string, string>): boolean {
  return (
    style.get("display") === "none" ||
    style.get("visibility") === "hidden" ||
    style.get("opacity") === "0" ||
    style.get("max-height") === "0" ||
    style.has("mso-hide")
  );
}

function open(
  around: OpenElement,
  name: string,
  attributes: string,
  dark: ReadonlyMap<string, string>,
): OpenElement {
  const style = styleIn(attributes);
  const classes = attributeIn(attributes, "class").split(" ");
  const colorOf = (property: string, inherited: string) => {
    const inDark = [
      ...(name === "a" ? around.classes.map((each) => `${each} a`) : []),
      ...classes,
    ].flatMap((selector) => dark.get(`${selector} ${property}`) ?? []);
    const own = style.get(property) ?? "";
    return inDark[0] ?? (own.startsWith("#") ? own : inherited);
  };
  const size = style.get("font-size") ?? "";
  return {
    name,
    classes: [...around.classes, ...classes],
    color: colorOf("color", around.color),
    background: colorOf("background-color", around.background),
    size: size.endsWith("px") ? Number.parseFloat(size) : around.size,
    isHidden: around.isHidden || isHiding(style),
  };
}

/** The texts of an email and the alternative texts of its images, and how a client shows them. */
export function textsOf(html: string, scheme: "light" | "dark"): (Look & { text: string })[] {
  const dark = scheme === "dark" ? darkColorsIn(html) : new Map<string, string>();
  const body = html
    .slice(html.indexOf("<body"))
    .replaceAll(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, "");
  const texts: (Look & { text: string })[] = [];
  const page = { color: "#000000", background: "#FFFFFF", size: 16, isHidden: false };
  const stack: OpenElement[] = [{ name: "", classes: [], ...page }];
  for (const [, slash, name = "", attributes = "", text] of body.matchAll(tokens)) {
    const [around] = stack;
    if (!around) break;
    if (text !== undefined) {
      texts.push({ ...around, text });
      continue;
    }
    if (!inlineElements.has(name)) texts.push({ ...around, text: " " });
    if (slash === "/") {
      stack.shift();
      continue;
    }
    const element = open(around, name, attributes, dark);
    if (!voidElements.has(name)) stack.unshift(element);
    else if (name === "img") texts.push({ ...element, text: attributeIn(attributes, "alt") });
  }
  return texts;
}

/**
 * Whether SpamAssassin takes two colors for the same: `html_font_invisible` in
 * https://github.com/apache/spamassassin/blob/trunk/lib/Mail/SpamAssassin/HTML.pm
 */
export function areTooSimilar(one: string, other: string): boolean {
  const difference = (at: number) =>
    Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16);
  return Math.hypot(0.2126 * difference(1), 0.7152 * difference(3), 0.0722 * difference(5)) < 12;
}

/** What an inbox shows after the subject: the first texts of an email, alternative texts included. */
export function previewOf(html: string): string {
  const words = textsOf(html, "light")
    .map(({ text }) => text)
    .join("");
  return words
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&amp;", "&")
    .replace(/^[ \n]+/, "")
    .replaceAll(/\s+/g, " ")
    .slice(0, 140);
}
