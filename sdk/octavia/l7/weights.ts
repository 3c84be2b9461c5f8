/** The heaviest member Octavia takes. */
const MAX_WEIGHT = 256;

/**
 * Weights of members from weights of services: Octavia weighs members of one pool, the specs weigh services, so a service with
 * more servers must not get more. Ratios are kept exactly where they fit into 0 to 256, else rounded, never down to nothing.
 */
export function memberWeights(backends: readonly { weight: number; servers: number }[]): number[] {
  const common = backends.reduce((product, { servers }) => lcm(product, servers || 1), 1);
  const exact = backends.map(({ weight, servers }) => (weight * common) / (servers || 1));
  const divisor = exact.reduce(gcd, 0) || 1;
  const least = exact.map((value) => value / divisor);
  const heaviest = Math.max(...least);
  if (heaviest <= MAX_WEIGHT) return least;
  return least.map((value) => (value === 0 ? 0 : Math.max(1, Math.round((value * MAX_WEIGHT) / heaviest))));
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function lcm(a: number, b: number): number {
  return (a / gcd(a, b)) * b;
}
