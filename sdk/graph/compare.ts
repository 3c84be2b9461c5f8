// Merges two graphs into one that shows what was added, removed and changed.

import { type Graph, type GraphEdge, type GraphNode, linesOf, sorted, wordsAt } from "./model";

/**
 * Two graphs as one: everything of both, with what became of each part in `change`. A part that is in one alone was added or removed; of a part
 * that is in both the later description is shown, and its lines of before are in `was`.
 *
 * @example
 * ```ts
 * import { beforeAndAfter, delegationGraph, readSpecs, toHtml } from "pulumi-k8s-lb";
 *
 * console.log(toHtml(beforeAndAfter(delegationGraph(readSpecs([])), delegationGraph(readSpecs([])))));
 * ```
 */
export function beforeAndAfter(before: Graph, after: Graph): Graph {
  return sorted({
    title: after.title,
    nodes: merged(before.nodes, after.nodes, ({ id }) => id, changedNode),
    edges: merged(before.edges, after.edges, edgeId, (was, is) => (wordsAt(was) === wordsAt(is) ? is : { ...is, change: "changed" })),
    groups: [...new Map([...before.groups, ...after.groups].map((group) => [group.id, group])).values()],
    notes: after.notes,
  });
}

function merged<T extends GraphNode | GraphEdge>(
  before: readonly T[],
  after: readonly T[],
  id: (part: T) => string,
  both: (was: T, is: T) => T,
): T[] {
  const [held, next] = [new Map(before.map((part) => [id(part), part])), new Map(after.map((part) => [id(part), part]))];
  const gone = before.filter((part) => !next.has(id(part))).map((part): T => ({ ...part, change: "removed" }));
  const marked = after.map((part): T => {
    const was = held.get(id(part));
    return was ? both(was, part) : { ...part, change: "added" };
  });
  return [...marked, ...gone];
}

/** Servers are compared one by one, whatever their order; the frame that a host has is no part of it. */
function changedNode(was: GraphNode, is: GraphNode): GraphNode {
  const [held, current] = [shown(was), shown(is)];
  return held.join("\n") === current.join("\n") ? is : { ...is, change: "changed", was: was.members ?? held };
}

const shown = (node: GraphNode) => (node.members ? [...node.members].sort() : linesOf(node));

/** Equal for the same line of two graphs. */
const edgeId = ({ from, to, label = "" }: GraphEdge) => JSON.stringify([from, label, to]);
