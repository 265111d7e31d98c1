/** Begins every patch; no zstd frame begins so. */
const mark = 0;
const headLength = 6;
const maxGap = 8;
const maxStretch = 0xffff;

/** Whether bytes are a patch rather than something compressed. */
export function isPatch(bytes: Buffer): boolean {
  return bytes[0] === mark;
}

/**
 * The stretches in which two contents of one length differ, each as its offset (4 bytes), its
 * length (2 bytes) and its bytes. Null when they differ in length, or by more than the limit.
 */
export function makePatch(original: Buffer, changed: Buffer, maxLength: number): Buffer | null {
  if (original.length !== changed.length) return null;
  const pieces: Buffer[] = [Buffer.of(mark)];
  let length = 1;
  let start = firstDifference(original, changed, 0);
  while (start < changed.length) {
    const end = endOfStretch(original, changed, start);
    const head = Buffer.allocUnsafe(headLength);
    head.writeUInt32BE(start, 0);
    head.writeUInt16BE(end - start, 4);
    pieces.push(head, changed.subarray(start, end));
    length += headLength + end - start;
    if (length > maxLength) return null;
    start = firstDifference(original, changed, end);
  }
  return Buffer.concat(pieces, length);
}

/** The content that a patch was made for. */
export function applyPatch(original: Buffer, patch: Buffer): Buffer {
  const changed = Buffer.from(original);
  let at = 1;
  while (at < patch.length) {
    const start = patch.readUInt32BE(at);
    const length = patch.readUInt16BE(at + 4);
    patch.copy(changed, start, at + headLength, at + headLength + length);
    at += headLength + length;
  }
  return changed;
}

function firstDifference(original: Buffer, changed: Buffer, from: number): number {
  let at = from;
  while (at < changed.length && original[at] === changed[at]) at += 1;
  return at;
}

/** A few equal bytes in between cost less than the head of another stretch. */
function endOfStretch(original: Buffer, changed: Buffer, start: number): number {
  const limit = Math.min(changed.length, start + maxStretch);
  let end = start + 1;
  for (let at = end; at < limit && at - end < maxGap; at += 1) {
    if (original[at] !== changed[at]) end = at + 1;
  }
  return end;
}
