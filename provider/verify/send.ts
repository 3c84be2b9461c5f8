// Part of `k8s-lb verify`: sends the test requests of a probe and judges the answers.

import { answer } from "../../requests/answer/answer";
import { type ParsedRequest, parseRequest } from "../../requests/answer/request";
import type { Reported } from "../../resources/assumptions/report";
import { sleep } from "../lifecycle/wait";
import { confirmed, Interrupted, refuted, unknown } from "./check";
import { differenceOf, observedWords } from "./differences";
import { type Observed, observe } from "./observe";
import type { Probe, ProbeRequest } from "./verification";

interface SendOptions {
  signal: AbortSignal;
  through?(port: number): { host: string; port: number } | undefined;
  onStep?(what: string): void;
}

/** Sends the requests of a probe and compares each answer with that of its rules; one finding for each assumption. */
export async function send(probe: Probe, options: SendOptions): Promise<Reported[]> {
  await answering(probe, options);
  const byId = new Map<string, { differences: string[]; seen: string[] }>();
  for (const sent of probe.cases) {
    options.onStep?.(`sending requests for ${sent.id}`);
    const result = byId.get(sent.id) ?? { differences: [], seen: [] };
    byId.set(sent.id, result);
    const desired = parseRequest(sent.request);
    if (!desired) throw new Error(`${sent.request.url} is no request`);
    const observed = await repeated(probe, sent, desired, options);
    const expected = answer(probe.rules, desired).answer;
    const difference = differenceOf(expected, observed);
    if (difference) result.differences.push(`${desired.method} ${sent.request.url}: ${difference}`);
    else result.seen.push(observedWords(observed));
  }
  return [
    ...[...byId].map(([id, { differences, seen }]) => ({
      id,
      ...(differences.length > 0 ? refuted(differences.join("; ")) : confirmed([...new Set(seen)].join("; "))),
    })),
    ...probe.inconclusive.map(({ id, found }) => ({ id, ...unknown(found) })),
  ];
}

/** A new load balancer may take minutes until it answers; the pause between two looks, ms. */
const PATIENCE_MS = 300_000;
const PAUSE_MS = 2_000;

/** Waits until something answers at each port; a pool without a server that is ready counts as nothing. */
async function answering({ address, cases }: Probe, { signal, through, onStep }: SendOptions): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  const ports = new Map(cases.flatMap(({ request }) => parseRequest(request) ?? []).map((asked) => [asked.port, asked]));
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
  probe: Probe,
  { hostHeader, times = 1 }: ProbeRequest,
  asked: ParsedRequest,
  options: SendOptions,
): Promise<Observed[]> {
  const place = options.through?.(asked.port) ?? { host: probe.address, port: asked.port };
  const headers = { ...Object.fromEntries(asked.headers), Host: hostHeader ?? asked.host, Connection: "close" };
  const seen: Observed[] = [];
  for (let i = 0; i < times; i++) {
    if (options.signal.aborted) throw new Interrupted();
    seen.push(await observe({ ...place, method: asked.method, path: asked.path + asked.search, headers }));
  }
  return seen;
}
