// The state of one Octavia and the services that it calls.
import { type JsonObject, texts } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import type { VipNetwork } from "./network";
import { type OctaviaKind, type OctaviaRow, Rows, type Tree } from "./store";
import { Views } from "./views";

/** The certificates that listeners and pools refer to. */
export interface Certificates {
  /** The references that lead to no certificate. */
  missing(references: string[]): string[];
  /** Why an existing reference is not a bundle of certificate and key; undefined if it may be one. */
  unreadable(reference: string): string | undefined;
  /** The text of a secret; undefined when it cannot be read. */
  secret(reference: string): string | undefined;
}

export interface OctaviaSettings {
  auth: "noauth" | "keystone";
  /** Milliseconds that the worker takes for a job. */
  delayMs: number;
}

/** The state of one Octavia and what its handlers share. */
export class OctaviaService {
  readonly store = new Rows();
  readonly views = new Views(this.store);
  readonly worker: Worker;

  constructor(
    readonly settings: OctaviaSettings,
    private readonly random: SeededRandom,
    readonly network: VipNetwork,
    readonly certificates: Certificates,
  ) {
    this.worker = new Worker(this, settings.delayMs);
  }

  get tree(): Tree {
    return this.views.tree;
  }

  newId(): string {
    return this.random.uuid4();
  }

  /** Adds a row that has just been made; null means the default. */
  insert(kind: OctaviaKind, fields: JsonObject): OctaviaRow {
    return this.store.put(kind, {
      id: this.newId(),
      operating_status: "OFFLINE",
      ...fields,
      tags: sortedTags(fields.tags),
      admin_state_up: fields.admin_state_up ?? false,
      provisioning_status: "PENDING_CREATE",
      created_at: timestamp(),
      updated_at: null,
    });
  }

  /** Changes some fields of a row; fields that are not given stay. */
  update(kind: OctaviaKind, id: string, fields: JsonObject): OctaviaRow {
    const before = this.store.get(kind, id);
    if (!before) throw new Error(`no ${kind} ${id}`);
    const row: OctaviaRow = { ...before, ...fields, id: before.id, updated_at: timestamp() };
    if (fields.admin_state_up === null) row.admin_state_up = false;
    // null leaves the tags as they are
    if ("tags" in fields) row.tags = fields.tags === null ? (before.tags ?? []) : sortedTags(fields.tags);
    return this.store.put(kind, row);
  }
}

/** Tags are a set that comes back in the order of the index. */
const sortedTags = (tags: unknown): string[] => texts(tags).sort((a, b) => compareText(a.toLowerCase(), b.toLowerCase()));

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The time as the server writes it: whole seconds, UTC, no zone. */
const timestamp = (): string => new Date().toISOString().slice(0, 19);

/** Kinds that are ONLINE after a job of their own; the job of a populated create does not touch them. */
const WITHOUT_HEALTH: OctaviaKind[] = ["l7policy", "l7rule"];

