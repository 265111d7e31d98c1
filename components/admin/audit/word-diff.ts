/** A part of a text, and whether the other text has it, too. */
export type DiffPart = { text: string; isSame: boolean };

/** Longer texts aren't compared word by word. */
const maxWords = 1_500;

/** What two texts don't have in common, word by word. */
export function diffWords(
  before: string,
  after: string,
): { before: DiffPart[]; after: DiffPart[] } {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  if (left.length > maxWords || right.length > maxWords) {
    return { before: [{ text: before, isSame: true }], after: [{ text: after, isSame: true }] };
  }
  const lengths = commonLengths(left, right);
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const [leftSame, rightSame] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (left[i] === right[j]) {
      leftSame.add(i);
      rightSame.add(j);
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return { before: join(left, leftSame), after: join(right, rightSame) };
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

/** The length of the longest common sequence of the rest of both lists, from each pair of indexes. */
function commonLengths(left: readonly string[], right: readonly string[]): number[][] {
  const table = left.map(() => Array.from({ length: right.length + 1 }, () => 0));
  table.push(Array.from({ length: right.length + 1 }, () => 0));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const [row, next] = [table[i] ?? [], table[i + 1] ?? []];
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] =
        left[i] === right[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function join(words: readonly string[], same: ReadonlySet<number>): DiffPart[] {
  const parts: DiffPart[] = [];
  words.forEach((text, index) => {
    const isSame = same.has(index);
    const last = parts.at(-1);
    if (last?.isSame === isSame) last.text += text;
    else parts.push({ text, isSame });
  });
  return parts;
}
