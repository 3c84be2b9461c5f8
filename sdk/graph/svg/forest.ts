import { compare } from "../../specs";
import type { Graph, GraphEdge, GraphNode } from "../model";
import { isRow } from "./style";

/** A box and the boxes that its lines lead to. A node is drawn once: whoever else leads to it names it instead. */
export interface Tree {
  node: GraphNode;
  links: Link[];
}

/** What one edge becomes: a row of the box, a line to another box, or both. */
export interface Link {
  edge: GraphEdge;
  /** The node without a box that stands in the row. */
  row?: GraphNode;
  /** The box that a line leads to. */
  tree?: Tree;
  /** The box that is drawn elsewhere; `cycle` when this one stands below it. */
  elsewhere?: { node: GraphNode; cycle: boolean };
  /** Part of the traffic, where a row leads to several boxes. */
  share?: string;
}

/** Chains are cut here and go on as a tree of their own. */
const MAX_DEPTH = 30;

/** The boxes as trees, what is served before what is not. Cycles end at the box that closes them. */
export function forestOf({ nodes, edges }: Graph): Tree[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const out = new Map<string, { edge: GraphEdge; to: GraphNode }[]>();
  for (const edge of edges) {
    const to = byId.get(edge.to);
    if (!byId.has(edge.from) || !to) continue;
    const list = out.get(edge.from);
    if (list) list.push({ edge, to });
    else out.set(edge.from, [{ edge, to }]);
  }
  const led = new Set(edges.map(({ to }) => to));
  const drawn = new Set<string>();
  const above: string[] = [];

  const treeOf = (node: GraphNode): Tree => {
    drawn.add(node.id);
    above.push(node.id);
    const links = (out.get(node.id) ?? []).flatMap(({ edge, to }): Link[] => {
      if (!isRow(to.kind)) return [linkTo(edge, to)];
      const further = out.get(to.id) ?? [];
      const [first] = further;
      if (!first || isRow(first.to.kind)) return [{ edge, row: to, share: edge.share }];
      return further.map((next) => ({ ...linkTo(next.edge, next.to), row: to, share: next.edge.share }));
    });
    above.pop();
    return { node, links };
  };
  const linkTo = (edge: GraphEdge, to: GraphNode): Link => {
    const { share } = edge;
    if (drawn.has(to.id) || above.length >= MAX_DEPTH) return { edge, share, elsewhere: { node: to, cycle: above.includes(to.id) } };
    return { edge, share, tree: treeOf(to) };
  };

  const boxes = nodes.filter(({ kind }) => !isRow(kind));
  const rank = ({ state }: GraphNode) => (state === "ok" ? 0 : state === "orphan" ? 2 : 1);
  const first = boxes.filter(({ id }) => !led.has(id)).sort((a, b) => rank(a) - rank(b) || compare(a.id, b.id));
  return [...first, ...boxes].flatMap((node) => (drawn.has(node.id) ? [] : [treeOf(node)]));
}
