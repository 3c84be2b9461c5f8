// Part of `k8s-lb verify`: runs the checks one after the other, then deletes what they created.

import type { Reported } from "../../resources/assumptions/report";
import { reasonOf } from "../../resources/diagnostic";
import { type CheckResult, Interrupted, unknown } from "./check";
import { scrubbed } from "./scrub";
import { send } from "./send";
import type { Cleaned, EchoServers, VerifySession } from "./verification";

/** Course of a run. */
export interface VerifyOptions {
  signal: AbortSignal;
  /** Requests are sent through these servers; absent: none are sent. */
  servers?: EchoServers;
  /** Other addresses for ports of the load balancer: a tunnel. Undefined: the address that it got. */
  through?(port: number): { host: string; port: number } | undefined;
  /** Called before each step. */
  onStep?(what: string): void;
}

/** Result of a run without the words about it. */
export interface VerifyRun {
  version: string;
  sent: boolean;
  checks: Reported[];
  /** True if a person has ended it. */
  interrupted: boolean;
  cleaned: Cleaned;
}

/** Asks all questions, one after the other, and removes whatever was created, also after an error or a signal. */
export async function runChecks(session: VerifySession, options: VerifyOptions): Promise<VerifyRun> {
  const { signal, onStep = () => undefined } = options;
  const version = await session.version();
  const checks: Reported[] = [];
  let sent = false;
  try {
    for (const [id, check] of Object.entries(session.checks)) {
      if (signal.aborted) break;
      onStep(id);
      checks.push(...(await answered(id, check, session.names)));
    }
    if (options.servers && session.probe && !signal.aborted) {
      onStep("creating what answers requests");
      checks.push(...(await probeResults(session, options.servers, options)));
      sent = true;
    }
  } finally {
    onStep("removing the objects of this run");
  }
  return { version, sent, checks, interrupted: signal.aborted, cleaned: await session.clean(false) };
}

async function answered(id: string, check: () => Promise<CheckResult>, names: readonly string[]): Promise<Reported[]> {
  try {
    const { verdict, found } = await check();
    return [{ id, verdict, found: scrubbed(found, names) }];
  } catch (error) {
    if (error instanceof Interrupted) return [];
    return [{ id, ...unknown(scrubbed(reasonOf(error), names)) }];
  }
}

/** Results of the requests; where nothing could be sent, all of their questions are open. */
async function probeResults(session: VerifySession, servers: EchoServers, { signal, through, onStep }: VerifyOptions): Promise<Reported[]> {
  const clean = (text: string) => scrubbed(text, [...session.names, ...servers]);
  try {
    const probe = await session.probe?.(servers);
    const results = probe ? await send(probe, { signal, through, onStep }) : [];
    return results.map((result) => ({ ...result, found: clean(result.found) }));
  } catch (error) {
    if (error instanceof Interrupted) return [];
    return session.probed.map((id) => ({ id, ...unknown(clean(reasonOf(error))) }));
  }
}
