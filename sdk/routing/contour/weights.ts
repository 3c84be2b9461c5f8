/**
 * Weights as the model has them. They are relative; one Service takes everything, none or only zeros mean equal parts, and
 * beside others that have one a missing weight is 0 (contour.md 1.2, "Weights").
 */
export function effectiveWeights(given: readonly (number | undefined)[]): (number | undefined)[] {
  if (given.length < 2 || given.every((weight) => !weight)) return given.map(() => undefined);
  return given.map((weight) => weight ?? 0);
}
