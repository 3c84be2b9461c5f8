// The events that watch reports to logs, metrics and Kubernetes.

import type { ObjectRef } from "../../../resources/diagnostic";
import type { LastKnownGoodReport } from "../../components/last-known-good";

/** A change of structure that waits for a person's `pulumi up`. */
export interface PendingChange {
  /** The objects of the cluster that caused it, as far as the change shows them; none where it is older than the watch. */
  causes: readonly ObjectRef[];
  /** Time at which it was first seen, ISO 8601. */
  since: string;
  /** Change of each resource, by type and name: `avi:SniVS lab--shop.example.com`. */
  objects: { readonly [name: string]: "create" | "update" | "delete" | "replace" };
  /** The fields that would change, by the same names. */
  fields?: { readonly [name: string]: readonly string[] };
  /** Reason why its preview fails, or the refusal of its guards. */
  refused?: string;
}

/** Resource that was changed on the load balancer outside of Pulumi. */
export interface DriftFound {
  /** Name of the resource. */
  resource: string;
  /** Type of the resource in the program. */
  type: string;
}

/** Event of the continuous run. Logs write it down, metrics count it. */
export type ReportedEvent =
  /** Everything has been read, and is followed from now on. */
  | { what: "begin"; stack: string }
  | { what: "note"; message: string }
  /** A change in a cluster; `kind` as `liveCluster` spells kinds. */
  | { what: "event"; cluster: string; kind: string; type: "added" | "modified" | "deleted"; object: string }
  /** A list and its watch: whole and followed, no longer kept by the server (410), or broken off. */
  | { what: "stream"; cluster: string; kind: string; state: "open" | "expired" | "broken" }
  /** An API server that does not answer, or a `kind` that it refuses: reported once, and once more without a reason when it is over. */
  | { what: "outage"; cluster: string; kind?: string; reason?: string; gone?: true }
  /**
   * The servers of a resource are on the load balancer; `seconds` from the first event that asked for it. `would`: with `--apply none`
   * nothing is written, and this would have been.
   */
  | { what: "write"; resource: string; type: string; seconds: number; servers: number; would?: true }
  /** The status of an object was written; `would`: with `--apply none` it would have been. */
  | { what: "status"; object: string; would?: true }
  /** An operation failed; nothing was removed. `again`: seconds until the next try. `known`: the same reason was reported of another. */
  | { what: "failure"; code: string; message: string; resource?: string; again?: number; known?: true }
  | { what: "pending"; pending: readonly PendingChange[] }
  /** Objects that are held at their last known good version (`--apply all`): the complete list. */
  | { what: "held"; held: readonly LastKnownGoodReport[] }
  | { what: "drift"; drift: readonly DriftFound[] }
  /** A route has lost its last server (`down`), or has one again. */
  | { what: "health"; object: string; route: string; down: boolean; message: string }
  /** A run of the program through Pulumi; one that failed is reported as a failure, too. */
  | { what: "run"; run: "preview" | "up" | "refresh"; seconds: number; failed?: string }
  /** All that Pulumi has printed in a run that failed. */
  | { what: "output"; run: "preview" | "up" | "refresh"; text: string }
  /** Somebody else's run has ended, and the watch has read the state again. */
  | { what: "history"; version: number; result: string }
  | { what: "leader"; leader: boolean };

/** Receives the events. It is called in the middle of the work: it returns at once and never throws. */
export type EventSink = (event: ReportedEvent) => void;

/** Passes each event to all sinks, in order. */
export function eventSinks(...all: readonly EventSink[]): EventSink {
  return (event) => {
    for (const observer of all) observer(event);
  };
}
