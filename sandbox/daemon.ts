import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SandboxAddresses, SandboxOptions } from "./all";
import { readIfThere, writeAtomically } from "./atomic-file";
import { sandboxHome } from "./home";
import { didNotStart } from "./start-error";

/** Where the background sandbox listens unless told otherwise: fixed, so that a stack made yesterday finds it. */
export const DEFAULT_PORT_BASE = 19440;

export type DaemonStatus = ({ running: true; pid: number } & SandboxAddresses) | { running: false };

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 50;

/** The file in which a running sandbox says who and where it is. */
const addressFile = (): string => join(sandboxHome(), "running.json");

/** Starts the sandbox in the background, or finds it running. Resolves when it answers. */
export async function startDaemon(options: SandboxOptions = {}): Promise<SandboxAddresses> {
  const found = statusDaemon();
  if (found.running) return { avi: found.avi, env: found.env };
  rmSync(addressFile(), { force: true });
  const home = sandboxHome();
  const log = join(home, "sandbox.log");
  const complete = { portBase: DEFAULT_PORT_BASE, https: true, stateFile: join(home, "avi.json"), ...options };
  const output = openSync(log, "w", 0o600);
  const child = spawn(process.execPath, [join(__dirname, "main.js"), JSON.stringify(complete)], {
    cwd: home,
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  child.unref();
  await untilRunning(child, log);
  const running = statusDaemon();
  if (!running.running) throw didNotStart(log);
  return { avi: running.avi, env: running.env };
}

async function untilRunning(child: ChildProcess, log: string): Promise<void> {
  let ended = false;
  child.once("exit", () => {
    ended = true;
  });
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    if (statusDaemon().running) return;
    if (ended) {
      const why = readIfThere(log)?.trim().split("\n").pop();
      throw why?.startsWith("{") ? didNotStart(log) : new Error(why || didNotStart(log).message);
    }
    await sleep(LOOK_EVERY_MS);
  }
  throw didNotStart(log);
}

/** Ends the background sandbox; its objects stay in the state file. False when none was running. */
export async function stopDaemon(): Promise<boolean> {
  const status = statusDaemon();
  if (!status.running) return false;
  process.kill(status.pid, "SIGTERM");
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline && alive(status.pid); ) await sleep(LOOK_EVERY_MS);
  return true;
}

export function statusDaemon(): DaemonStatus {
  const content = readIfThere(addressFile());
  if (content === undefined) return { running: false };
  const { pid, ...addresses } = JSON.parse(content) as { pid: number } & SandboxAddresses;
  return alive(pid) ? { running: true, pid, ...addresses } : { running: false };
}

/** Called by the background process itself once it answers. */
export function announce(addresses: SandboxAddresses): void {
  writeAtomically(addressFile(), JSON.stringify({ pid: process.pid, ...addresses }));
}

/** Called by the background process when it ends; leaves the file of a successor alone. */
export function withdraw(): void {
  const status = readIfThere(addressFile());
  if (status !== undefined && (JSON.parse(status) as { pid: number }).pid === process.pid) rmSync(addressFile(), { force: true });
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
