// Counts objects that cost money or use a quota, and describes how a change affects the counts.

/** Number of such objects in a plan, by API type; types without objects are left out. */
export type Uses = Readonly<Record<string, number>>;

/** Counted API types with their nouns. Each translation has types of one target only. */
const COUNTED: readonly (readonly [type: string, one: string, several: string])[] = [
  ["virtualservice", "virtual service", "virtual services"],
  ["vsvip", "VIP", "VIPs"],
  ["loadbalancers", "load balancer", "load balancers"],
  ["floatingips", "floating IP", "floating IPs"],
];

/**
 * Counts the objects of a plan; an existing load balancer (with an `id`) adds no cost.
 *
 * @param objects bodies by API type, as in `objects` of a target or a state
 */
export function usesOf(objects: object): Uses {
  const objectLists = new Map<string, unknown>(Object.entries(objects));
  const counts = COUNTED.map(([type]) => {
    const list = objectLists.get(type);
    return [type, Array.isArray(list) ? list.filter((body) => !Reflect.get(Object(body), "id")).length : 0] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** `14 load balancers and 3 floating IPs`; `nothing` if there are none. */
export function usesText(uses: Uses): string {
  return joined(COUNTED.flatMap(([type, ...words]) => (uses[type] ? [countNoun(uses[type], words)] : []))) || "nothing";
}

/**
 * `adds 2 load balancers and 1 floating IP; 14 and 3 in all`: what a change adds and removes, as numbers.
 *
 * @returns undefined where no number changes, or where one side is not known
 */
export function usesLine(before: Uses | undefined, after: Uses | undefined): string | undefined {
  if (!before || !after) return undefined;
  const changes = COUNTED.map(([type, ...words]) => ({ type, words, by: (after[type] ?? 0) - (before[type] ?? 0) }));
  const [added, removed] = [changes.filter(({ by }) => by > 0), changes.filter(({ by }) => by < 0)];
  if (added.length + removed.length === 0) return undefined;
  const listOf = (all: typeof changes) => joined(all.map(({ by, words }) => countNoun(Math.abs(by), words)));
  const parts = [...(added.length > 0 ? [`adds ${listOf(added)}`] : []), ...(removed.length > 0 ? [`removes ${listOf(removed)}`] : [])];
  // in the same order the totals need no nouns
  const named = [...added, ...removed].map(({ type }) => type);
  const areClear = Object.keys(after).every((type) => named.includes(type));
  const all = areClear ? joined(named.map((type) => String(after[type] ?? 0))) : usesText(after);
  return `${parts.join(", ")}; ${all} in all`;
}

/** Lines of a summary with the usage line at the end. */
export function withUses(lines: readonly string[], before: Uses | undefined, after: Uses | undefined): string[] {
  const line = usesLine(before, after);
  if (line === undefined) return [...lines];
  return lines.length === 0 ? [line] : [...lines, `  ${line}`];
}

const countNoun = (count: number, [singular, plural]: readonly [string, string]): string => `${count} ${count === 1 ? singular : plural}`;

const joined = (all: readonly string[]): string => all.join(" and ");
