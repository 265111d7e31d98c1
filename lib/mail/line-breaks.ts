/** The line length that RFC 5322 recommends (section 2.1.1). */
const recommended = 78;

const tokens = /<!--[\s\S]*?-->|<style>[\s\S]*?<\/style>|<(?:[^">]|"[^"]*")*>|[^<]+/g;
const tagParts = /(?:[^\s"]|"[^"]*")+/g;

/** Where a line may end. No page contains this character. */
const mark = "\0";

/** Marks the spaces inside tags, and in text except where every space shows. */
function markSpaces(html: string): string {
  let isPreformatted = false;
  return html.replaceAll(tokens, (token) => {
    if (token.startsWith("<!--") || token.startsWith("<style>")) return token;
    if (token.startsWith("<")) {
      if (/^<\/?pre\b/.test(token)) isPreformatted = token[1] !== "/";
      return (token.match(tagParts) ?? []).join(mark);
    }
    return isPreformatted ? token : token.replaceAll(" ", mark);
  });
}

/**
 * Breaks the lines of a page where it doesn't show: spam filters distrust endless lines, and RFC 5322 allows
 * 998 characters. A longer word or URL stays whole, because a tag inside a word looks like an attempt to
 * deceive filters.
 *
 * @param html as `toMarkup` writes it
 */
export function breakLines(html: string): string {
  const [first = "", ...rest] = markSpaces(html).split(mark);
  const lines = [first];
  let column = first.length - first.lastIndexOf("\n") - 1;
  for (const part of rest) {
    const end = part.indexOf("\n");
    const isOver = column + 1 + (end === -1 ? part.length : end) > recommended;
    lines.push(isOver ? "\n" : " ", part);
    if (isOver) column = -1;
    column = end === -1 ? column + 1 + part.length : part.length - part.lastIndexOf("\n") - 1;
  }
  return lines.join("");
}
