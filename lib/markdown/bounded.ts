/** Delimiters (`*`, `_`, `~`, brackets) that one block may hold before they are plain characters. */
const maxDelimitersInBlock = 2_000;

/** Lines that one block may have before its markup is plain characters. */
const maxLinesInBlock = 1_000;

/** How deep quotes and lists may stand in each other. */
const maxDepth = 12;

/** Texts longer than this are read in pieces of about this many characters. */
const pieceLength = 20_000;

/** So many named addresses of a text in pieces hold in all of them. */
const maxSharedAddresses = 500;

const namedAddress = /^ {0,3}\[(?!\^)[^\]]+\]:[ \t]*\S/;
const containerMarker = /[ \t]{0,3}(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))[ \t]?/y;
const fence = /^[ \t>]*(?<marks>`{3,}|~{3,})/;
const delimiter = /[*_~[\]]/g;

/** Keeps the first containers of a line, and makes the marker of the next one a character. */
function withBoundedDepth(line: string): string {
  containerMarker.lastIndex = 0;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    if (!containerMarker.test(line)) return line;
  }
  const end = containerMarker.lastIndex;
  const rest = line.slice(end);
  return line.slice(0, end) + rest.replace(/^([ \t]*\d*)([>\-+*.)])/, String.raw`$1\$2`);
}

function asCharacters(line: string): string {
  return line.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

function withBoundedBlock(lines: readonly string[]): readonly string[] {
  const delimiters = lines.reduce((sum, line) => sum + (line.match(delimiter)?.length ?? 0), 0);
  const isBounded = delimiters <= maxDelimitersInBlock && lines.length <= maxLinesInBlock;
  // A blank line in between: a paragraph of very many lines is slow even without markup.
  return isBounded ? lines : lines.flatMap((line) => [asCharacters(line), ""]);
}

/**
 * The same Markdown in one or more pieces, such that reading them takes time in proportion to their
 * length. Parsers compare each delimiter of a block with all others, and call themselves for each
 * quote in a quote; nobody writes thousands of either, so where there are, they count as plain
 * characters. Code stays as it is. A text longer than `pieceLength` is cut between blocks; notes then
 * hold within their piece, named addresses everywhere.
 */
export function boundMarkdown(content: string): [string, ...string[]] {
  const pieces: string[] = [];
  let written: string[] = [];
  let length = 0;
  let block: string[] = [];
  let fenceMarks: string | null = null;
  const addresses: string[] = [];
  const closeBlock = () => {
    for (const line of withBoundedBlock(block)) written.push(line);
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
      written.push(withBoundedDepth(line));
      fenceMarks = marks;
    } else if (/^[\s>]*$/.test(line)) {
      closeBlock();
      written.push(withBoundedDepth(line));
    } else {
      block.push(withBoundedDepth(line));
      if (addresses.length < maxSharedAddresses && namedAddress.test(line)) addresses.push(line);
    }
  }
  closeBlock();
  const last = written.join("\n");
  const [first, ...others] = pieces.map((piece) => [piece, "", ...addresses].join("\n"));
  return first === undefined ? [last] : [first, ...others, [last, "", ...addresses].join("\n")];
}
