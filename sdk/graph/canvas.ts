// Draws the parts that the topologies of all targets share: hosts, listeners, paths, pools, servers and rejected objects.

import type { Status } from "../routing";
import { ownerNames } from "../specs";
import { type FaultSources, Faults } from "./faults";
import { GraphBuilder, type GraphNode } from "./model";

export interface DrawnPool {
  name: string;
  /** Key among other parts; default its name. */
  identity?: string;
  details?: string[];
  /** `address:port`, perhaps with the weight. */
  servers: readonly string[];
  /** The specs whose servers it holds. */
  specs?: readonly string[];
  /** The resources that it is made by, and those that its servers are, where these are resources. */
  resources?: readonly string[];
  serverResources?: readonly string[];
  /** Noun for pool and servers, if they have another one. */
  unit?: string;
  serverUnit?: string;
}

/** Servers that are named one by one; more are a number. */
const NAMED = 3;

/** Adds the nodes and edges that the topologies of all targets share: hosts, listeners, paths, pools, servers. */
export class Canvas extends GraphBuilder {
  /** Host names are the same in any case. */
  host(fqdn: string, group?: string): string {
    return this.node({ id: `host/${fqdn.toLowerCase()}`, kind: "host", label: fqdn === "*" ? "* (any host)" : fqdn, group });
  }

  listener(identity: string, label: string, more: Pick<Partial<GraphNode>, "details" | "group" | "specs" | "resources"> = {}): string {
    return this.node({ id: `listener/${identity}`, kind: "listener", label, ...more });
  }

  /** A pool with its servers below it; returns its id. */
  pool(
    { name, identity = name, details = [], servers, specs, resources, unit, serverResources, serverUnit }: DrawnPool,
    group?: string,
  ): string {
    const id = this.node({ id: `pool/${identity}`, kind: "pool", label: name, details, group, specs, resources, unit });
    const many = servers.length > NAMED;
    const noun = serverUnit ?? "server";
    const label = servers.length === 0 ? `no ${noun}s` : many ? `${servers.length} ${noun}s` : servers.join(" ");
    const below = this.node({
      id: `servers/${identity}`,
      kind: "servers",
      label,
      state: servers.length === 0 ? "idle" : "ok",
      ...(many ? { remarks: [servers.join(" ")] } : {}),
      group,
      size: servers.length,
      members: servers,
      resources: serverResources,
      unit: serverUnit,
    });
    this.edge(id, below);
    return id;
  }

  /** Objects of which the load balancer has nothing, or not everything. */
  leftOut(statuses: readonly Status[], sources: FaultSources = {}): void {
    const faults = new Faults(sources);
    for (const { object, state, description, diagnostics } of statuses) {
      if (!/^(rejected|partial|invalid|orphaned)$/i.test(state)) continue;
      const sayings = faults.said(object, diagnostics);
      this.node({
        id: `spec/${object.apiVersion}/${object.kind}/${object.namespace}/${object.name}`,
        kind: "spec",
        label: `${object.kind} ${object.namespace}/${object.name}`,
        details: [state.toLowerCase()],
        state: state === "orphaned" ? "orphan" : "fault",
        reason: description,
        remarks: diagnostics
          .filter(({ severity }) => severity !== "notice")
          .map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`),
        specs: ownerNames([object]),
        hosts: faults.hosts(object, sayings),
        said: sayings,
        group: this.group("~left-out", "not served, or not as a whole"),
      });
    }
  }
}
