/** Lists in one order: sets keep that of the state, whatever order a program declares them in. */
export function withoutOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOrder).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, one]) => [key, withoutOrder(one)]),
  );
}
