// Shares of weighted backends as fractions, for the labels of a picture.

import { gcd } from "../routing";

/** Each one's part of the whole as a reduced fraction; without weights all get the same, and nothing of nothing is 0. */
export function shares(weights: readonly (number | undefined)[]): string[] {
  const effectiveWeights = weights.some((weight) => weight !== undefined) ? weights.map((weight) => weight ?? 0) : weights.map(() => 1);
  const sum = effectiveWeights.reduce((a, b) => a + b, 0);
  return effectiveWeights.map((weight) => fraction(weight, sum));
}

function fraction(part: number, total: number): string {
  if (part === 0) return "0";
  const divisor = gcd(part, total);
  return total === divisor ? String(part / divisor) : `${part / divisor}/${total / divisor}`;
}
