const compound = /(?<!\S)(?=\S{1,16}(?!\S))([^\s@/-]{1,14}(?:-[^\s@/-]{1,14}){1,2})(?!\S)/u;

/**
 * Splits a text into parts; every second one is a short compound, such as `ten-year` or `3-month`, that
 * shouldn't break at the hyphen.
 */
export function splitCompounds(text: string): string[] {
  return text.split(compound);
}
