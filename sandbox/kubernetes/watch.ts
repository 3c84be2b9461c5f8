// Watch requests: streams of changes, bookmarks, timeouts.
import type { HttpResponse, Stream } from "../shared/http";
import { type JsonObject, text } from "../shared/json";
import { type KubernetesCall, shown, storage } from "./call";
import { apiVersionOf } from "./cluster";
import { filterOf, numberOf, versionIn } from "./list";
import { metaOf, versionOf } from "./metadata";
import { expired, JSON_HEADERS } from "./status";
import type { StoreChange } from "./store";

const BOOKMARK_EVERY_MS = 10_000;
/** Without `timeoutSeconds` a watch ends by itself, as on a real server, after half an hour. */
const LONGEST_S = 1800;

/** `watch=true`: one JSON object per line, from a revision on. */
export function watch(call: KubernetesCall): HttpResponse {
  const { query, cluster } = call;
  const keep = filterOf(call);
  const from = versionIn(query);
  const seconds = numberOf(query, "timeoutSeconds") || LONGEST_S;
  const start = (stream: Stream) => {
    const watcher = new OpenWatch(call, keep, stream);
    // looked up only now: nothing that is written in the meantime may be missed
    const missed = from === 0 ? [] : cluster.store.changesSince(storage(call), from);
    if (!missed) return watcher.refuse(from);
    if (from === 0) watcher.begin();
    for (const change of missed) watcher.pass(change);
    watcher.follow(seconds);
  };
  return { status: 200, headers: { ...JSON_HEADERS }, body: "", stream: start };
}

/** One open watch. */
class OpenWatch {
  constructor(
    private readonly call: KubernetesCall,
    private readonly keep: (key: string, object: JsonObject) => boolean,
    private readonly stream: Stream,
  ) {}

  /** Refuses a watch from a revision whose changes are no longer kept. */
  refuse(from: number): void {
    const { cluster } = this.call;
    this.send("ERROR", expired(`too old resource version: ${from} (${cluster.store.earliest(storage(this.call))})`).body());
    this.stream.end();
  }

  /** Sends the existing objects as if they had just been added. */
  begin(): void {
    const { cluster } = this.call;
    for (const [key, object] of cluster.store.list(storage(this.call)))
      if (this.keep(key, object)) this.send("ADDED", shown(this.call, object));
  }

  /** Tells every change from now on, until one side ends it or the time is over. */
  follow(seconds: number): void {
    const { cluster, query } = this.call;
    const stop = cluster.store.watch(storage(this.call), (change) => this.pass(change));
    const beat = query.get("allowWatchBookmarks") === "true" ? setInterval(() => this.mark(), BOOKMARK_EVERY_MS).unref() : undefined;
    const leave = () => {
      stop();
      clearInterval(beat);
      clearTimeout(end);
    };
    // a slow client may still be reading when the timeout ends: send nothing more on the open connection
    const end = setTimeout(() => {
      leave();
      this.stream.end();
    }, seconds * 1000).unref();
    this.stream.onClose(leave);
  }

  /** An object that comes into what is selected is new to the watcher, one that leaves it is gone. */
  pass({ type, key, object, before }: StoreChange): void {
    const was = before !== undefined && this.keep(key, before);
    if (type !== "DELETED" && this.keep(key, object)) this.send(was ? "MODIFIED" : "ADDED", shown(this.call, object));
    else if (was) {
      // its last state that was selected, with the revision of the change
      const last = type === "DELETED" ? object : before;
      this.send("DELETED", shown(this.call, { ...last, metadata: { ...metaOf(last), resourceVersion: versionOf(object) } }));
    }
  }

  /** Reports up to which revision everything has been sent. */
  private mark(): void {
    const { resource, cluster } = this.call;
    const metadata = { resourceVersion: text(cluster.store.revision) };
    this.send("BOOKMARK", { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata });
  }

  private send(type: string, object: object): void {
    this.stream.write(`${JSON.stringify({ type, object })}\n`);
  }
}
