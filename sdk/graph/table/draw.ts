// Draws a routing table: hosts, ports, rules in the order in which they answer, pools and servers.

import { requestsText } from "../../../requests/messages";
import type {
  Part,
  RoutingTable,
  RuleProperties,
  ServedAddress,
  ServedForward,
  ServedPort,
  ServedRule,
} from "../../../requests/table/routing-table";
import { withoutPort } from "../../../requests/table/service-names";
import { groupBy } from "../../../resources/lists";
import type { Canvas } from "../canvas";
import type { GraphGroup, GraphNode } from "../model";
import { shares } from "../shares";
import { asWritten, isConnection, ownRules, withoutRepeats, withPrefixes } from "./rules";
import { hostText, poolDetails, redirectText, serversOf, statusText, titleOf } from "./words";

/** Facts of an address that its rules do not have; the target of the table knows them. */
export interface AddressFacts {
  frame?: GraphGroup;
  /** The objects that it is for, `Service/default/db`: ports without hosts name them. */
  owners?: readonly string[];
  /** The only host names that lead to it; absent: all that its rules compare. */
  hosts?: readonly string[];
  /** Resources that make its ports. */
  resources?: readonly string[];
  /** Further facts of a host at a port. */
  host?(name: string, port: ServedPort): Pick<Partial<GraphNode>, "details" | "resources">;
  /** A pool by {@link Part.pool}; its name is unique in the picture. */
  pool?(pool: string): { name: string } & Pick<GraphNode, "specs" | "resources">;
}

/** Draws each address of a table with its hosts, ports, rules and pools. */
export function drawTable(canvas: Canvas, table: RoutingTable, factsOf: (address: ServedAddress) => AddressFacts): void {
  for (const address of table.addresses) new AddressDrawing(canvas, table, address, factsOf(address)).draw();
}

/** Rules of a host, and the ports that all have them. */
interface Listener {
  host: string;
  ports: [ServedPort, ...ServedPort[]];
  rules: ServedRule[];
}

class AddressDrawing {
  private readonly group: string | undefined;

  constructor(
    private readonly canvas: Canvas,
    private readonly table: RoutingTable,
    private readonly address: ServedAddress,
    private readonly facts: AddressFacts,
  ) {
    this.group = facts.frame && canvas.group(facts.frame.id, facts.frame.label);
  }

  draw(): void {
    const listeners = this.listeners();
    for (const listener of listeners) {
      const id = this.listener(listener);
      for (const rule of withoutRepeats(withPrefixes(listener.rules))) this.rule(id, listener, rule);
    }
    if (!this.address.group.startsWith("Gateway ")) return;
    const drawn = new Set(listeners.flatMap(({ ports }) => ports));
    for (const port of this.address.ports) if (!drawn.has(port)) this.listener({ host: "", ports: [port], rules: [] });
  }

  /** Ports at which a host has the same rules are one listener. */
  private listeners(): Listener[] {
    const { hosts } = this.facts;
    const byRules = new Map<string, Listener>();
    for (const port of this.address.ports)
      for (const host of Object.keys(port.hosts)) {
        const rules = ownRules(host, port, (name) => hosts === undefined || hosts.includes(name));
        if (rules.length === 0) continue;
        const key = JSON.stringify([host, isConnection(port), rules.map(({ match, to }) => [match, to])]);
        const listener = byRules.get(key);
        if (listener) listener.ports.push(port);
        else byRules.set(key, { host, ports: [port], rules });
      }
    return [...byRules.values()];
  }

  private listener({ host, ports, rules }: Listener): string {
    const [port] = ports;
    const { owners = [], resources } = this.facts;
    // by the number of the port, where ids are sorted
    const at = `${this.address.name}/${port.protocol}:${String(port.port).padStart(5, "0")}`;
    const isPassed = rules.length > 0 && rules.every(({ to }) => "forward" in to && to.tls === "passthrough");
    const title = titleOf(ports, isPassed);
    const common = { group: this.group, resources };
    // connections have no host, and a Service answers for any
    if (rules.length === 0 || (host === "" && (isConnection(port) || this.address.group.startsWith("Service "))))
      return this.canvas.listener(at, title, { ...common, details: [...owners], specs: owners });
    const id = this.canvas.listener(`${at}/${host || "*"}`, title, { ...common, ...this.facts.host?.(host, port) });
    this.canvas.edge(this.canvas.host(hostText(host), this.group), id);
    return id;
  }

  private rule(listener: string, { host, ports: [port] }: Listener, { match = [], to }: ServedRule): void {
    const label = requestsText({ match: match.map(asWritten) }, host);
    if (!("forward" in to)) {
      const answer = "redirect" in to ? redirectText(to, host) : "closed" in to ? "closes the connection" : statusText(to.status);
      this.canvas.edge(listener, this.answer(`${listener}/${label}`, answer), label === "/" ? {} : { label });
      return;
    }
    const isPath = !isConnection(port) && to.tls !== "passthrough";
    const targets = this.targets(to, `${listener}/${label}`);
    // a Service is a row beside its path, a pool a box behind it
    const hasBoxes = targets.some(({ id }) => id.startsWith("pool/"));
    const from = isPath && hasBoxes ? this.path(listener, label) : listener;
    const parts = shares(targets.map(({ weight }) => weight));
    for (const [i, { id }] of targets.entries())
      this.canvas.edge(from, id, { ...(isPath && !hasBoxes ? { label } : {}), ...(targets.length > 1 ? { share: parts[i] } : {}) });
  }

  private path(listener: string, label: string): string {
    const id = this.canvas.node({ id: `path/${listener.replace(/^listener\//, "")} ${label}`, kind: "path", label, group: this.group });
    this.canvas.edge(listener, id);
    return id;
  }

  /** Pools, Services or answers that share the requests of a rule. */
  private targets({ forward, ...properties }: ServedForward, rule: string): { id: string; weight: number }[] {
    const byTarget = groupBy(forward, ({ pool, service, status }) => pool ?? service ?? statusText(status));
    return [...byTarget].map(([key, parts]) => {
      const [{ pool, service }] = parts;
      const weight = parts.reduce((sum, part) => sum + part.weight, 0);
      if (pool !== undefined) return { id: this.pool(pool, parts, properties), weight };
      return { id: service === undefined ? this.answer(rule, key) : this.service(service), weight };
    });
  }

  private pool(pool: string, parts: readonly Part[], properties: RuleProperties): string {
    const servers = serversOf(parts);
    const details = poolDetails(parts, servers.length, properties);
    const { name, specs, resources } = this.facts.pool?.(pool) ?? { name: pool };
    return this.canvas.pool({ name, identity: pool.replace(/^pool\//, ""), details, servers, specs, resources }, this.group);
  }

  private service(service: string): string {
    const isAbsent = this.table.servers?.[service]?.absent !== undefined;
    return this.canvas.node({
      id: `service/${service}`,
      kind: "service",
      label: service,
      specs: [`Service/${withoutPort(service)}`],
      ...(isAbsent ? { state: "missing", reason: "the Service or its port is missing" } : {}),
    });
  }

  private answer(rule: string, label: string): string {
    return this.canvas.node({ id: `redirect/${rule}`, kind: "redirect", label, group: this.group });
  }
}
