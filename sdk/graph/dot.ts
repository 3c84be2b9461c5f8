import { linesOf, wordsAt } from "./label";
import type { Graph, GraphNode, GraphState } from "./model";

const COLOURS: { readonly [state in GraphState]: { fill: string; line: string; style: string } } = {
  ok: { fill: "#ffffff", line: "#57606a", style: "filled" },
  fault: { fill: "#fff1f0", line: "#b42318", style: "filled" },
  idle: { fill: "#eaeef2", line: "#6e7781", style: "filled" },
  missing: { fill: "#ffffff", line: "#b42318", style: "filled,dashed" },
  orphan: { fill: "#eaeef2", line: "#6e7781", style: "filled,dashed" },
};

/**
 * A graph for Graphviz: whole, whatever its size, with groups as clusters. `dot -Tpdf` and friends lay it out.
 *
 * @example
 * ```ts
 * import { delegationGraph, readSpecs, toDot } from "pulumi-k8s-lb";
 *
 * console.log(toDot(delegationGraph(readSpecs([]))));
 * ```
 */
export function toDot({ title, nodes, edges, groups, notes }: Graph): string {
  const known = new Set(groups.map(({ id }) => id));
  return [
    `digraph ${quote(title)} {`,
    `  graph [rankdir=LR, labelloc=t, label=${label([title, ...notes])}, fontname="monospace", nodesep=0.2, ranksep=0.8]`,
    `  node [shape=box, fontname="monospace", fontsize=10]`,
    `  edge [fontname="monospace", fontsize=9]`,
    ...groups.flatMap((group) => [
      `  subgraph ${quote(`cluster ${group.id}`)} {`,
      `    label=${label([group.label])}`,
      ...nodes.filter((node) => node.group === group.id).map((node) => `    ${box(node)}`),
      "  }",
    ]),
    ...nodes.filter(({ group }) => group === undefined || !known.has(group)).map((node) => `  ${box(node)}`),
    ...edges.map((edge) => {
      const words = wordsAt(edge);
      const dashed = edge.state === "ok" || edge.state === "fault" ? "" : ", style=dashed";
      return `  ${quote(edge.from)} -> ${quote(edge.to)} [${words ? `label=${label([words])}, ` : ""}color="${COLOURS[edge.state].line}"${dashed}]`;
    }),
    "}",
    "",
  ].join("\n");
}

function box(node: GraphNode): string {
  const { fill, line, style } = COLOURS[node.state];
  const colours = `style=${quote(node.kind === "host" ? `${style},rounded` : style)}, fillcolor="${fill}", color="${line}"`;
  const text = node.state === "ok" ? "" : `, fontcolor="${line}"`;
  return `${quote(node.id)} [label=${label(linesOf(node))}, ${colours}${text}]`;
}

/** Quoted: the one thing that ends it is a quote, and a backslash must not escape ours. */
const quote = (text: string) =>
  `"${text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll(/[\0\r\n]/g, " ")}"`;

/** Lines one below the other; Graphviz reads entities and backslashes in labels. */
const label = (lines: readonly string[]) =>
  quote(lines.join("\n").replaceAll("&", "&amp;").replaceAll("\n", "\u0001")).replaceAll("\u0001", "\\n");
