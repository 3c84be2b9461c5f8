// Model of a graph: nodes, edges and frames, without a format.

import { groupBy } from "../../resources/lists";
import { compare } from "../specs";
import { clean } from "./svg/text";

/**
 * Picture in words of no format: boxes, the lines between them, and frames around boxes. Everything is sorted by identity, so the same
 * specs in any order give the same graph.
 */
export interface Graph {
  title: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
  groups: GraphGroup[];
  /** Notes for the reader: parts that are summed up, parts that are left out. */
  notes: string[];
}

/**
 * State of a part: served (`ok`); without effect (`idle`); an edge that no root reaches (`orphan`); faulty, with the reason (`fault`);
 * named by another object and not there (`missing`).
 */
export type GraphState = "ok" | "idle" | "orphan" | "fault" | "missing";

export interface GraphNode {
  /** `<kind>/<identity>`, e.g. `ingressroute/prod/google`. */
  id: string;
  kind: GraphNodeKind;
  label: string;
  /** Lines below the label. */
  details: string[];
  /** Further names of a host. */
  aliases?: string[];
  state: GraphState;
  /** Reason why it is not `ok`, in the words of its status. */
  reason?: string;
  /** All reports about it, for tooltips. */
  remarks?: string[];
  /** Id of the group it is in. */
  group?: string;
  /** Number of things that it represents; default 1. */
  size?: number;
  /** Noun for one of them, if it differs from the word for its kind. */
  unit?: string;
  /** Servers one by one, `address:port`, however many they are. */
  members?: readonly string[];
  /** The specs it comes from, `Service/default/web`: by them a reader looks for a namespace or a Service. */
  specs?: readonly string[];
  /** The resources that make it, `avi:Pool c1--shop`: what happened to one of them is shown here. */
  resources?: readonly string[];
  /** Host names that a faulty object asks for. */
  hosts?: readonly string[];
  /** Each report about an object, with its place. */
  said?: readonly Saying[];
  /** Change between two graphs that are compared. */
  change?: GraphChange;
  /** Its lines before, where `change` is `changed`. */
  was?: readonly string[];
}

/** Change of a part between two graphs. */
export type GraphChange = "added" | "removed" | "changed";

/** One fault of an object, for a person. */
export interface Saying {
  severity: "error" | "warning";
  code: string;
  /** The object that it is about, where that is another one: a Service that an Ingress leads to. */
  object?: string;
  /** JSON pointer into the object. */
  pointer: string;
  message: string;
  remedy?: string;
  /** `web.yaml:14`, or the file alone. */
  place?: string;
}

/** A `host` and an `ingressroute` are what they are called; a `listener` is one port of a virtual service or load balancer. */
export type GraphNodeKind = "host" | "ingressroute" | "listener" | "path" | "redirect" | "pool" | "servers" | "service" | "spec";

export interface GraphEdge {
  from: string;
  to: string;
  /** The prefix that is delegated or matched, or the part of the traffic. */
  label?: string;
  /** Part of the traffic of its label as a reduced fraction, where it is not all. */
  share?: string;
  state: GraphState;
  /** Change between two graphs that are compared. */
  change?: GraphChange;
}

/** A namespace, a virtual service or a load balancer. */
export interface GraphGroup {
  id: string;
  label: string;
}

/** Collects the parts of a graph; a part that comes again is the same part. */
export class GraphBuilder {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly edges = new Map<string, GraphEdge>();
  private readonly groups = new Map<string, GraphGroup>();
  private readonly notes: string[] = [];

  constructor(private readonly title: string) {}

  /** Returns the id. The first description of a node stays. */
  node({
    details = [],
    state = "ok",
    ...node
  }: Omit<GraphNode, "details" | "state"> & Partial<Pick<GraphNode, "details" | "state">>): string {
    if (!this.nodes.has(node.id)) this.nodes.set(node.id, { ...node, details, state });
    return node.id;
  }

  edge(from: string, to: string, { state = "ok", ...rest }: Partial<Omit<GraphEdge, "from" | "to">> = {}): void {
    const key = edgeKey({ from, to, ...rest });
    if (!this.edges.has(key)) this.edges.set(key, { from, to, ...rest, state });
  }

