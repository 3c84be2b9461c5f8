// Collects Services, servers and rule owners while a model becomes a routing table.

import type { FixedAnswer, Part, RuleOwner, ServedAnswer, ServedForward, Servers } from "../../requests/table/routing-table";
import { describeObject, type ObjectRef } from "../../resources/diagnostic";
import type { Backend } from "../routing";
import { isUnknown, keyOf, type Spec, UNKNOWN_TEXT } from "../specs";

const objects = new WeakMap<RuleOwner, ObjectRef>();

/** Owner of a rule: the object and the JSON pointer of the rule in it. */
export function ownerOf({ ref }: Pick<Spec, "ref">, pointer: string | undefined): RuleOwner {
  const owner = { object: describeObject(ref), pointer: pointer ?? "/spec", ...(ref.source ? { file: ref.source.file } : {}) };
  objects.set(owner, ref);
  return owner;
}

/** The object of an owner made by {@link ownerOf}; its text alone could mean objects of two kinds. */
export const objectOf = (owner: RuleOwner): ObjectRef | undefined => objects.get(owner);

/** Services of the rules of a model, with their servers. */
export class BackendTable {
  readonly servers: Record<string, Servers> = {};
  private readonly protocols = new Map<string, string | undefined>();

  /** A forward to backends; if all weights are zero, they get equal shares. `failed` replaces invalid backends. */
  forward(backends: readonly (Backend & { invalid?: true })[], failed?: Part): ServedForward | undefined {
    const parts = new Map<string, Part>();
    for (const backend of backends) {
      const weight = backend.weight ?? 1;
      if (weight === 0) continue;
      const part = backend.invalid && failed ? { ...failed, weight } : { weight, ...this.named(backend) };
      const key = part.service ?? "";
      parts.set(key, { ...part, weight: weight + (parts.get(key)?.weight ?? 0) });
    }
    const all = [...parts.values()];
    // a single recipient gets all requests
    return all.length > 0 ? { forward: all.length > 1 ? all : all.map((part) => ({ ...part, weight: 1 })) } : undefined;
  }

  /** Marks a backend as a responder: its servers give every request this answer. */
  answers(backend: Backend, answer: FixedAnswer): void {
    const { service = "" } = this.named(backend);
    const existing = this.servers[service];
    if (existing) this.servers[service] = { ...existing, answer };
  }

  /**
   * If two protocols share a port number, the second gets a separate key and its own servers. A rule whose fault hides the servers has
   * none, and does not change those that another rule found.
   */
  private named({ service, port, servers, missing, absent }: Backend): Pick<Part, "service" | "servers"> {
    const name = `${keyOf(service)}${port ? `:${port.port}` : ""}`;
    const first = this.protocols.get(name) ?? port?.protocol;
    this.protocols.set(name, first);
    const knownServers = servers.flatMap(({ address, port: number, ready, drained }) =>
      isUnknown(address) || isUnknown(number)
        ? []
        : [{ server: `${address.includes(":") ? `[${address}]` : address}:${number}`, isReady: ready !== false && !drained }],
    );
    const ready = knownServers.filter(({ isReady }) => isReady).map(({ server }) => server);
    const unready = knownServers.filter(({ isReady }) => !isReady).map(({ server }) => server);
    if (servers.some(({ address, port: number }) => isUnknown(address) || isUnknown(number))) unready.push(UNKNOWN_TEXT);
    const faults = { ...(missing ? { kept: true as const } : {}), ...(absent ? { absent } : {}) };
    const entry: Servers = { ready, ...(unready.length > 0 ? { unready } : {}), ...faults };
    const isSecond = port?.protocol !== first;
    const key = isSecond ? `${name}/${port?.protocol}` : name;
    if (!missing || !this.servers[key]) this.servers[key] = entry;
    return { service: name, ...(isSecond || missing ? { servers: entry } : {}) };
  }
}

/** Answer without a server; controllers send different statuses. */
export const NO_SERVER: ServedAnswer = { status: 503 };
