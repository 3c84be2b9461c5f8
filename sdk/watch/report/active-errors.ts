// The errors that last, by the thing that fails.

import { LbError, reasonOf } from "../../../resources/diagnostic";
import { RunFailed } from "../stack/run-failed";
import type { EventSink } from "../terms/reported-event";

interface OpenFailure {
  message: string;
  /** Common cause of several failures: the answer of a server, the silence of another. */
  shared?: string;
}

/** Errors that last, by the thing that fails. Each is reported when it begins. */
export class ActiveErrors {
  private readonly open = new Map<string, OpenFailure>();

  constructor(private readonly emit: EventSink) {}

  /**
   * Reports an error. If many pools fail for one reason, with every retry, the reason is reported once until it is
   * resolved for all of them.
   *
   * @param againMs until the next try
   */
  failed(what: string, error: unknown, againMs?: number): void {
    const message = reasonOf(error);
    const code = codeIn(message);
    const shared = outageIn(message) ?? sharedIn(error);
    const reportedElsewhere =
      this.open.get(what)?.message === message || (shared !== undefined && [...this.open.values()].some((one) => one.shared === shared));
    this.open.set(what, { message, shared });
    const again = againMs === undefined ? {} : { again: againMs / 1000 };
    this.emit({ what: "failure", code, message, resource: what, ...again, ...(reportedElsewhere ? { known: reportedElsewhere } : {}) });
  }

  /** A failure that is reported elsewhere. */
  known(what: string, reason: string): void {
    this.open.set(what, { message: reason, shared: outageIn(reason) });
  }

  resolve(what: string): void {
    this.open.delete(what);
  }

  /** Reasons, each once, as first reported. */
  all(): readonly string[] {
    const reasons = new Map<string, string>();
    for (const { message, shared = message } of this.open.values()) if (!reasons.has(shared)) reasons.set(shared, message);
    return [...reasons.values()];
  }
}

/** The code that a message begins with. */
export const codeIn = (message: string): string => /^(?:Error: |pulumi [a-z ]+ failed: )?(LB\d{4})/.exec(message)?.[1] ?? "LB2000";

/** Codes of no answer: a load balancer, an API server. */
const SILENCE = /\b(?:LB2007|LB2102): /;

/**
 * The server that does not answer. It refuses a connection now and cuts the next one, and a preview fails for it as well as a pool: that is
 * one outage.
 */
function outageIn(message: string): string | undefined {
  const [, silent] = message.split(SILENCE, 2);
  const [, origin] = /\b(https?:\/\/(?:\[[^\]\s]*\]|[^\s/:[]+)(?::\d+)?)/.exec(silent ?? "") ?? [];
  return origin && `no answer from ${origin}`;
}

/** Kinds give their errors in the form that the engine wants, with the cause. */
function sharedIn(error: unknown): string | undefined {
  // what refuses a preview refuses each run that begins with one
  if (error instanceof RunFailed) return error.refusal;
  if (error instanceof LbError) return error.shared;
  return error instanceof Error && error.cause instanceof LbError ? error.cause.shared : undefined;
}
