// Follows one list of an API server: list, watch, and list again after an interruption, with backoff.

import { KubernetesError, refusedBecause } from "../../provider/kubernetes";
import type { KubernetesClient, KubernetesObject, ListOptions, ResourceType, WatchEvent } from "../../provider/kubernetes/types";
import { backoffMs } from "../../resources/backoff";
import { isOlder } from "./versions";

/** Listener of a list that is followed. */
export interface StreamListener {
  /** The whole of it: at the start, and whenever the server no longer knows where we were. */
  list(objects: readonly KubernetesObject[]): void;
  event(type: "added" | "modified" | "deleted", object: KubernetesObject): void;
  /**
   * `open`: a watch has answered, and everything is reported from here on. `broken`, because of an error: changes may be late, nothing that
   * is known is wrong.
   */
  state(state: "open" | "expired" | "broken", error?: unknown): void;
}

/** Waits between tries; a test has a clock of its own. */
export interface Patience {
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

const BACKOFF = { firstMs: 500, longestMs: 30_000 };
/** A watch that has lasted for so long is one. */
const BELIEVED_MS = 1_000;
/** As the informers of Kubernetes have it: no watch is older, and not all end in one moment. */
const SHORTEST_WATCH_S = 300;

const TYPES = { ADDED: "added", MODIFIED: "modified", DELETED: "deleted" } as const;

/**
 * One list and its watch, for as long as the signal lets it: list, watch from there, watch again where it ended, list again when the
 * server has forgotten the point (410). Never a poll: while a watch is open, nothing is asked.
 */
export async function followList(
  client: Pick<KubernetesClient, "listed" | "watch">,
  type: ResourceType,
  options: ListOptions,
  listener: StreamListener,
  { signal, patience }: { signal: AbortSignal; patience: Patience },
): Promise<void> {
  let resourceVersion: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    const over = new AbortController();
    const isFresh = resourceVersion === undefined;
    try {
      if (resourceVersion === undefined) {
        const { objects, resourceVersion: from } = await client.listed(type, options);
        if (signal.aborted) return;
        listener.list(objects);
        resourceVersion = from;
      }
      const open = () => {
        if (signal.aborted || over.signal.aborted) return;
        failures = 0;
        listener.state("open");
      };
      const answered = () => {
        // what answers after a failure may be a page in place of the server: it is believed when it has lasted, or sent an event
        if (failures === 0) open();
        else void patience.sleep(BELIEVED_MS, over.signal).then(open);
      };
      let heard = false;
      const event = (watchEvent: WatchEvent) => {
        if (signal.aborted) return;
        heard = true;
        if (failures > 0) open();
        const { resourceVersion: at } = watchEvent.object.metadata;
        if (at !== undefined && !isOlder(at, resourceVersion)) resourceVersion = at;
        if (watchEvent.type !== "BOOKMARK") listener.event(TYPES[watchEvent.type], watchEvent.object);
      };
      const timeoutSeconds = Math.round(SHORTEST_WATCH_S * (1 + patience.random()));
      const begun = performance.now();
      await client.watch(type, { ...options, resourceVersion, timeoutSeconds, signal, answered, event });
      over.abort();
      // as client-go has it (VeryShortWatchError): a server that ends every watch at once follows nothing
      if (!heard && !signal.aborted && performance.now() - begun < BELIEVED_MS) throw endedAtOnce(type);
    } catch (error) {
      over.abort();
      if (signal.aborted) return;
      if (refusedBecause(error, "expired") && resourceVersion !== undefined) {
        resourceVersion = undefined;
        listener.state("expired");
        // a server that forgets what it has just listed is not asked again and again
        if (!isFresh) continue;
      } else listener.state("broken", error);
      await patience.sleep(backoffMs(failures++, BACKOFF, patience.random()), signal);
    }
  }
}

const endedAtOnce = ({ plural }: ResourceType) =>
  new KubernetesError({ reason: "unknown", status: 200, text: "the watch ended immediately without an event", object: plural });