/** Does what the amphora driver's workers do: some time after a request, everything it left pending is active or gone. */
export class Worker {
  private readonly jobs = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly octavia: OctaviaService,
    public delayMs: number,
  ) {}

  /** Takes on what is pending below this load balancer, if its provider has workers. */
  schedule(loadBalancer: OctaviaRow): void {
    if (loadBalancer.provider === "noop_driver") return;
    clearTimeout(this.jobs.get(loadBalancer.id));
    const job = setTimeout(() => this.finish(loadBalancer.id), this.delayMs);
    this.jobs.set(loadBalancer.id, job.unref());
  }

  /** Forgets every job. */
  stop(): void {
    for (const job of this.jobs.values()) clearTimeout(job);
    this.jobs.clear();
  }

  /** Takes up what was pending when the state was saved. */
  resume(): void {
    for (const row of this.octavia.store.list("loadbalancer")) {
      if (String(row.provisioning_status).startsWith("PENDING_")) this.schedule(row);
    }
  }

  private finish(id: string): void {
    this.jobs.delete(id);
    const { store, tree } = this.octavia;
    const loadBalancer = store.get("loadbalancer", id);
    if (!loadBalancer || !String(loadBalancer.provisioning_status).startsWith("PENDING_")) return;
    if (loadBalancer.provisioning_status === "PENDING_DELETE") {
      removeLoadBalancer(this.octavia, loadBalancer);
      return;
    }
    const populated = loadBalancer.provisioning_status === "PENDING_CREATE";
    for (const listener of tree.listeners(id)) {
      for (const policy of tree.policies(listener.id)) {
        for (const rule of tree.rules(policy.id)) this.settle("l7rule", rule, populated);
        this.settle("l7policy", policy, populated);
      }
      this.settle("listener", listener);
    }
    for (const pool of tree.pools(id)) {
      const monitor = tree.monitor(pool.id);
      if (monitor) this.settle("healthmonitor", monitor);
      for (const member of tree.members(pool.id)) this.settle("member", member);
      this.settle("pool", pool);
    }
    this.octavia.update("loadbalancer", id, { provisioning_status: "ACTIVE" });
  }

  /** Members of a pool without monitor say so. */
  private unwatch(pool: string): void {
    for (const member of this.octavia.tree.members(pool)) this.octavia.update("member", member.id, { operating_status: "NO_MONITOR" });
  }

  private settle(kind: OctaviaKind, row: OctaviaRow, populated = false): void {
    const status = String(row.provisioning_status);
    if (status === "PENDING_DELETE") {
      if (kind === "healthmonitor") this.unwatch(String(row.pool_id));
      removeRow(this.octavia, kind, row);
    } else if (status.startsWith("PENDING_")) {
      const hasHealth = kind === "healthmonitor" || (WITHOUT_HEALTH.includes(kind) && !populated);
      const health: JsonObject = hasHealth ? { operating_status: row.admin_state_up ? "ONLINE" : "OFFLINE" } : {};
      this.octavia.update(kind, row.id, { provisioning_status: "ACTIVE", ...health });
    }
  }
}

/** Takes a row away with everything below it. */
export function removeRow(octavia: OctaviaService, kind: OctaviaKind, row: OctaviaRow): void {
  const { store, tree } = octavia;
  if (kind === "pool") {
    for (const member of tree.members(row.id)) store.remove("member", member.id);
    for (const monitor of store.childrenOf("healthmonitor", row.id)) store.remove("healthmonitor", monitor.id);
    for (const listener of tree.listeners(String(row.loadbalancer_id))) {
      if (listener.default_pool_id === row.id) octavia.update("listener", listener.id, { default_pool_id: null });
    }
    for (const policy of tree.policiesTo(row)) octavia.update("l7policy", policy.id, { redirect_pool_id: null });
  }
  if (kind === "l7policy") for (const rule of tree.rules(row.id)) store.remove("l7rule", rule.id);
  if (kind === "listener") for (const policy of tree.policies(row.id)) removeRow(octavia, "l7policy", policy);
  store.remove(kind, row.id);
  if (kind === "l7policy") renumber(octavia, String(row.listener_id));
}

/** A deleted load balancer stays in the database for a while, in the state DELETED; its children do not. */
function removeLoadBalancer(octavia: OctaviaService, loadBalancer: OctaviaRow): void {
  const { tree } = octavia;
  for (const listener of tree.listeners(loadBalancer.id)) removeRow(octavia, "listener", listener);
  for (const pool of tree.pools(loadBalancer.id)) removeRow(octavia, "pool", pool);
  octavia.update("loadbalancer", loadBalancer.id, { provisioning_status: "DELETED" });
  octavia.network.release(loadBalancer);
}

/** Positions are 1 to n without gaps. */
function renumber(octavia: OctaviaService, listener: string): void {
  let position = 0;
  for (const policy of octavia.tree.policies(listener)) {
    position++;
    if (policy.position !== position) octavia.update("l7policy", policy.id, { position });
  }
}
