// Finds the known word that a misspelt one probably means.

/**
 * The word among the known ones that the given one is a slip of: other capitals, or up to two letters wrong, missing, too many or swapped.
 *
 * @param short length up to which a known word allows one slip only
 */
export function nearest(word: string, candidates: readonly string[], short = 5): string | undefined {
  const text = plain(word);
  const [first] = candidates
    .map((candidate) => ({ candidate, far: distance(text, plain(candidate)) }))
    .filter(({ candidate, far }) => far <= (candidate.length > short ? 2 : 1))
    .sort((a, b) => a.far - b.far);
  return first?.candidate;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, "");

/**
 * Number of letters that must be changed, added, taken away or swapped with their neighbour; from three on the exact number does not
 * matter.
 */
function distance(word: string, candidate: string): number {
  if (Math.abs(word.length - candidate.length) > 2) return 3;
  let above: number[] = [];
  let row = Array.from({ length: candidate.length + 1 }, (_, column) => column);
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= candidate.length; j++) {
      const changed = (row[j - 1] ?? 0) + (word[i - 1] === candidate[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && word[i - 1] === candidate[j - 2] && word[i - 2] === candidate[j - 1];
      const swapped = isSwapped ? (above[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [above, row] = [row, next];
  }
  return row[candidate.length] ?? 0;
}
