import { distance } from "fastest-levenshtein";

/** The word among the known ones that the given one is a slip of: other capitals, two letters swapped, or up to two wrong, missing or too many. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, "");
  const [first] = known
    .map((candidate) => ({ candidate, far: slips(plain(word), plain(candidate)) }))
    .filter(({ candidate, far }) => far <= (candidate.length < 6 ? 1 : 2))
    .sort((a, b) => a.far - b.far);
  return first?.candidate;
}

/** Swapped neighbours are one slip, not two. */
function slips(word: string, candidate: string): number {
  const far = distance(word, candidate);
  const swapped = far === 2 && [...word].sort().join("") === [...candidate].sort().join("");
  return swapped ? 1 : far;
}
