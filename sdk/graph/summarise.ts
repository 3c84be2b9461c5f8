// Shrinks what is sound or unchanged in a large picture to one box each.

import { groupBy } from "../../resources/lists";
import { compare } from "../specs";
import { type Graph, type GraphNode, keep, quantityText, reach, sorted } from "./model";

/** Nodes that came, went or changed, and nodes whose lines did. */
function changedIn({ nodes, edges }: Graph): string[] {
  return [...nodes.flatMap(({ id, change }) => (change ? [id] : [])), ...edges.flatMap(({ from, change }) => (change ? [from] : []))];
}

/** Limits above which parts are summed up. */
export interface Limits {
  /** Nodes that are drawn before hosts shrink to one box each. Faulty ones stay whole as long as they fit. */
  nodes: number;
  /** Boxes of hosts before those of one virtual service, load balancer or namespace become one box. */
  hosts: number;
}

/** Names that a box for many hosts shows. */
const NAMED = 3;

/** More groups than this are merged across. */
const MANY_GROUPS = 40;

/**
 * A graph that stays readable: hosts (or ports of Services, or orphans) become one box each with the numbers of what is behind it, then one box per
 * group. A small graph stays as it is. The notes name what was summed up.
 */
export function summarise(graph: Graph, limits: Limits): Graph {
  if (graph.nodes.length <= limits.nodes) return graph;
  const reached = reach(graph);
  const targets = new Set(graph.edges.map(({ to }) => to));
  const roots = graph.nodes.filter(({ id }) => !targets.has(id)).map((node) => ({ node, ids: reached([node.id]) }));
  const ill = new Set([
    ...graph.nodes.filter(({ state }) => state === "fault" || state === "missing").map(({ id }) => id),
    ...graph.edges.filter(({ state }) => state === "fault" || state === "missing").map(({ from }) => from),
  ]);
  const notable = new Set([...ill, ...changedIn(graph)]);
  let room = limits.nodes;
  const fullRoots = new Set<string>();
  for (const { node, ids } of roots.filter(({ ids: all }) => [...all].some((id) => notable.has(id)))) {
    if (ids.size > room) continue;
    room -= ids.size;
    fullRoots.add(node.id);
  }
  const small = roots.filter(({ node }) => !fullRoots.has(node.id));
  const led = new Set(roots.flatMap(({ ids }) => [...ids]));
  const kept = new Set([
    ...roots.filter(({ node }) => fullRoots.has(node.id)).flatMap(({ ids }) => [...ids]),
    ...small.map(({ node }) => node.id),
  ]);
  // what only a cycle leads to has no root that could stand for it
  for (const { id } of graph.nodes) if (!led.has(id) && room-- > 0) kept.add(id);
  const index = indexOf(graph, ill, notable);
  const boxes = new Map(small.map(({ node, ids }) => [node.id, boxOf(node, ids, index)]));
  const summed = keep(graph, kept);
  const edges = summed.edges.filter(({ from }) => !boxes.has(from));
  const nodes = summed.nodes.map((node) => boxes.get(node.id) ?? node);
  const hidden = graph.nodes.filter(({ id }) => !led.has(id) && !kept.has(id)).length;
  const drawn = merge({ ...summed, nodes, edges }, new Set(boxes.keys()), limits.hosts);
  return sorted({
    ...drawn,
    notes: [
      ...graph.notes,
      `Summed up: ${graph.nodes.length} parts are drawn as ${drawn.nodes.length}. Draw one host alone to see all of it.`,
      ...(hidden > 0 ? [`Not drawn: ${quantityText(hidden, "object")} that delegate in circles.`] : []),
    ],
  });
}

/** Counts behind the numbers of a box. */
interface Index {
  nodes: ReadonlyMap<string, GraphNode>;
  /** Number of labelled lines that leave a node. */
  labelled: ReadonlyMap<string, number>;
  ill: ReadonlySet<string>;
  /** With what changed. */
  notable: ReadonlySet<string>;
}

