/** A block with more delimiters (`*`, `_`, `~`, brackets) than this is treated as plain text. */
const maxDelimitersInBlock = 2_000;

/** A block with more lines than this is treated as plain text. */
const maxLinesInBlock = 1_000;

/** How deep quotes and lists may nest. */
const maxDepth = 12;

/** Longer texts are split into pieces of about this many characters or lines. */
const pieceLength = 20_000;
const pieceLines = 1_000;

/** Labels of definitions that all pieces share. */
const maxLabels = 500;

const definition = /^ {0,3}(?:> ?)*\[((?:\\.|[^\]\\])+)\]:/;
const containerMarker = /[ \t]{0,3}(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))[ \t]?/y;
const fence = /^[ \t>]*(?<marks>`{3,}|~{3,})/;
const delimiter = /[*_~[\]]/g;

/** What can begin a piece: not a part of a list, quote, note, or code. */
const freshLine = /^(?![ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])/;

/** HTML that continues past an empty line, and its end. */
const htmlStart = /^ {0,3}<(?:(!--)|(?:script|pre|style|textarea)(?=[\s>]|$))/i;
const htmlEnd = /<\/(?:script|pre|style|textarea)>/i;

/** Escapes the first marker beyond the allowed depth, which ends the nesting there. */
function limitDepth(line: string): string {
  containerMarker.lastIndex = 0;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    if (!containerMarker.test(line)) return line;
  }
  const end = containerMarker.lastIndex;
  const rest = line.slice(end);
  return line.slice(0, end) + rest.replace(/^([ \t]*\d*)([>\-+*.)])/, String.raw`$1\$2`);
}

function escapePunctuation(line: string): string {
  return line.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

function limitBlock(lines: readonly string[]): readonly string[] {
  const delimiters = lines.reduce((sum, line) => sum + (line.match(delimiter)?.length ?? 0), 0);
  const isWithinLimits = delimiters <= maxDelimitersInBlock && lines.length <= maxLinesInBlock;
  // With blank lines in between, because a very long paragraph is slow even without markup.
  return isWithinLimits ? lines : lines.flatMap((line) => [escapePunctuation(line), ""]);
}

/** A text in pieces, and the labels (`name`, `^1`) of the definitions in all of them. */
type LimitedMarkdown = { pieces: [string, ...string[]]; labels: string[] };

/**
 * Splits Markdown into pieces that parse in linear time. Parsers compare each delimiter of a block with all
 * others and recurse into nested quotes, so hostile input would take forever. Nobody writes thousands of
 * delimiters, so text beyond the limits is plain text. Code is left alone. A text longer than a piece is
 * split between blocks.
 */
export function limitMarkdown(content: string): LimitedMarkdown {
  const pieces: string[] = [];
  let written: string[] = [];
  let length = 0;
  let lines = 0;
  let block: string[] = [];
  let fenceMarks: string | null = null;
  let openHtml: RegExp | null = null;
  const labels = new Set<string>();
  const closeBlock = () => {
    for (const line of limitBlock(block)) written.push(line);
    block = [];
  };
  const closePiece = () => {
    pieces.push(written.join("\n"));
    written = [];
    length = 0;
    lines = 0;
  };
  for (const line of content.split("\n")) {
    const isBetweenBlocks = block.length === 0 && fenceMarks === null;
    const isFresh = openHtml === null && freshLine.test(line) && line.trim() !== "";
    const size = Math.max(length / pieceLength, lines / pieceLines);
    if (isBetweenBlocks && size >= (isFresh ? 1 : 2)) closePiece();
    length += line.length + 1;
    const marks: string | undefined = fence.exec(line)?.groups?.["marks"];
    if (fenceMarks !== null) {
      written.push(line);
      if (marks?.startsWith(fenceMarks)) fenceMarks = null;
      continue;
    }
    lines += 1;
    if (marks !== undefined) {
      closeBlock();
      written.push(limitDepth(line));
      fenceMarks = marks;
    } else if (/^[\s>]*$/.test(line)) {
      closeBlock();
      written.push(limitDepth(line));
    } else {
      block.push(limitDepth(line));
      const html = htmlStart.exec(line);
      if (html) openHtml ??= html[1] === undefined ? htmlEnd : /-->/;
      if (openHtml?.test(line)) openHtml = null;
      const label = definition.exec(line)?.[1];
      if (label !== undefined && labels.size < maxLabels) labels.add(label);
    }
  }
  closeBlock();
  const [first, ...others] = [...pieces, written.join("\n")];
  return { pieces: [first ?? "", ...others], labels: [...labels] };
}
