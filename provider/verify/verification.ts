// Interface that a back end implements for `k8s-lb verify`: a session with checks and a probe.

import type { Request } from "../../requests/answer/request";
import type { RoutingTable } from "../../requests/table/routing-table";
import type { ConfigSource } from "../lifecycle/handler";
import type { CheckResult } from "./check";

/** First part of the names, and the owner mark, of everything that a run creates. */
export const VERIFY_MARK = "k8s-lb-verify";

/** Names and settings for the objects of a run. */
export interface VerifyPlace {
  /** First part of each name. */
  prefix: string;
  /** First part of the names of this run and of earlier ones. */
  family: string;
  /** Settings of the target, as a program has them: cloud, network, subnet ... */
  settings: { readonly [key: string]: unknown };
  /** Ends the run between two requests. */
  signal: AbortSignal;
}

/** An echo server as the load balancer reaches it: `10.0.0.5:8081`. */
export type EchoServers = readonly [first: string, second: string];

/** A request for one assumption. */
export interface ProbeRequest {
  id: string;
  request: Request;
  /** Value of the header Host, if not the host of the URL. */
  hostHeader?: string;
  /** Number of times that it is sent; shares are counted. Default 1. */
  times?: number;
}

/** Objects that answer clients, and requests to send to them. */
export interface Probe {
  /** Answers by the bodies as the server has them now. */
  rules: RoutingTable;
  /** Address that the load balancer got. */
  address: string;
  cases: readonly ProbeRequest[];
  /** Questions that the server left open, because it refused what they need. */
  inconclusive: readonly { id: string; found: string }[];
}

/** Result of removing the objects of a run. */
export interface Cleaned {
  removed: number;
  /** Type and name of the remaining objects, and why they remain. */
  remaining: string[];
}

/** One connection to a server, for one run. */
export interface VerifySession {
  /** Version of the server. */
  version(): Promise<string>;
  /** Texts of the connection and the settings that no report contains: hosts, users, tenants. */
  readonly names: readonly string[];
  /** By the ID of the assumption. */
  readonly checks: { readonly [id: string]: () => Promise<CheckResult> };
  /** IDs of the assumptions that requests are sent for. */
  readonly probed: readonly string[];
  /** Creates the objects that answer requests, and waits until they do; absent for a back end that answers none. */
  probe?(servers: EchoServers): Promise<Probe>;
  /** Number of objects of earlier runs. */
  leftovers(): Promise<number>;
  /** Deletes the objects of this run, and with `earlier` of any run, by name and mark. */
  clean(earlier: boolean): Promise<Cleaned>;
}

/** Part of a back end that `k8s-lb verify` asks. */
export interface Verification {
  /** IDs of the checks of the API, and of the assumptions that requests are sent for. */
  readonly checked: readonly string[];
  readonly probed: readonly string[];
  open(config: ConfigSource, place: VerifyPlace): VerifySession;
}
