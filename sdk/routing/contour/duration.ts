const UNITS: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** The seconds of a Go duration such as `1m30s` or `100ms`; undefined when it is none. */
export function goSeconds(text: string): number | undefined {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  if (rest === "0") return 0;
  if (!/^((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$/.test(rest)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of rest.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)) seconds += Number(amount) * UNITS[unit!]!;
  return (sign === "-" ? -1 : 1) * Number(seconds.toFixed(9));
}

/** A request timeout: none given or 0 is the default, what cannot be read or is negative is none at all (contour.md 1.2, "Timeouts"). */
export function timeoutOf(text: string | undefined): number | "infinite" | undefined {
  if (!text) return undefined;
  const seconds = text === "infinity" ? -1 : (goSeconds(text) ?? -1);
  return seconds < 0 ? "infinite" : seconds || undefined;
}
