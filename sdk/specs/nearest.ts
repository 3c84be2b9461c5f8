import { distance } from "fastest-levenshtein";

/** The word among the known ones that the given one is a slip of: other capitals, or up to two letters wrong, missing or too many. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, "");
  const [first] = known
    .map((candidate) => ({ candidate, far: distance(plain(word), plain(candidate)) }))
    .filter(({ candidate, far }) => far <= (candidate.length < 6 ? 1 : 2))
    .sort((a, b) => a.far - b.far);
  return first?.candidate;
}
