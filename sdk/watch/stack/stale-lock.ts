// Removes the stack locks of a leader that died.

import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { StackProgram } from "./program";
import { RunFailed } from "./run-failed";

/** Annotation of the Lease in which a leader lists the processes that it runs on the stack. */
export const RUNS_ANNOTATION = "pulumi-k8s-lb/runs";

/** A leader that ended without giving up its Lease, and what it ran. */
export interface DeadLeader {
  host: string;
  pids: readonly number[];
}

/** Access for removing locks; the Automation API's stack has it. */
export interface Cancels {
  cancel(): Promise<void>;
}

/**
 * Removes the locks of a stack when the refusal of a run names only those of a dead leader: its host, and one of its processes.
 * `pulumi cancel` removes all locks at once, so that a single one of somebody else keeps it from that.
 *
 * @param refusal what the run that was refused has printed
 * @returns whether the run may be tried again
 */
export async function removeStaleLocks(stack: Cancels, refusal: string, dead: DeadLeader | undefined): Promise<boolean> {
  if (!dead) return false;
  const locks = locksIn(refusal);
  const isStale = ({ host, pid }: Lock) => host === dead.host && dead.pids.includes(pid) && !isAlive(host, pid);
  if (locks.length === 0 || !locks.every(isStale)) return false;
  await stack.cancel();
  return true;
}

/** A program whose runs are tried once more when only locks of a dead leader refused them. */
export function withoutStaleLocks(program: StackProgram, stack: Cancels, dead: () => DeadLeader | undefined): StackProgram {
  const again = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      const refusal = error instanceof RunFailed ? error.output : String(error);
      if (!(await removeStaleLocks(stack, refusal, dead()))) throw error;
      return run();
    }
  };
  return {
    ...program,
    preview: (options) => again(() => program.preview(options)),
    up: (options) => again(() => program.up(options)),
    drift: () => again(() => program.drift()),
  };
}

interface Lock {
  host: string;
  pid: number;
}

/** `created by user@host (pid 123) at 2026-01-02T03:04:05Z`, as pulumi/pkg/backend/diy/lock.go writes one line for each. */
function locksIn(refusal: string): Lock[] {
  return [...refusal.matchAll(/created by \S*@(\S+) \(pid (\d+)\)/g)].map(([, host = "", pid]) => ({ host, pid: Number(pid) }));
}

/** On this machine one can look; elsewhere the Lease that ran out is all there is. */
function isAlive(host: string, pid: number): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The processes that this one has started and that still run, to recognise their locks; only Linux lists them. */
export function ownRuns(): number[] {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
    return children.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
