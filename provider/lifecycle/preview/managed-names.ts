// The names and pools that components managed before this run.

/**
 * By target and mark, the names that a component managed before this run, as the state of its inventory has them. What a resource that is new
 * creates may be there already, in the hands of another resource: then it is looked for first, and taken as it is.
 */
const managed = new Map<string, ReadonlySet<string>>();

/** Notes the names of an inventory that is compared with its state. It precedes everything else of its component. */
export function noteManaged(target: string, owner: string | undefined, names: readonly string[] = []): void {
  if (owner !== undefined) managed.set(`${target} ${owner}`, new Set(names));
}

/** By target and mark, everything that rules call pools by ({@link Part.pool}) and that was there before this run; absent: not known. */
const pools = new Map<string, ReadonlySet<string>>();

/** Notes the pools of an inventory that is checked. Undefined where a run adopts: what it takes over is not known by name. */
export function notePools(target: string, owner: string | undefined, names: readonly string[] | undefined): void {
  if (owner === undefined) return;
  if (names) pools.set(`${target} ${owner}`, new Set(names));
  else pools.delete(`${target} ${owner}`);
}

/** Pools of the component with this mark before the run, and all else that it managed; undefined where that is not known. */
export const poolsBefore = (target: string, owner: string): ReadonlySet<string> | undefined => pools.get(`${target} ${owner}`);

/** True if the component with this mark managed an object of this name, `<api type>/<name>`, before the run. */
export const wasManaged = (target: string, owner: string, name: string): boolean => managed.get(`${target} ${owner}`)?.has(name) === true;
