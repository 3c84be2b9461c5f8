// Runs child processes with a time limit; they end when this process ends.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const live = new Set();

function kill(child, signal) {
  try {
    process.kill(-child.pid, signal); // the whole group: npm and go start children of their own
  } catch {
    child.kill(signal);
  }
}

function killAll(signal) {
  for (const child of live) kill(child, signal);
}

process.on("exit", () => killAll("SIGKILL"));

const endings = [];

/** Work that a signal waits for before it ends this process, as for commands that run: 15 seconds at most. */
export function beforeEnd(work) {
  endings.push(work);
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
]) {
  process.on(signal, () => {
    killAll(signal);
    const gone = [...live].map((child) => new Promise((resolve) => child.once("close", resolve)));
    const waited = [...gone, ...endings.map((work) => work())];
    // Commands that clean up after ^C (pulumi ends its running step first) get the time to do so.
    setTimeout(() => process.exit(code), waited.length > 0 ? 15_000 : 0).unref();
    if (waited.length > 0) void Promise.allSettled(waited).then(() => process.exit(code));
  });
}

/**
 * Runs a command to its end, never through a shell and without stdin. Never rejects.
 * `onLine(line)` sees each line of both outputs as it comes. Returns `{ code, stdout, stderr, output, timedOut }`;
 * `code` is 124 after a timeout and 127 when the command could not be started.
 */
export function run(command, args, { cwd, env = process.env, timeout = 60_000, onLine } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const text = { stdout: "", stderr: "", output: "" };
    let timedOut = false;
    live.add(child);
    const limit = setTimeout(() => {
      timedOut = true;
      kill(child, "SIGTERM");
      setTimeout(() => kill(child, "SIGKILL"), 5_000).unref();
    }, timeout);
    for (const name of ["stdout", "stderr"]) {
      createInterface({ input: child[name] }).on("line", (line) => {
        text[name] += `${line}\n`;
        text.output += `${line}\n`;
        onLine?.(line);
      });
    }
    const end = (code) => {
      clearTimeout(limit);
      live.delete(child);
      done({ ...text, code: timedOut ? 124 : code, timedOut });
    };
    child.on("error", (error) => {
      text.stderr += `${error.message}\n`;
      text.output += `${error.message}\n`;
      end(127);
    });
    child.on("close", (code) => end(code ?? 1));
  });
}

/** Runs a command on the user's own terminal (stdin, colours and ^C are its own) and returns its exit code. */
export function runHere(command, args, { cwd, env = process.env } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, stdio: "inherit" });
    const ignore = () => {}; // ^C on a terminal reaches the child by itself; it decides when to end
    process.prependListener("SIGINT", ignore);
    child.on("error", () => done(127));
    child.on("close", (code) => done(code ?? 1));
  });
}

/** An end that the user can do something about: printed as a sentence, without a stack. */
export class Stop extends Error {}

/** Runs an entry point: errors become one message on stderr and exit code 1. */
export async function main(work) {
  // A reader that went away (`npm start | head`) must not break off an update half way.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    const code = await work(process.argv.slice(2));
    process.exitCode = typeof code === "number" ? code : 0;
  } catch (error) {
    process.stderr.write(`\nerror: ${error instanceof Stop ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}

/** Is the process that wrote this lock gone? */
function isStale(lock) {
  try {
    const owner = Number(readFileSync(lock, "utf8"));
    if (!owner) return Date.now() - statSync(lock).mtimeMs > 10_000; // made, not written yet
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/**
 * Lets one process at a time in, and says `waiting` to the others. Only saves work: what is made must be moved into place in one go, since a
 * process that looks gone may have its lock taken.
 */
export async function alone(lock, waiting, work) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let waits = false; ; waits = true) {
    try {
      writeFileSync(lock, `${process.pid}`, { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isStale(lock)) rmSync(lock, { force: true });
      else {
        if (!waits) say(waiting);
        await sleep(300);
      }
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

// Progress of long work for the user. Everything goes to stderr: stdout belongs to results.
const tty = Boolean(process.stderr.isTTY) && !process.env.CI;
const every = 15_000;

/** One line for the user. */
export const say = (line = "") => process.stderr.write(`${line}\n`);

/** `9 s`, `4 min 12 s` */
export function duration(ms) {
  const s = Math.round(ms / 1000);
  return s < 60 ? `${s} s` : `${Math.floor(s / 60)} min ${s % 60} s`;
}

/**
 * Runs one step: says what it does and how long that may take, shows that it is alive (a line that counts on a terminal,
 * a line every 15 s elsewhere) and says how long it took. `work` may call `note(text)` to name what it is at.
 */
export async function step(title, expected, work) {
  const begin = Date.now();
  let detail = "";
  say(`${title}${expected ? ` (${expected})` : ""}`);
  const show = () => {
    const line = `  ... ${duration(Date.now() - begin)}${detail ? `, ${detail}` : ""}`;
    if (tty) process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    else say(line);
  };
  const timer = setInterval(show, tty ? 1_000 : every);
  const end = (word) => {
    clearInterval(timer);
    if (tty) process.stderr.write("\r\x1b[K");
    say(`  ${word} after ${duration(Date.now() - begin)}`);
  };
  try {
    const result = await work((text) => {
      detail = text;
    });
    end("done");
    return result;
  } catch (error) {
    end("failed");
    throw error;
  }
}
