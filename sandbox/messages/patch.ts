/** First byte of every patch; no zstd frame starts with it. */
const mark = 0;
const headerLength = 6;
const maxGap = 8;
const maxRun = 0xffff;

/** Whether these bytes are a patch rather than a zstd frame. */
export function isPatch(bytes: Buffer): boolean {
  return bytes[0] === mark;
}

/**
 * The runs of bytes in which two buffers of equal length differ, each as offset (4 bytes), length (2
 * bytes), and the bytes. Null when the lengths differ or the patch would exceed `maxLength`.
 */
export function makePatch(original: Buffer, changed: Buffer, maxLength: number): Buffer | null {
  if (original.length !== changed.length) return null;
  const pieces: Buffer[] = [Buffer.of(mark)];
  let length = 1;
  let start = firstDifference(original, changed, 0);
  while (start < changed.length) {
    const end = endOfRun(original, changed, start);
    const header = Buffer.allocUnsafe(headerLength);
    header.writeUInt32BE(start, 0);
    header.writeUInt16BE(end - start, 4);
    pieces.push(header, changed.subarray(start, end));
    length += headerLength + end - start;
    if (length > maxLength) return null;
    start = firstDifference(original, changed, end);
  }
  return Buffer.concat(pieces, length);
}

export function applyPatch(original: Buffer, patch: Buffer): Buffer {
  const changed = Buffer.from(original);
  let at = 1;
  while (at < patch.length) {
    const start = patch.readUInt32BE(at);
    const length = patch.readUInt16BE(at + 4);
    patch.copy(changed, start, at + headerLength, at + headerLength + length);
    at += headerLength + length;
  }
  return changed;
}

function firstDifference(original: Buffer, changed: Buffer, from: number): number {
  let at = from;
  while (at < changed.length && original[at] === changed[at]) at += 1;
  return at;
}

/** A gap of a few equal bytes is cheaper than the header of another run. */
function endOfRun(original: Buffer, changed: Buffer, start: number): number {
  const limit = Math.min(changed.length, start + maxRun);
  let end = start + 1;
  for (let at = end; at < limit && at - end < maxGap; at += 1) {
    if (original[at] !== changed[at]) end = at + 1;
  }
  return end;
}