  /** Returns the id. */
  group(id: string, label: string): string {
    if (!this.groups.has(id)) this.groups.set(id, { id, label });
    return id;
  }

  note(text: string): void {
    this.notes.push(text);
  }

  build(): Graph {
    return sorted({
      title: this.title,
      nodes: [...this.nodes.values()],
      edges: [...this.edges.values()],
      groups: [...this.groups.values()],
      notes: this.notes,
    });
  }
}

/** The same graph with its parts in the order of their identity, and no group without nodes. */
export function sorted({ title, nodes, edges, groups, notes }: Graph): Graph {
  const used = new Set(nodes.map(({ group }) => group));
  return {
    title,
    nodes: [...nodes].sort((a, b) => compare(a.id, b.id)),
    edges: edges
      .map((edge) => ({ edge, key: edgeKey(edge) }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ edge }) => edge),
    groups: groups.filter(({ id }) => used.has(id)).sort((a, b) => compare(a.id, b.id)),
    notes,
  };
}

const edgeKey = ({ from, to, label = "" }: Pick<GraphEdge, "from" | "to" | "label">) => `${from}\n${label}\n${to}`;

/** `3 pools`; nothing for none. */
export function quantityText(count: number, singular: string, plural = `${singular}s`): string {
  return count <= 0 ? "" : `${count} ${count === 1 ? singular : plural}`;
}

/** The lines of a node in formats that lay out the text themselves. */
export function linesOf({ label, details, reason, state }: GraphNode): string[] {
  const ghost = state === "missing" && !details.includes("missing") ? ["missing"] : [];
  return [label, ...details, ...ghost, ...(reason ? [reason] : [])].map((line) => clean(line).trim()).filter(Boolean);
}

/** The words at a line. */
export function wordsAt({ label, share, state }: GraphEdge): string {
  const fault = state === "fault" ? "faulty" : state === "missing" ? "missing" : "";
  return [label === undefined ? "" : clean(label), share, fault].filter(Boolean).join(" ");
}

/** The part of a graph that belongs to some hosts; `*.example.com` means every host below. Without hosts everything. */
export function only(graph: Graph, hosts: readonly string[] | undefined): Graph {
  if (!hosts || hosts.length === 0) return graph;
  const lowerHosts = hosts.map((host) => host.toLowerCase());
  const fits = (name: string) =>
    lowerHosts.some((host) => host === name || (host.startsWith("*.") && name.endsWith(host.slice(1)) && name !== host.slice(1)));
  const names = ({ label, aliases = [] }: Graph["nodes"][number]) => [label, ...aliases].map((name) => name.toLowerCase());
  const kept = reach(graph)(graph.nodes.filter((node) => node.kind === "host" && names(node).some(fits)).map(({ id }) => id));
  const served = new Set(graph.nodes.flatMap(({ id, specs = [] }) => (kept.has(id) ? specs : [])));
  for (const node of graph.nodes) if (node.kind === "spec" && isAbout(node, fits, served)) kept.add(node.id);
  const notes = kept.size > 0 ? [] : [`No host of the specs is ${hosts.join(" or ")}.`];
  return keep({ ...graph, notes: [...graph.notes, ...notes] }, kept);
}

/** True if a faulty object concerns some hosts: those it asks for or, if it names none, those that something of it serves. */
export function isAbout({ hosts, specs = [] }: GraphNode, fits: (host: string) => boolean, served: ReadonlySet<string>): boolean {
  return hosts ? hosts.some((host) => fits(host.toLowerCase())) : specs.some((spec) => served.has(spec));
}

/** From some nodes to the ids of all that their edges lead to, themselves among them. */
export function reach({ edges }: Pick<Graph, "edges">): (from: readonly string[]) => Set<string> {
  const edgesFrom = groupBy(edges, ({ from }) => from);
  return (from) => {
    const seen = new Set(from);
    // a set is walked in the order of insertion, also of what is added on the way
    for (const id of seen) for (const { to } of edgesFrom.get(id) ?? []) seen.add(to);
    return seen;
  };
}

/** The graph of some of its nodes. */
export function keep(graph: Graph, ids: ReadonlySet<string>): Graph {
  return sorted({
    ...graph,
    nodes: graph.nodes.filter(({ id }) => ids.has(id)),
    edges: graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
  });
}
