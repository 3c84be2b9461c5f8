import type { JsonObject } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import { immutable } from "./errors";
import type { Network } from "./network";
import { type Kind, type Row, Store, type Tree } from "./store";
import { Views } from "./views";
import { Worker } from "./worker";

/** The certificates that listeners and pools refer to. */
export interface Certificates {
  /** The references that lead to no certificate. */
  missing(references: string[]): string[];
  /** Why a reference that leads somewhere is no bundle of certificate and key; undefined when it may be one. */
  unreadable(reference: string): string | undefined;
  /** The text of a secret; undefined when it cannot be read. */
  secret(reference: string): string | undefined;
}

export interface OctaviaSettings {
  auth: "noauth" | "keystone";
  /** How long the worker takes for a job. */
  delayMs: number;
}

/** The state of one Octavia and what its handlers share. */
export class Octavia {
  readonly store = new Store();
  readonly views = new Views(this.store);
  readonly worker: Worker;

  constructor(
    readonly settings: OctaviaSettings,
    private readonly random: SeededRandom,
    readonly network: Network,
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
  insert(kind: Kind, fields: JsonObject): Row {
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
  update(kind: Kind, id: string, fields: JsonObject): Row {
    const before = this.store.get(kind, id);
    if (!before) throw new Error(`no ${kind} ${id}`);
    const row: Row = { ...before, ...fields, id: before.id, updated_at: timestamp() };
    if (fields.admin_state_up === null) row.admin_state_up = false;
    // null leaves the tags as they are
    if ("tags" in fields) row.tags = fields.tags === null ? (before.tags ?? []) : sortedTags(fields.tags);
    return this.store.put(kind, row);
  }
}

/** Tags are a set that comes back in the order of the index. */
const sortedTags = (tags: unknown): string[] =>
  [...((tags as string[] | null) ?? [])].sort((a, b) => compareText(a.toLowerCase(), b.toLowerCase()));

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a change touches on its way up to the load balancer. */
export interface Touched {
  listeners?: Row[];
  /** The state of those listeners; they are being updated unless they themselves go. */
  listenerStatus?: "PENDING_UPDATE" | "PENDING_DELETE";
  pool?: Row;
  policy?: Row;
}

/**
 * Every change of anything below a load balancer needs the whole of it: it must be ACTIVE, and is PENDING_UPDATE from then on.
 * Members and monitors also need their pool ACTIVE, rules their policy.
 */
export function lock(octavia: Octavia, loadBalancer: string, touched: Touched = {}): void {
  const { pool, policy, listeners = [], listenerStatus = "PENDING_UPDATE" } = touched;
  if (pool && pool.provisioning_status !== "ACTIVE") throw immutable("Pool", pool.id);
  if (policy && policy.provisioning_status !== "ACTIVE") throw immutable("L7Policy", policy.id);
  const row = octavia.store.get("loadbalancer", loadBalancer);
  if (row?.provisioning_status !== "ACTIVE") throw immutable("Load Balancer", loadBalancer);
  const update = { provisioning_status: "PENDING_UPDATE" };
  octavia.worker.schedule(octavia.update("loadbalancer", loadBalancer, update));
  for (const listener of listeners) octavia.update("listener", listener.id, { provisioning_status: listenerStatus });
  if (pool) octavia.update("pool", pool.id, update);
  if (policy) octavia.update("l7policy", policy.id, update);
}

/** The time as the server writes it: whole seconds, UTC, no zone. */
const timestamp = (): string => new Date().toISOString().slice(0, 19);
