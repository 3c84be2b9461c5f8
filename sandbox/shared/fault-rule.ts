// Rules for faults that tests inject into a service.
import { SandboxError } from "../codes";

/** Fault, with the requests that it hits and how often. */
export interface FaultRule {
  method?: string;
  /** Part of path and query, or `/a regular expression/`. */
  path?: string | RegExp;
  /** Part of the request body. */
  body?: string;
  /** Number of matching requests that are hit; default 1. */
  times?: number;
  /** Number of matching requests that are let through first. */
  skip?: number;
  /** Answer with this status instead of doing the work. */
  status?: number;
  responseBody?: string;
  headers?: { [name: string]: string };
  /** Cut the connection before anything is stored. */
  dropBeforeCommit?: boolean;
  /** Do the work, then cut the connection: the client cannot know. */
  dropAfterCommit?: boolean;
  /** Do the work, then answer with `status`. */
  commit?: boolean;
  delayMs?: number;
  /** Send only the first bytes of the answer's body. */
  truncateTo?: number;
  /** Forget every session first. */
  expireSessions?: boolean;
  /** Change every CSRF token first. */
  rotateCsrf?: boolean;
  /** Merge these fields into the answer, as a newer controller might. */
  extraFields?: { [name: string]: unknown };
  /** Leave these out of the answer; dotted paths, numbers are list positions. */
  removeFields?: string[];
  /** After this request an object's name stays taken for so long (a DELETE whose name is still held). */
  holdNamesMs?: number;
}

const FORM = /^(?:([A-Za-z]+):)?([^:]*?):([a-z-]+|\d{3})(?:=(\d+))?(?:x(\d+))?$/;

/**
 * The short form of the command line: `METHOD:PATH:WHAT[xTIMES]`, where WHAT is a status, `drop`, `drop-after`,
 * `delay=MS`, `truncate=BYTES`, `expire`, `csrf` or `hold-names=MS`.
 *
 * @example parseFault("POST:/api/pool:500x2")
 */
export function parseFault(rule: string): FaultRule {
  const match = FORM.exec(rule.trim());
  const effect = match && effectOf(match[3] ?? "", Number(match[4] ?? 0));
  if (!match || !effect) {
    throw new SandboxError({
      code: "LB5001",
      message: `'${rule}' is not a fault rule`,
      remedy: "Write METHOD:PATH:WHAT[xTIMES], for example POST:/api/pool:500x2, GET:/api/vsvip:drop or PUT::delay=2000.",
    });
  }
  return { method: match[1]?.toUpperCase(), path: match[2] || undefined, times: Number(match[5] ?? 1), ...effect };
}

function effectOf(word: string, amount: number): Partial<FaultRule> | undefined {
  if (/^\d{3}$/.test(word)) return { status: Number(word) };
  switch (word) {
    case "drop":
      return { dropBeforeCommit: true };
    case "drop-after":
      return { dropAfterCommit: true };
    case "delay":
      return { delayMs: amount };
    case "truncate":
      return { truncateTo: amount };
    case "expire":
      return { expireSessions: true };
    case "csrf":
      return { rotateCsrf: true };
    case "hold-names":
      return { holdNamesMs: amount };
    default:
      return undefined;
  }
}
