/**
 * Prefixes an apostrophe to a cell that a spreadsheet would read as a formula (OWASP, CSV
 * injection). `fromSafeCell` removes it, so a round trip changes nothing.
 */
export function toSafeCell(text: string): string {
  return /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
}

/** Undoes `toSafeCell`. */
export function fromSafeCell(cell: string): string {
  return /^'+[=+\-@＝＋－＠\t\r\n]/.test(cell) ? cell.slice(1) : cell;
}
