/** The word among the known ones that the given one is a slip of: other capitals, two letters swapped, or up to two wrong, missing or too many. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const given = plain(word);
  const [first] = known
    .map((candidate) => ({ candidate, far: slips(given, plain(candidate)) }))
    .filter(({ candidate, far }) => far <= (candidate.length < 6 ? 1 : 2))
    .sort((a, b) => a.far - b.far);
  return first?.candidate;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, "");

/** Swapped neighbours are one slip, not two. */
function slips(word: string, candidate: string): number {
  const far = distance(word, candidate);
  const swapped = far === 2 && [...word].sort().join("") === [...candidate].sort().join("");
  return swapped ? 1 : far;
}

/** Number of letters that must be changed, added or taken away; from three on the exact number does not matter. */
function distance(word: string, candidate: string): number {
  if (Math.abs(word.length - candidate.length) > 2) return 3;
  let row = Array.from({ length: candidate.length + 1 }, (_, column) => column);
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= candidate.length; j++) {
      const changed = (row[j - 1] ?? 0) + (word[i - 1] === candidate[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[candidate.length] ?? 0;
}
