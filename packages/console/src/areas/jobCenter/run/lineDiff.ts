/** A line of the comparison of two texts, or a number of equal lines that are left out. */
export type DiffLine = { kind: 'same' | 'gone' | 'new'; text: string } | { kind: 'left out'; count: number };

/** The most pairs of lines that are compared one by one; longer texts are shown as replaced. */
const mostPairs = 4_000_000;
/** Equal lines shown around a difference. */
const around = 3;

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** For each pair of ends, how many lines their longest common subsequence has. */
const commonTails = (a: readonly string[], b: readonly string[]): Uint32Array[] => {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [row, next] = [rows[i] as Uint32Array, rows[i + 1] as Uint32Array];
      row[j] = a[i] === b[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  return rows;
};

/** The middles of two texts, which begin and end differently. */
const compared = (a: readonly string[], b: readonly string[]): DiffLine[] => {
  const gone = (text: string): DiffLine => ({ kind: 'gone', text });
  const added = (text: string): DiffLine => ({ kind: 'new', text });
  if (a.length * b.length > mostPairs) return [...a.map(gone), ...b.map(added)];
  const tails = commonTails(a, b);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left });
      i += 1;
      j += 1;
    } else if (
      right === undefined ||
      (left !== undefined && (tails[i + 1]?.[j] ?? 0) >= (tails[i]?.[j + 1] ?? 0))
    ) {
      lines.push(gone(left ?? ''));
      i += 1;
    } else {
      lines.push(added(right));
      j += 1;
    }
  }
  return lines;
};

/** Leaves out equal lines that are far from any difference. */
const shortened = (lines: readonly DiffLine[]): DiffLine[] => {
  const isNear = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, index - around), index + around + 1);
  });
  const short: DiffLine[] = [];
  lines.forEach((line, index) => {
    const last = short.at(-1);
    if (isNear[index]) short.push(line);
    else if (last?.kind === 'left out') last.count += 1;
    else short.push({ kind: 'left out', count: 1 });
  });
  return short;
};

/** How the second text differs from the first, line by line. */
export const lineDiff = (before: string, after: string): DiffLine[] => {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return shortened([
    ...a.slice(0, start).map(same),
    ...compared(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]);
};
