// Maps positions in a minified script to its source files, as a table that can be searched without parsing: a
// source map takes tens of milliseconds to load, and browser errors, which anyone can send, can name many
// scripts (docs/decisions/064-errors-in-browsers.md).
//
// The table starts with the number of rows, then has each row's numbers in 32 bits each. The sources' names
// follow as JSON.

/** The parts of a source map that the table is made from (https://tc39.es/ecma426/). */
export type ScriptMap = { sources: (string | null)[]; mappings: string };

/** Line and column in the script, source, and line and column in it. */
const rowNumbers = 5;
const rowBytes = rowNumbers * 4;
const headerBytes = 4;

/** Instead of a source: this part of the script has none. */
const noSource = 0xffff_ffff;

/** Makes the table. Lines and columns start at 0, as in the map. */
export function packPlaces({ sources, mappings }: ScriptMap): Buffer {
  const rows: number[] = [];
  let [source, sourceLine, sourceColumn] = [0, 0, 0];
  for (const [line, segments] of mappings.split(";").entries()) {
    let column = 0;
    for (const segment of segments === "" ? [] : segments.split(",")) {
      const [columns = 0, ...origin] = readNumbers(segment);
      column += columns;
      if (origin.length === 0) {
        rows.push(line, column, noSource, 0, 0);
        continue;
      }
      source += origin[0] ?? 0;
      sourceLine += origin[1] ?? 0;
      sourceColumn += origin[2] ?? 0;
      rows.push(line, column, source, sourceLine, sourceColumn);
    }
  }
  const table = Buffer.alloc(headerBytes + rows.length * 4);
  table.writeUInt32LE(rows.length / rowNumbers);
  for (const [index, each] of rows.entries()) table.writeUInt32LE(each, headerBytes + index * 4);
  return Buffer.concat([table, Buffer.from(JSON.stringify(sources))]);
}

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The numbers of a segment: base64 digits of five bits, the lowest first, whose first bit is the sign. */
function readNumbers(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of segment) {
    const digit = base64.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

/**
 * The source position, as `FILE:LINE:COLUMN`, of a position in the script; null if it has none. Lines and
 * columns start at 1, as in a stack.
 *
 * @param places what `packPlaces` made
 */
export function findPlace(places: Buffer, line: number, column: number): string | null {
  const count = places.readUInt32LE();
  const numberAt = (row: number, index: number) =>
    places.readUInt32LE(headerBytes + row * rowBytes + index * 4);
  const isAfter = (row: number) => {
    const rowLine = numberAt(row, 0);
    return rowLine > line - 1 || (rowLine === line - 1 && numberAt(row, 1) > column - 1);
  };
  // The last row that doesn't start after the position.
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isAfter(middle)) to = middle;
    else from = middle + 1;
  }
  const row = from - 1;
  if (row < 0 || numberAt(row, 0) !== line - 1 || numberAt(row, 2) === noSource) return null;
  const names: unknown = JSON.parse(places.toString("utf8", headerBytes + count * rowBytes));
  const name: unknown = Array.isArray(names) ? names[numberAt(row, 2)] : undefined;
  return typeof name === "string"
    ? `${name}:${numberAt(row, 3) + 1}:${numberAt(row, 4) + 1}`
    : null;
}
