/** Fixed ports are below those that the system gives out by itself, 32768 and more. */
const FIRST = 20_000;
const EACH = 20;
const PLACES = 600;

let used = 0;

/** The first of some ports that no other test has: each process has a place of its own, and those beside each other have places side by side. */
export function ownPorts(count = 1): number {
  if (used + count > EACH) used = 0;
  used += count;
  return FIRST + (process.pid % PLACES) * EACH + used - count;
}
