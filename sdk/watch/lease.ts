// Elects one leader among several watch processes by a Kubernetes Lease.

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { refusedBecause } from "../../provider/kubernetes";
import type { KubernetesClient, KubernetesObject, ObjectKey, ResourceType } from "../../provider/kubernetes/types";
import { isRecord } from "../specs";
import { type DeadLeader, RUNS_ANNOTATION } from "./stack/stale-lock";
import { CLOCK, type Clock } from "./terms/clock";

/** Leadership of this process, which alone writes. A process without it continues to watch, so that it can take over at once. */
export interface Leadership {
  isLeader(): boolean;
  /** Calls with every change; the function that comes back ends that. */
  onChange(listener: (leader: boolean) => void): () => void;
}

/** For a run that has no replicas. */
export const WITHOUT_ELECTION: Leadership = { isLeader: () => true, onChange: () => () => undefined };

const LEASE: ResourceType = {
  group: "coordination.k8s.io",
  version: "v1",
  plural: "leases",
  kind: "Lease",
  namespaced: true,
  tenanted: false,
};

/** Milliseconds. As in client-go each is longer than the next: a leader has stopped before another may begin. */
export interface LeaseTimes {
  /** Time without a renewal after which another replica may acquire the Lease. */
  duration: number;
  /** Time without a renewal after which the leader stops writing. */
  renewWithin: number;
  /** Time between two attempts. */
  retry: number;
}

/** Another replica sees the last renewal up to a `retry` late, and looks again within one: 15 s at most from death to take-over. */
const TIMES: LeaseTimes = { duration: 11_000, renewWithin: 8_000, retry: 1_500 };

/** Part by which chance lengthens a pause (jitter), so that replicas do not try at one moment (client-go's JitterFactor). */
const JITTER = 0.2;

export interface LeaseOptions {
  client: KubernetesClient;
  namespace: string;
  name: string;
  /** Process ids that this process runs on the stack. */
  runs?: () => readonly number[];
  /** Error of an attempt. The next attempt follows in any case. */
  failed?: (error: unknown) => void;
  /** Default: host, process id and a random part. */
  identity?: string;
  times?: LeaseTimes;
  clock?: Clock;
}

/**
 * Leader election with a Lease. As in client-go no clock of another machine counts: a Lease has run out when this replica itself has seen
 * no renewal for its duration, whatever times it has; and every write is bound to the version that was read, so that of two one wins.
 */
export class LeaseElector implements Leadership {
  readonly identity: string;
  /** Leader before that did not give the Lease back: its locks may be left. */
  before: DeadLeader | undefined;
  private readonly key: ObjectKey;
  private readonly times: LeaseTimes;
  private readonly clock: Clock;
  private readonly listeners = new Set<(leader: boolean) => void>();
  private leading = false;
  private renewed = Number.NEGATIVE_INFINITY;
  private seen: { version: string; at: number } | undefined;
  private ended = false;
  private forgetNext = () => {};
  private forgetEnd = () => {};
  private attempt: Promise<void> = Promise.resolve();

  constructor(private readonly options: LeaseOptions) {
    const { namespace, name, identity, times = TIMES, clock = CLOCK } = options;
    this.identity = identity ?? `${hostname()}_${process.pid}_${randomUUID()}`;
    this.key = { type: LEASE, namespace, name };
    this.times = times;
    this.clock = clock;
  }

  isLeader(): boolean {
    return this.leading && this.clock.now() - this.renewed < this.times.renewWithin;
  }

