import type { HttpResponse, Stream } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { expired, StatusError } from "../errors/status";
import { headersOf } from "../request/answer";
import { type Call, storage } from "../request/call";
import { checkListOptions } from "../request/options";
import { rendered } from "../request/render";
import { apiVersionOf } from "../resources/resource";
import type { Change } from "../store/store";
import { filterOf, numberOf, versionFault } from "./list";

const BOOKMARK_EVERY_MS = 10_000;
/** Without `timeoutSeconds` a watch ends by itself, as on a real server, after half an hour. */
const LONGEST_S = 1800;

type Keep = (key: string, object: JsonObject) => boolean;

/** `watch=true`: one JSON object per line, from a revision on. */
export function watch(call: Call): HttpResponse {
  const { query, cluster } = call;
  checkListOptions(call);
  const keep = filterOf(call);
  const from = startOf(call);
  const seconds = numberOf(query, "timeoutSeconds") || LONGEST_S;
  const bookmarks = query.get("allowWatchBookmarks") === "true";
  const initial = query.get("sendInitialEvents") === "true" || from === 0;
  const start = (stream: Stream) => {
    // looked up only now: nothing that is written in the meantime may be missed
    const missed = initial ? [] : cluster.store.changesSince(storage(call), from);
    const send = sender(stream);
    if (!missed) {
      const earliest = cluster.store.earliest(storage(call));
      send("ERROR", expired(`too old resource version: ${from} (${earliest})`).body());
      stream.end();
      return;
    }
    if (initial) begin(call, keep, send, query.get("sendInitialEvents") === "true" && bookmarks);
    for (const change of missed) pass(call, change, keep, send);
    follow(call, { keep, send, stream, seconds, bookmarks });
  };
  return { status: 200, headers: headersOf(call), body: "", stream: start };
}

/** One line per event; of tables only the first has the columns. */
function sender(stream: Stream): Send {
  let tables = 0;
  return (type, object) => {
    const isTable = "columnDefinitions" in object;
    const sent = isTable && tables++ > 0 ? { ...object, columnDefinitions: null } : object;
    stream.write(`${JSON.stringify({ type, object: sent })}\n`);
  };
}

function startOf({ query }: Call): number {
  const written = query.get("resourceVersion") ?? "";
  if (!/^\d*$/.test(written)) throw new StatusError(500, undefined, versionFault(written));
  return Number(written || "0");
}

type Send = (type: string, object: object) => void;

/** What there is, told as if it had just been added. */
function begin(call: Call, keep: Keep, send: Send, ended: boolean): void {
  for (const [key, object] of call.cluster.store.list(storage(call))) if (keep(key, object)) send("ADDED", rendered(call, object));
  if (ended) send("BOOKMARK", bookmark(call, { "k8s.io/initial-events-end": "true" }));
}

interface Following {
  keep: Keep;
  send: Send;
  stream: Stream;
  seconds: number;
  bookmarks: boolean;
}

function follow(call: Call, { keep, send, stream, seconds, bookmarks }: Following): void {
  const stop = call.cluster.store.watch(storage(call), (change) => pass(call, change, keep, send));
  const beat = bookmarks ? setInterval(() => send("BOOKMARK", bookmark(call)), BOOKMARK_EVERY_MS).unref() : undefined;
  const end = setTimeout(() => stream.end(), seconds * 1000).unref();
  stream.onClose(() => {
    stop();
    clearInterval(beat);
    clearTimeout(end);
  });
}

/** An object that comes into what is selected is new to the watcher, one that leaves it is gone. */
function pass(call: Call, change: Change, keep: Keep, send: Send): void {
  const now = change.type !== "DELETED" && keep(change.key, change.object);
  const before = change.before !== undefined && keep(change.key, change.before);
  const { resourceVersion } = change.object.metadata as JsonObject;
  if (now) send(before ? "MODIFIED" : "ADDED", rendered(call, change.object));
  else if (before) {
    // its last state that was selected, with the revision of the change
    const last = change.type === "DELETED" ? change.object : change.before!;
    send("DELETED", rendered(call, { ...last, metadata: { ...(last.metadata as JsonObject), resourceVersion: resourceVersion! } }));
  }
}

function bookmark({ resource, cluster }: Call, annotations?: JsonObject): object {
  const metadata: JsonObject = { resourceVersion: String(cluster.store.revision) };
  if (annotations) metadata.annotations = annotations;
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata };
}
