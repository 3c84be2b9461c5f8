// Starts, finds and stops the sandbox in the background.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import type { SandboxAddresses, SandboxOptions } from "./all";
import { didNotStart, runsElsewhere } from "./codes";
import { choosePortBase, freePortBase, PORT_FILE } from "./ports";
import { readIfThere, writeAtomically } from "./shared/state-file";

export { DEFAULT_PORT_BASE } from "./ports";

/** Contents of the file in which the background process announces itself. */
interface Announced extends SandboxAddresses {
  pid: number;
  /** Build that it runs. */
  code: number;
}

interface DaemonOptions extends SandboxOptions {
  /** Take other ports where the usual ones are taken, unless objects are kept: their stack knows the usual ones. */
  freePorts?: boolean;
}

export type DaemonStatus = ({ running: true } & Announced) | { running: false };

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 50;

/** The user's folder for what the background sandbox keeps: state, certificate, pid and log. `K8S_LB_HOME` moves it. */
function sandboxHome(): string {
  const data = process.env.XDG_DATA_HOME || join(homedir(), ".local", "share");
  const home = join(process.env.K8S_LB_HOME || join(data, "pulumi-k8s-lb"), "sandbox");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return home;
}

/** The file in which a running sandbox says who and where it is. */
const addressFile = (): string => join(sandboxHome(), "running.json");

/** Changes whenever the package is built or installed again. */
const codeStamp = (): number => statSync(join(__dirname, "main.js")).mtimeMs;

/**
 * Starts the sandbox in the background, or finds it running. Resolves when it answers. One that runs an older build, or no
 * longer answers, is replaced; its objects are in the state file.
 *
 * @throws SandboxError when a port is taken, or when it runs at other ports than those that are asked for
 */
export async function startDaemon(options: DaemonOptions = {}): Promise<SandboxAddresses> {
  const { freePorts = false, ...given } = options;
  const status = statusDaemon();
  if (status.running) {
    const answers = await listens(status.avi.url);
    const base = Number(new URL(status.avi.url).port);
    if (answers && given.portBase !== undefined && given.portBase !== base) throw runsElsewhere(given.portBase, base);
    if (answers && status.code === codeStamp()) return addressesOf(status);
    // a process that does not listen is not ours: the number went to another program after a restart of the machine
    if (answers) await stopDaemon();
  }
  rmSync(addressFile(), { force: true });
  const home = sandboxHome();
  const log = join(home, "sandbox.log");
  const portBase = given.portBase ?? (await choosePortBase(home, freePorts && keptFiles(home).length === 0));
  const complete = { https: true, stateFile: join(home, "avi.json"), ...given, portBase };
  const output = openSync(log, "w", 0o600);
  const child = spawn(process.execPath, [join(__dirname, "main.js"), JSON.stringify(complete)], {
    cwd: home,
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  child.unref();
  await untilRunning(child, log).catch(async (error: unknown) => {
    throw await withFreePorts(error, portBase);
  });
  const running = statusDaemon();
  if (!running.running) throw didNotStart(log);
  return addressesOf(running);
}

const addressesOf = ({ avi, octavia, kubernetes, ui, env }: SandboxAddresses): SandboxAddresses => ({ avi, octavia, kubernetes, ui, env });

/** The refusal of a port that is taken, with ports that are free. */
async function withFreePorts(error: unknown, portBase: number): Promise<unknown> {
  if (!(error instanceof Error) || !error.message.startsWith("LB5002")) return error;
  const free = await freePortBase(portBase);
  if (free !== undefined) error.message = error.message.replace("another --port-base.", `\`--port-base ${free}\`: those ports are free.`);
  return error;
}

async function untilRunning(child: ChildProcess, log: string): Promise<void> {
  let ended = false;
  child.once("exit", () => {
    ended = true;
  });
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; ) {
    if (statusDaemon().running) return;
    if (ended) {
      const logged = readIfThere(log)?.trim() ?? "";
      const why = /^LB\d+: [\s\S]*/m.exec(logged)?.[0] ?? logged.split("\n").pop();
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
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline && alive(status.pid); ) await sleep(LOOK_EVERY_MS);
  return true;
}

/** Takes the objects away that a sandbox which is not running has kept. */
export function clearDaemon(): void {
  const home = sandboxHome();
  rmSync(join(home, PORT_FILE), { force: true });
  for (const file of keptFiles(home)) rmSync(join(home, file));
}

/** Files with the objects of each back end; empty if none was ever written. */
const keptFiles = (home: string): string[] =>
  readdirSync(home).filter((file) => /^avi\.json(\.(octavia|kubernetes|arktos)\.json)?$/.test(file));

export function statusDaemon(): DaemonStatus {
  const content = readIfThere(addressFile());
  if (content === undefined) return { running: false };
  const announced: Announced = JSON.parse(content);
  return alive(announced.pid) ? { running: true, ...announced } : { running: false };
}

/** Called by the background process itself once it answers. */
export function announce(addresses: SandboxAddresses): void {
  writeAtomically(addressFile(), JSON.stringify({ pid: process.pid, code: codeStamp(), ...addresses } satisfies Announced));
}

/** Called by the background process when it ends; leaves the file of a successor alone. */
export function withdraw(): void {
  const status = readIfThere(addressFile());
  if (status !== undefined && JSON.parse(status).pid === process.pid) rmSync(addressFile(), { force: true });
}

function listens(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 2_000 });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
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
