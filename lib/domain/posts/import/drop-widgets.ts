/** Forms and buttons for subscribing to the former site, by the class of their outermost element. */
const widget =
  /<(div|p|section)\b[^>]*\bclass="[^"]*(?<![\w-])(?:subscription-widget-wrap(?:-editor)?|button-wrapper|embedded-publication-wrap|kg-signup-card)(?![\w-])[^"]*"[^>]*>/i;

/** Removes prompts to subscribe to the former site from a post's HTML. */
export function dropWidgets(html: string): string {
  const [, name] = widget.exec(html) ?? [];
  if (name === undefined) return html;
  const start = html.search(widget);
  const tags = new RegExp(`<(/?)${name}\\b[^>]*>`, "gi");
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] === "/" ? -1 : 1;
    if (depth === 0) break;
  }
  // A widget that is never closed extends to the end of the text.
  const end = depth === 0 ? tags.lastIndex : html.length;
  return html.slice(0, start) + dropWidgets(html.slice(end));
}
