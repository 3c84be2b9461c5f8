import { createHash } from "node:crypto";
import { linesOf, wordsAt } from "./label";
import type { Graph, GraphNode, GraphState } from "./model";
import { type Limits, summarise } from "./summarise";

/** Mermaid itself takes 500 lines between boxes and 50,000 characters. */
const MAX_LINES = 500;
const MAX_LENGTH = 50_000;
const LIMITS: Limits = { nodes: 250, hosts: 300 };

const CLASSES: { readonly [state in GraphState]?: string } = {
  fault: "fill:#fff1f0,stroke:#b42318,color:#b42318",
  idle: "fill:#eaeef2,stroke:#6e7781,color:#57606a",
  missing: "fill:#ffffff,stroke:#b42318,color:#b42318,stroke-dasharray:4 3",
  orphan: "fill:#eaeef2,stroke:#6e7781,color:#57606a,stroke-dasharray:4 3",
};

const ARROWS: { readonly [state in GraphState]: string } = { ok: "-->", fault: "==>", idle: "-.->", missing: "-.->", orphan: "-.->" };

/**
 * A graph as a Mermaid flowchart, for pages that draw Mermaid: READMEs, wikis, pull requests. A part has a line of its own and names that come from
 * its identity, so a small change is a small difference. Large graphs are summed up, since Mermaid refuses them.
 *
 * @example
 * ```ts
 * import { delegationGraph, readSpecs, toMermaid } from "pulumi-k8s-lb";
 *
 * console.log(toMermaid(delegationGraph(readSpecs([]))));
 * ```
 */
export function toMermaid(graph: Graph): string {
  for (let limits = LIMITS; ; limits = { nodes: limits.nodes >> 1, hosts: limits.hosts >> 1 }) {
    const shown = summarise(graph, limits);
    const text = flowchart(shown);
    if ((text.length < MAX_LENGTH && shown.edges.length < MAX_LINES) || limits.hosts === 0) return text;
  }
}

function flowchart({ title, nodes, edges, groups, notes }: Graph): string {
  const states = [...new Set(nodes.map(({ state }) => state))].filter((state) => CLASSES[state]).sort();
  return [
    `%% ${printable(title)}`,
    ...notes.map((note) => `%% ${printable(note)}`),
    "flowchart LR",
    ...groups.flatMap(({ id, label }) => [
      `  subgraph ${name(id)}["${encoded(label)}"]`,
      ...nodes.filter(({ group }) => group === id).map((node) => `    ${box(node)}`),
      "  end",
    ]),
    ...nodes.filter(({ group }) => group === undefined || !groups.some(({ id }) => id === group)).map((node) => `  ${box(node)}`),
    ...edges.map((edge) => {
      const words = wordsAt(edge);
      return `  ${name(edge.from)} ${ARROWS[edge.state]}${words ? `|"${encoded(words)}"|` : ""} ${name(edge.to)}`;
    }),
    ...states.map((state) => `  classDef ${state} ${CLASSES[state]}`),
    "",
  ].join("\n");
}

function box(node: GraphNode): string {
  const [open, close] = node.kind === "host" ? ["([", "])"] : ["[", "]"];
  const text = linesOf(node).map(encoded).join("<br/>");
  return `${name(node.id)}${open}"${text}"${close}${CLASSES[node.state] ? `:::${node.state}` : ""}`;
}

/** A word that Mermaid takes as a name: readable, and another one for every id. */
function name(id: string): string {
  const readable = id.replaceAll(/[^A-Za-z0-9]+/g, "_").slice(0, 40);
  return `${readable}_${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
}

/** Everything that could mean something to Mermaid, or to the page around it, by its number. */
const encoded = (text: string) => text.replaceAll(/[^A-Za-z0-9 ./:,()*=+…-]/gu, (sign) => `#${sign.codePointAt(0)};`);

const printable = (text: string) => text.replaceAll(/[^ -~…]/gu, "?").replaceAll(/[{}]/g, "?");
