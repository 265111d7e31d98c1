/** Markup made by `html`, so everything in it is escaped. */
export class SafeHtml {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

type Part = SafeHtml | string | number | null | readonly Part[];

/** Builds markup from a template; every value is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): SafeHtml {
  return new SafeHtml(
    strings.map((text, index) => text + write(index < parts.length ? parts[index] : null)).join(""),
  );
}

function write(part: Part | undefined): string {
  if (part === null || part === undefined) return "";
  if (part instanceof SafeHtml) return part.markup;
  return typeof part === "object" ? part.map(write).join("") : escapeHtml(String(part));
}

/** Text for an element or an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
