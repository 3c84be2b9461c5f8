/** A move or an insertion: the element comes to stand at this position, counted from 1, and pushes the rest back. */
export interface Placement {
  name: string;
  position: number;
}

/**
 * The fewest placements that bring a list into an order: the longest run that is already in order stays, everything else is
 * put behind its predecessor. Names that are not wanted belong to others and stay where they are; those it lacks are inserted.
 */
export function placements(wanted: readonly string[], held: readonly string[]): Placement[] {
  const kept = new Set(
    longestRun(held.filter((name) => wanted.includes(name)).map((name) => wanted.indexOf(name))).map((index) => wanted[index] as string),
  );
  const list = [...held];
  const result: Placement[] = [];
  wanted.forEach((name, index) => {
    if (kept.has(name)) return;
    const from = list.indexOf(name);
    if (from >= 0) list.splice(from, 1);
    const predecessor = wanted[index - 1];
    const at = predecessor === undefined ? 0 : list.indexOf(predecessor) + 1;
    list.splice(at, 0, name);
    if (from !== at) result.push({ name, position: at + 1 });
  });
  return result;
}

/** The longest rising subsequence. */
function longestRun(numbers: readonly number[]): number[] {
  const best: number[][] = [];
  numbers.forEach((number, index) => {
    const before = best.slice(0, index).filter((run) => (run.at(-1) as number) < number);
    const longest = before.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []);
    best.push([...longest, number]);
  });
  return best.reduce<number[]>((one, other) => (other.length > one.length ? other : one), []);
}
