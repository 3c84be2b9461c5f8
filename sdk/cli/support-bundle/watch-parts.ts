import { reasonOf } from "../../../resources/diagnostic";
import { isRecord } from "../../specs";
import type { BundleContext, BundlePart } from "./bundle";

/** Largest answer of a watch that is taken. */
const LARGEST = 16_000_000;
/** Fields of events that are names, but for their values that are words of a format. */
const NAMES = ["object", "resource", "cluster", "stack"] as const;

/** Status, metrics and log of a running watch. */
export function watchParts(listen: string, context: BundleContext): BundlePart[] {
  const answer = async (path: string): Promise<string> => {
    const response = await fetch(`http://${listen}${path}`, { signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
      throw new Error(`no watch answers at ${listen} (${reasonOf(error)}): give its address with --listen`);
    });
    if (response.status === 404) throw new Error(`the watch at ${listen} is of a release that does not serve ${path}`);
    if (!response.ok) throw new Error(`the watch at ${listen} answered ${path} with status ${response.status}`);
    const text = await response.text();
    return text.length > LARGEST ? text.slice(-LARGEST) : text;
  };
  return [
    {
      file: "watch-status.json",
      about: "what a running watch waits for",
      async make() {
        const status: unknown = JSON.parse(await answer("/pending"));
        learnStatus(status, context);
        return status;
      },
    },
    {
      file: "watch-metrics.txt",
      about: "its metrics",
      async make() {
        const text = await answer("/metrics");
        for (const [, cluster = ""] of text.matchAll(/\bcluster="((?:[^"\\]|\\.)*)"/g)) context.names.learn(cluster);
        return text;
      },
    },
    {
      file: "watch-log.jsonl",
      about: "its last 1,000 lines",
      async make() {
        const text = await answer("/log");
        for (const line of text.split("\n")) learnLine(line, context);
        return text;
      },
    },
  ];
}

function learnLine(line: string, { names }: BundleContext): void {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return;
  }
  if (!isRecord(event)) return;
  for (const field of NAMES) if (typeof event[field] === "string") names.learn(event[field]);
  for (const text of [event.msg, event.message]) if (typeof text === "string") names.learnFrom(text);
  if (Array.isArray(event.pending) || Array.isArray(event.held) || Array.isArray(event.drift)) learnStatus(event, { names });
}

/** The names in `/pending`, and in the events that say the same. */
function learnStatus(status: unknown, { names }: Pick<BundleContext, "names">): void {
  const lists = isRecord(status) ? [status.pending, status.held, status.drift].flatMap((list) => (Array.isArray(list) ? list : [])) : [];
  for (const entry of lists.filter(isRecord)) {
    const causes = Array.isArray(entry.causes) ? entry.causes : [];
    for (const object of [...causes, entry.object].filter(isRecord))
      for (const part of [object.tenant, object.namespace, object.name]) if (typeof part === "string") names.learn(part);
    // `avi:SniVS lab--shop.example.com`
    for (const named of isRecord(entry.objects) ? Object.keys(entry.objects) : []) names.learn(named.slice(named.indexOf(" ") + 1));
    if (typeof entry.resource === "string") names.learn(entry.resource);
  }
}
