/** The word among the known ones that the given one is a slip of: other capitals, or up to two letters wrong, missing or too many. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, "");
  const [first] = known
    .map((candidate) => ({ candidate, far: distance(plain(word), plain(candidate)) }))
    .filter(({ candidate, far }) => far <= (candidate.length < 6 ? 1 : 2))
    .sort((a, b) => a.far - b.far);
  return first?.candidate;
}

/** Levenshtein's distance; 3 for anything that is clearly further. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j); // no index below leaves a row: each has one more than b
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1]));
    row = next;
  }
  return row[b.length]!;
}
