// `k8s-lb watch status`: shows what a running watch waits for.

import { type LastKnownGoodReport, lastKnownGoodText } from "../../components/last-known-good";
import { pendingInWords } from "../../watch/report/event-text";
import type { DriftFound, PendingChange } from "../../watch/terms/reported-event";
import { exitCodeOption, outputOption } from "../grammar";
import { opt } from "../option";
import { defineVerb } from "../verb";

/** Answer of `/pending` of a watch. */
interface WatchStatus {
  ready: boolean;
  troubles: string[];
  queue: { waiting: number; oldestSeconds: number };
  pending: PendingChange[];
  drift: DriftFound[];
  held: LastKnownGoodReport[];
}

export const LISTEN = "127.0.0.1:9814";

export const watchStatusCommand = defineVerb({
  name: "status",
  description: "Show what a running watch is waiting for: structural changes, drift, unreachable systems",
  options: [
    opt("--listen <address>", "address on which the watch listens").usually(LISTEN),
    outputOption(["table", "json", "yaml"]),
    exitCodeOption("when anything is pending, held or drifted"),
  ],
  examples: ["watch status", "watch status -o json --exit-code"],
  async run(_options, _args, command) {
    // `watch` has the option too, and takes it wherever it is written
    const { listen } = command.optsWithGlobals<{ listen: string }>();
    const status = await readStatus(listen);
    const { pending, drift, held } = status;
    return { document: status, table: () => inWords(status), isFound: pending.length + drift.length + held.length > 0 };
  },
});

async function readStatus(listen: string): Promise<WatchStatus> {
  try {
    const answer = await fetch(`http://${listen}/pending`, { signal: AbortSignal.timeout(10_000) });
    // what answers there is a watch of this release, or fails below
    return (await answer.json()) as WatchStatus;
  } catch {
    throw new Error(`no watch answers at ${listen}: start one with \`k8s-lb watch\`, or say where it listens with --listen`);
  }
}

function inWords({ ready, troubles, queue, pending, drift, held }: WatchStatus): string {
  const lines = [
    ready ? "following" : "not ready yet",
    ...(queue.waiting > 0 ? [`${queue.waiting} pools wait to be written, the oldest for ${queue.oldestSeconds.toFixed(1)} s`] : []),
    ...(pending.length > 0 ? pending.map(pendingInWords) : ["nothing is pending"]),
    ...held.map(lastKnownGoodText),
    ...drift.map(({ type, resource }) => `changed by hand: ${type} ${resource}`),
    // the line of a change has its refusal
    ...troubles.filter((trouble) => !pending.some(({ refused }) => refused && trouble.endsWith(refused))),
  ];
  return `${lines.join("\n")}\n`;
}