/** One node for everything behind it. */
function boxOf(node: GraphNode, ids: ReadonlySet<string>, { nodes, labelled, ill, notable }: Index): GraphNode {
  if (ids.size === 1) return node;
  const sizes = { ingressroute: 0, path: 0, pool: 0, service: 0, servers: 0 };
  const isSized = (kind: string): kind is keyof typeof sizes => kind in sizes;
  let faults = 0;
  for (const id of ids) {
    const { kind, size = 1 } = nodes.get(id) ?? node;
    if (id !== node.id && isSized(kind)) sizes[kind] += size;
    sizes.path += labelled.get(id) ?? 0;
    if (ill.has(id)) faults++;
  }
  const numbers = [
    quantityText(sizes.ingressroute, "IngressRoute"),
    quantityText(sizes.path, "path"),
    quantityText(sizes.pool, "pool"),
    quantityText(sizes.service, "Service"),
    quantityText(sizes.servers, "server"),
  ].filter(Boolean);
  const fault = faults > 0 ? ({ state: "fault", reason: quantityText(faults, "fault") } as const) : {};
  const isChanged = !node.change && [...ids].some((id) => notable.has(id) && !ill.has(id));
  const change = isChanged ? ({ change: "changed" } as const) : {};
  return { ...node, details: [...node.details, numbers.join(", ")].filter(Boolean), ...fault, ...change };
}

/** Boxes that are alike. */
type Heap = [GraphNode, ...GraphNode[]];

/** One node for boxes that are alike, the largest heaps first, until few enough are left. */
function merge(graph: Graph, boxes: ReadonlySet<string>, most: number): Graph {
  const crowded = crowdedKinds(graph, boxes);
  const heaps = groupBy(
    graph.nodes.filter(({ id }) => boxes.has(id)),
    ({ kind, state, change, group }) => JSON.stringify([kind, state, change, crowded.has(kind) ? "" : group]),
  );
  let count = boxes.size;
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  for (const heap of [...heaps.values()].sort((a, b) => b.length - a.length || compare(a[0].id, b[0].id))) {
    if (count <= most || heap.length === 1) break;
    count -= heap.length - 1;
    for (const { id } of heap) nodes.delete(id);
    const merged = heapOf(heap);
    nodes.set(merged.id, merged);
  }
  return { ...graph, nodes: [...nodes.values()] };
}

/** Kinds whose boxes stand in so many groups that merging within each would change little. */
function crowdedKinds({ nodes }: Graph, boxes: ReadonlySet<string>): Set<GraphNode["kind"]> {
  const groups = new Map<GraphNode["kind"], Set<string | undefined>>();
  for (const { id, kind, group } of nodes) if (boxes.has(id)) groups.set(kind, (groups.get(kind) ?? new Set()).add(group));
  return new Set([...groups].filter(([, { size }]) => size > MANY_GROUPS).map(([kind]) => kind));
}

function heapOf(heap: Heap): GraphNode {
  const [{ id, kind, state, change, group }] = heap;
  const names = heap.slice(0, NAMED).map(({ label, details }) => (kind === "listener" ? (details[0] ?? label) : label));
  const [singular, plural] = NOUNS[kind] ?? ["part", "parts"];
  const alike = heap.every((node) => node.group === group);
  const details = [...names, ...(heap.length > NAMED ? ["and others"] : [])];
  return {
    id: `${id} and others`,
    kind,
    label: quantityText(heap.length, singular, plural),
    details,
    state,
    size: heap.length,
    ...(change ? { change } : {}),
    ...(alike ? { group } : {}),
  };
}

const NOUNS: { readonly [kind in GraphNode["kind"]]?: readonly [string, string] } = {
  host: ["host", "hosts"],
  ingressroute: ["IngressRoute", "IngressRoutes"],
  listener: ["port", "ports"],
  spec: ["object", "objects"],
};

function indexOf({ nodes, edges }: Graph, ill: ReadonlySet<string>, notable: ReadonlySet<string>): Index {
  const labelled = new Map<string, number>();
  for (const { from, label } of edges) if (label !== undefined) labelled.set(from, (labelled.get(from) ?? 0) + 1);
  return { nodes: new Map(nodes.map((node) => [node.id, node])), labelled, ill, notable };
}