  onChange(listener: (leader: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tries until it is released. */
  start(): void {
    this.attempt = this.once();
  }

  /** Gives the Lease back, so that no other process has to wait for its end. */
  async release(): Promise<void> {
    this.ended = true;
    this.forgetNext();
    await this.attempt;
    const led = this.leading;
    this.lead(false);
    if (!led) return;
    try {
      const lease = await this.options.client.get(this.key);
      if (lease && holderOf(lease) === this.identity) await this.write(lease, { holderIdentity: "", leaseDurationSeconds: 1 });
    } catch (error) {
      this.options.failed?.(error);
    }
  }

  private async once(): Promise<void> {
    const begun = this.clock.now();
    try {
      if (await this.hold()) this.hasHeld(begun);
      else this.lead(false);
    } catch (error) {
      // another replica was faster: the next attempt reads which
      if (!refusedBecause(error, "conflict", "exists")) this.options.failed?.(error);
    }
    if (this.ended) return;
    const { retry } = this.times;
    this.forgetNext = this.clock.after(retry * (1 + JITTER * this.clock.random()), () => this.start());
  }

  /** Counted from before the request: the server may have written at once and answered late. */
  private hasHeld(begun: number): void {
    this.renewed = begun;
    this.forgetEnd();
    const remaining = begun + this.times.renewWithin - this.clock.now();
    // a leader that cannot renew in time stops by its own clock, whatever the server does
    this.forgetEnd = this.clock.after(Math.max(0, remaining), () => this.lead(false));
    if (remaining > 0 && !this.ended) this.lead(true);
  }

  /** True when the Lease is this replica's, renewed or taken just now. */
  private async hold(): Promise<boolean> {
    const lease = await this.options.client.get(this.key);
    if (!lease) {
      const made = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: this.metadata(), spec: this.spec(0) };
      await this.options.client.create(this.key, made);
      return true;
    }
    const now = this.clock.now();
    const version = String(lease.metadata.resourceVersion);
    if (this.seen?.version !== version) this.seen = { version, at: now };
    const { leaseTransitions, acquireTime } = specOf(lease);
    const holder = holderOf(lease);
    const isMine = holder === this.identity;
    if (!isMine && holder !== "" && now - this.seen.at < this.times.duration) return false;
    const transitions = typeof leaseTransitions === "number" ? leaseTransitions : 0;
    await this.write(lease, this.spec(isMine ? transitions : transitions + 1, isMine ? acquireTime : undefined));
    if (!isMine) this.before = holder === "" ? undefined : leaderIn(holder, lease);
    return true;
  }

  private async write({ metadata: { resourceVersion } }: KubernetesObject, spec: LeaseSpec): Promise<void> {
    const metadata = { ...this.metadata(), ...(resourceVersion === undefined ? {} : { resourceVersion }) };
    await this.options.client.mergePatch(this.key, { metadata, spec: { ...spec } });
  }

  private metadata() {
    const { name, namespace = "default" } = this.key;
    return { name, namespace, annotations: { [RUNS_ANNOTATION]: (this.options.runs?.() ?? []).join(",") } };
  }

  private spec(leaseTransitions: number, acquired?: unknown): LeaseSpec {
    // a MicroTime of the API; for people, no code here reads it
    const now = new Date().toISOString().replace("Z", "000Z");
    return {
      holderIdentity: this.identity,
      leaseDurationSeconds: Math.ceil(this.times.duration / 1000),
      acquireTime: typeof acquired === "string" ? acquired : now,
      renewTime: now,
      leaseTransitions,
    };
  }

  private lead(leader: boolean): void {
    if (this.leading === leader) return;
    this.leading = leader;
    for (const listener of this.listeners) listener(leader);
  }
}

type LeaseSpec = { [field: string]: string | number };

const specOf = ({ spec }: KubernetesObject): Record<string, unknown> => (isRecord(spec) ? spec : {});

function holderOf(lease: KubernetesObject): string {
  const { holderIdentity } = specOf(lease);
  return typeof holderIdentity === "string" ? holderIdentity : "";
}

/** `<host>_<pid>_<random>`, with the runs in its annotation. */
function leaderIn(identity: string, { metadata }: KubernetesObject): DeadLeader | undefined {
  const [, host, pid] = /^(.+)_(\d+)_[^_]+$/.exec(identity) ?? [];
  if (host === undefined) return undefined;
  const runs = (metadata.annotations?.[RUNS_ANNOTATION] ?? "").split(",").filter(Boolean);
  return { host, pids: [pid, ...runs].map(Number) };
}
