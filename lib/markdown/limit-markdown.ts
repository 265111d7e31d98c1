/** A block with more delimiters (`*`, `_`, `~`, brackets) than this is treated as plain text. */
const maxDelimitersInBlock = 2_000;

/** A block with more lines than this is treated as plain text. */
const maxLinesInBlock = 1_000;

/** How deep quotes and lists may nest. */
const maxDepth = 12;

/** Longer texts are split into pieces of about this many characters. */
const pieceLength = 20_000;

/** How many link definitions (`[name]: url`) all pieces share. */
const maxSharedDefinitions = 500;

const linkDefinition = /^ {0,3}\[(?!\^)[^\]]+\]:[ \t]*\S/;
const containerMarker = /[ \t]{0,3}(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))[ \t]?/y;
const fence = /^[ \t>]*(?<marks>`{3,}|~{3,})/;
const delimiter = /[*_~[\]]/g;

/** Escapes the first marker beyond the allowed depth, and so ends the nesting there. */
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

/**
 * Splits Markdown into pieces that parse in linear time. Parsers compare each delimiter of a block
 * with all others and recurse into nested quotes, so hostile input takes forever. Nobody writes
 * thousands of delimiters, so beyond the limits they count as plain text. Code is left alone. A text
 * longer than `pieceLength` is split between blocks; footnotes then work within their piece, link
 * definitions in all of them.
 */
export function limitMarkdown(content: string): [string, ...string[]] {
  const pieces: string[] = [];
  let written: string[] = [];
  let length = 0;
  let block: string[] = [];
  let fenceMarks: string | null = null;
  const definitions: string[] = [];
  const closeBlock = () => {
    for (const line of limitBlock(block)) written.push(line);
    block = [];
    if (length < pieceLength) return;
    pieces.push(written.join("\n"));
    written = [];
    length = 0;
  };
  for (const line of content.split("\n")) {
    length += line.length + 1;
    const marks: string | undefined = fence.exec(line)?.groups?.["marks"];
    if (fenceMarks !== null) {
      written.push(line);
      if (marks?.startsWith(fenceMarks)) fenceMarks = null;
    } else if (marks !== undefined) {
      closeBlock();
      written.push(limitDepth(line));
      fenceMarks = marks;
    } else if (/^[\s>]*$/.test(line)) {
      closeBlock();
      written.push(limitDepth(line));
    } else {
      block.push(limitDepth(line));
      if (definitions.length < maxSharedDefinitions && linkDefinition.test(line))
        definitions.push(line);
    }
  }
  closeBlock();
  const last = written.join("\n");
  const [first, ...others] = pieces.map((piece) => [piece, "", ...definitions].join("\n"));
  return first === undefined ? [last] : [first, ...others, [last, "", ...definitions].join("\n")];
}
