// One of several processes makes what all of them need.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./progress.mjs";

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
  for (let told = false; ; told = true) {
    try {
      writeFileSync(lock, `${process.pid}`, { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isStale(lock)) rmSync(lock, { force: true });
      else {
        if (!told) say(waiting);
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
