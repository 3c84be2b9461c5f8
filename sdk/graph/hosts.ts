import { type Graph, sorted } from "./model";

/** The part of a graph that belongs to some hosts; `*.example.com` stands for every host below. Without hosts everything. */
export function only(graph: Graph, hosts: readonly string[] | undefined): Graph {
  if (!hosts || hosts.length === 0) return graph;
  const wanted = hosts.map((host) => host.toLowerCase());
  const fits = (name: string) =>
    wanted.some((host) => host === name || (host.startsWith("*.") && name.endsWith(host.slice(1)) && name !== host.slice(1)));
  const names = ({ label, aliases = [] }: Graph["nodes"][number]) => [label, ...aliases].map((name) => name.toLowerCase());
  const kept = reach(graph)(graph.nodes.filter((node) => node.kind === "host" && names(node).some(fits)).map(({ id }) => id));
  const notes = kept.size > 0 ? [] : [`No host of the specs is ${hosts.join(" or ")}.`];
  return keep({ ...graph, notes: [...graph.notes, ...notes] }, kept);
}

/** From some nodes to the ids of all that their edges lead to, themselves among them. */
export function reach({ edges }: Pick<Graph, "edges">): (from: readonly string[]) => Set<string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const list = next.get(from);
    if (list) list.push(to);
    else next.set(from, [to]);
  }
  return (from) => {
    const seen = new Set(from);
    // a set is walked in the order of insertion, also of what is added on the way
    for (const id of seen) for (const to of next.get(id) ?? []) seen.add(to);
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
