import { answer } from "../../requests/answer/answer";
import { askedOf, type ParsedRequest } from "../../requests/answer/request";
import type { Reported } from "../../resources/assumptions/report";
import { sleep } from "../lifecycle/wait";
import { confirmed, Interrupted, refuted, unknown } from "./check";
import { differenceOf, observedWords } from "./differences";
import { type Observed, observe } from "./observe";
import type { Probe, ProbeRequest } from "./verification";

// Sends the requests of a verify run.

interface SendOptions {
  signal: AbortSignal;
  through?(port: number): { host: string; port: number } | undefined;
  onStep?(what: string): void;
}

/** Sends the requests of a trial and compares each with what its rules answer; one finding for each assumption. */
export async function send(trial: Probe, options: SendOptions): Promise<Reported[]> {
  await answering(trial, options);
  const byId = new Map<string, { differences: string[]; seen: string[] }>();
  for (const one of trial.cases) {
    options.onStep?.(`sending requests for ${one.id}`);
    const known = byId.get(one.id) ?? { differences: [], seen: [] };
    byId.set(one.id, known);
    const asked = askedOf(one.request);
    if (!asked) throw new Error(`${one.request.url} is no request`);
    const seen = await repeated(trial, one, asked, options);
    const expected = answer(trial.rules, asked).answer;
    const difference = differenceOf(expected, seen);
    if (difference) known.differences.push(`${asked.method} ${one.request.url}: ${difference}`);
    else known.seen.push(observedWords(seen));
  }
  return [
    ...[...byId].map(([id, { differences, seen }]) => ({
      id,
      ...(differences.length > 0 ? refuted(differences.join("; ")) : confirmed([...new Set(seen)].join("; "))),
    })),
    ...trial.unasked.map(({ id, found }) => ({ id, ...unknown(found) })),
  ];
}

/** A new load balancer may take minutes until it answers; the pause between two looks, ms. */
const PATIENCE_MS = 300_000;
const PAUSE_MS = 2_000;

/** Waits until something answers at each port; a pool without a server that is ready counts as nothing. */
async function answering({ address, cases }: Probe, { signal, through, onStep }: SendOptions): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  const ports = new Map(cases.flatMap(({ request }) => askedOf(request) ?? []).map((asked) => [asked.port, asked]));
  for (const [port, { host }] of ports) {
    onStep?.(`waiting for an answer at port ${port}`);
    const place = through?.(port) ?? { host: address, port };
    for (;;) {
      if (signal.aborted) throw new Interrupted();
      const seen = await observe({ ...place, method: "GET", path: "/", headers: { Host: host, Connection: "close" } });
      if (seen.kind === "echo" || (seen.kind === "answer" && seen.status < 500)) break;
      if (performance.now() > end)
        throw new Error(`port ${port} does not answer after ${PATIENCE_MS / 60_000} minutes: ${observedWords([seen])}`);
      await sleep(PAUSE_MS);
    }
  }
}

async function repeated(
  trial: Probe,
  { hostHeader, times = 1 }: ProbeRequest,
  asked: ParsedRequest,
  options: SendOptions,
): Promise<Observed[]> {
  const place = options.through?.(asked.port) ?? { host: trial.address, port: asked.port };
  const headers = { ...Object.fromEntries(asked.headers), Host: hostHeader ?? asked.host, Connection: "close" };
  const seen: Observed[] = [];
  for (let i = 0; i < times; i++) {
    if (options.signal.aborted) throw new Interrupted();
    seen.push(await observe({ ...place, method: asked.method, path: asked.path + asked.search, headers }));
  }
  return seen;
}
