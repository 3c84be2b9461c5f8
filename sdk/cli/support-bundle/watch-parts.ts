// The parts of a support bundle about a running watch: its status, metrics and log, as its HTTP server gives them.

import { isRecord } from "../../specs";
import type { BundlePart } from "./bundle";
import { entries, type Field, list, name, object, plain, time } from "./fields";
import { failure, place, pointer, word } from "./words";

const ref = object({ apiVersion: word, kind: word, tenant: name, namespace: name, name });
const waiting = {
  pending: list(
    object({ causes: list(ref), since: time, refused: failure, objects: entries(place, word), fields: entries(place, list(pointer)) }),
  ),
  drift: list(object({ resource: name, type: word })),
  held: list(object({ object: ref, because: failure, known: plain })),
};
const status = object({ ready: plain, troubles: list(failure), queue: object({ waiting: plain, oldestSeconds: plain }), ...waiting });
const event = object({
  ...{ time, level: word, what: word, code: word, message: failure, reason: failure, failed: failure, again: plain, known: plain },
  ...{ cluster: name, stack: name, object: place, resource: name, route: place, kind: word, type: word, state: word, run: word },
  ...{ result: word, seconds: plain, servers: plain, version: plain, would: plain, gone: plain, down: plain, leader: plain, ...waiting },
});

/** @param listen address of the watch */
export function watchParts(listen: string): BundlePart[] {
  const answer = async (path: string): Promise<string> => {
    const response = await fetch(`http://${listen}${path}`, { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`it answered with status ${response.status}`);
    return response.text();
  };
  const otherwise = "no watch of this release answers: give its address with --listen";
  return [
    {
      file: "watch-status.json",
      about: "what a running watch waits for",
      otherwise,
      fields: status,
      make: async () => JSON.parse(await answer("/pending")),
    },
    { file: "watch-metrics.txt", about: "its metrics", otherwise, fields: linesOf(metric), make: () => answer("/metrics") },
    { file: "watch-log.jsonl", about: "its last 1,000 lines", otherwise, fields: linesOf(logLine), make: () => answer("/log") },
  ];
}

const linesOf =
  (line: Field): Field =>
  (value, names) =>
    String(value)
      .split("\n")
      .flatMap((one) => line(one, names) ?? [])
      .map((one) => `${one}\n`)
      .join("");

const logLine: Field = (line, names) => {
  try {
    const value: unknown = JSON.parse(String(line));
    return isRecord(value) ? JSON.stringify(event(value, names)) : undefined;
  } catch {
    return undefined;
  }
};

const METRIC =
  /^(k8s_lb_watch_(?:(?:events|streams|writes|errors|runs)_total|event_to_write_seconds_(?:bucket|sum|count)|leader|ready|pending|drift|queue|queue_oldest_seconds|servers))(?:\{(.*)\})? (\d[\d.e+-]{0,30})$/;
const LABELS: { readonly [label: string]: Field } = {
  ...{ cluster: name, object: place, kind: word, type: word, code: word, run: word, state: word, result: word },
  le: (value) => (/^(?:\d[\d.]*|\+Inf)$/.test(String(value)) ? String(value) : undefined),
};

const metric: Field = (line, names) => {
  const [, of, labels = "", value] = METRIC.exec(String(line)) ?? [];
  if (of === undefined) return undefined;
  const shown = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].flatMap(([, label = "", text]) => {
    const shownLabel = Object.hasOwn(LABELS, label) ? LABELS[label]?.(text, names) : undefined;
    return shownLabel === undefined ? [] : [`${label}=${JSON.stringify(shownLabel)}`];
  });
  return `${of}${shown.length > 0 ? `{${shown.join(",")}}` : ""} ${value}`;
};
