import { renderedText } from "./rendered-markup";

const gaps =
  /<\/?(?:address|blockquote|br|caption|dd|div|dl|dt|h\d|hr|li|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)\b[^>]*>/gi;

/** The words that rendered markup shows, apart at each block, without the heading and marks of notes. */
export function wordsOf(markup: string): string[] {
  const shown = markup.replaceAll(
    /<sup><a[^>]*data-footnote-ref[^>]*>\d+<\/a><\/sup>|<a[^>]*data-footnote-backref[\s\S]*?<\/a>|<h2[^>]*id="footnote-label[\s\S]*?<\/h2>/g,
    "",
  );
  return renderedText(shown.replaceAll(gaps, " $&"))
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** The words that a text doesn't have in this order, with a space or a sign of structure between them. */
export function lostFrom(shown: string, words: readonly string[]): string[] {
  // A raised digit is one in a text.
  const text = shown.normalize("NFKC");
  let end = 0;
  return words.filter((each) => {
    const word = each.normalize("NFKC");
    const start = text.indexOf(word, end);
    if (start === -1) return true;
    const isApart = end === 0 || /[\s>|()[\]-]/.test(text.slice(end, start + 1));
    end = start + word.length;
    return !isApart;
  });
}
