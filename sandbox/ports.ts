// TCP ports of the background sandbox.
import { createServer } from "node:net";
import { join } from "node:path";
import { readIfThere, writeAtomically } from "./shared/state-file";

/** First port of the background sandbox unless another is given: fixed, so that a stack made yesterday finds it. */
export const DEFAULT_PORT_BASE = 19440;

/** One of each back end and one of the page. */
const COUNT = 7;
const STEP = 20;
const ATTEMPTS = 50;
const HIGHEST = 65_536;

/** In the folder of the sandbox: the ports that were chosen because the usual ones were taken. */
export const PORT_FILE = "port-base";

/**
 * The first port of the background sandbox: the one that was chosen before, else the usual one.
 *
 * @param mayMove nothing depends on the ports yet: where they are taken, others are chosen, and kept
 */
export async function choosePortBase(home: string, mayMove: boolean): Promise<number> {
  const file = join(home, PORT_FILE);
  const usual = Number(readIfThere(file) || DEFAULT_PORT_BASE);
  if (!mayMove) return usual;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const base = usual + attempt * STEP;
    if (!(await areFree(base))) continue;
    if (attempt > 0) writeAtomically(file, String(base));
    return base;
  }
  // no port is free: the server that fails to listen reports which one is in use
  return usual;
}

/** The next first port behind this one from which on all are free; undefined if there is none nearby. */
export async function freePortBase(taken: number): Promise<number | undefined> {
  for (let base = taken + STEP; base <= Math.min(taken + ATTEMPTS * STEP, HIGHEST - COUNT); base += STEP)
    if (await areFree(base)) return base;
  return undefined;
}

async function areFree(base: number): Promise<boolean> {
  for (let port = base; port < base + COUNT; port += 1) if (!(await isFree(port))) return false;
  return true;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
