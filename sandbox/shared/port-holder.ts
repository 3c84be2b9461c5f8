// Finds the process that listens on a port.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Sockets that listen, in the tables of Linux. */
const LISTEN = "0A";

/** Arguments may be secrets: only words that name the program are shown. */
const WORDS = 3;
const LONGEST = 100;

/**
 * Finds the process that listens on a port of this machine, e.g. `process 4711 (node server.js)`. Undefined where the system does not show
 * it: on systems other than Linux, and for processes of other users.
 */
export function holderOf(port: number): string | undefined {
  try {
    const inodes = new Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) => listening(table, port)));
    const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && holds(name, inodes));
    return pid === undefined ? undefined : `process ${pid} (${commandOf(pid)})`;
  } catch {
    return undefined;
  }
}

/** Inodes of the sockets that listen on the port; a line is `sl local_address rem_address st ... inode`. */
function listening(table: string, port: number): string[] {
  const hex = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = readText(table)
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  return lines.filter(([, local = "", , state]) => state === LISTEN && local.endsWith(hex)).flatMap(({ 9: inode }) => inode ?? []);
}

function holds(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.has(/^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? ""));
  } catch {
    return false; // ended, or of another user
  }
}

function commandOf(pid: string): string {
  const words = readText(`/proc/${pid}/cmdline`).split("\0").filter(Boolean);
  const end = words.findIndex((word, index) => index === WORDS || /^--|=|^\{/.test(word));
  const text = words.slice(0, end < 0 ? words.length : end).join(" ");
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?").slice(0, LONGEST) || readText(`/proc/${pid}/comm`).trim() || "?";
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}
