/** The greatest `ratio` of a member of a pool group. */
const MAX_RATIO = 1000;

/** Ratios in proportion to the weights, and whether rounding changed the shares. A weight above 0 never becomes 0. */
export function ratiosOf(weights: readonly number[]): { ratios: number[]; rounded: boolean } {
  const most = Math.max(...weights);
  if (most <= MAX_RATIO) return { ratios: [...weights], rounded: false };
  const exact = weights.map((weight) => (weight * MAX_RATIO) / most);
  const ratios = exact.map((ratio, i) => (weights[i] === 0 ? 0 : Math.max(1, Math.round(ratio))));
  return { ratios, rounded: ratios.some((ratio, i) => ratio !== exact[i]) };
}
