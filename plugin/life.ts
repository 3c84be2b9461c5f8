// Ends the plugin when its engine is gone.

import { fstatSync } from "node:fs";
import { openWrites } from "./server";

/** Time for writes under way when the engine is gone: their answers reach nobody, but each ends what it has begun. */
const LAST_WRITES_MS = 10_000;
const LOOK_MS = 100;

/**
 * Ends the process when the engine has ended, however that happened. The engine holds the other end of the standard input; a plugin that a person
 * starts by hand, for a debugger, has a terminal or nothing there.
 */
export function endWithEngine(): void {
  if (!isPipe()) return;
  process.stdin.on("error", end);
  process.stdin.on("end", end);
  process.stdin.on("close", end);
  process.stdin.resume();
}

function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}

let ending = false;

function end(): void {
  if (ending) return;
  ending = true;
  const until = Date.now() + LAST_WRITES_MS;
  const look = () => (openWrites() === 0 || Date.now() > until ? process.exit(0) : setTimeout(look, LOOK_MS));
  look();
}
