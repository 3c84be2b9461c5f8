// Writes pictures as Mermaid and DOT.

import { createHash } from "node:crypto";
import { printable as oneLine } from "../../resources/printable";
import { CHANGE_COLOURS, CHANGES, markedLines, markedWords, styleOf } from "./marks";
import type { Graph, GraphChange, GraphEdge, GraphNode, GraphState } from "./model";
import { type Limits, summarise } from "./summarise";

/** Mermaid itself takes 500 lines between boxes and 50,000 characters. */
const MAX_LINES = 500;
const MAX_LENGTH = 50_000;
const LIMITS: Limits = { nodes: 250, hosts: 300 };

const changeClass = (change: GraphChange) => {
  const { line, box } = CHANGE_COLOURS[change];
  return `fill:${box[0]},stroke:${line[0]},color:${line[0]}${change === "removed" ? ",stroke-dasharray:4 3" : ""}`;
};

const CLASSES: { readonly [look in GraphState | GraphChange]?: string } = {
  added: changeClass("added"),
  removed: changeClass("removed"),
  changed: changeClass("changed"),
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
  const looks = [...new Set(nodes.map(styleOf))].filter((look) => CLASSES[look]).sort();
  return [
    `%% ${printable(title)}`,
    ...notes.map((note) => `%% ${printable(note)}`),
    "flowchart LR",
    ...groups.flatMap(({ id, label }) => [
      `  subgraph ${name(id)}["${encoded(label)}"]`,
      ...nodes.filter(({ group }) => group === id).map((node) => `    ${mermaidBox(node)}`),
      "  end",
    ]),
    ...nodes.filter(({ group }) => group === undefined || !groups.some(({ id }) => id === group)).map((node) => `  ${mermaidBox(node)}`),
    ...edges.map((edge) => {
      const words = markedWords(edge);
      return `  ${name(edge.from)} ${edge.change === "removed" ? "-.->" : ARROWS[edge.state]}${words ? `|"${encoded(words)}"|` : ""} ${name(edge.to)}`;
    }),
    ...looks.map((look) => `  classDef ${look} ${CLASSES[look]}`),
    ...CHANGES.flatMap((change) => lineStyle(edges, change)),
    "",
  ].join("\n");
}

/** Mermaid knows a line by its number alone. */
function lineStyle(edges: readonly GraphEdge[], change: GraphChange): string[] {
  const numbers = edges.flatMap((edge, i) => (styleOf(edge) === change ? [i] : []));
  return numbers.length > 0 ? [`  linkStyle ${numbers.join(",")} stroke:${CHANGE_COLOURS[change].line[0]}`] : [];
}

function mermaidBox(node: GraphNode): string {
  const [open, close] = node.kind === "host" ? ["([", "])"] : ["[", "]"];
  const text = markedLines(node).map(encoded).join("<br/>");
  const look = styleOf(node);
  return `${name(node.id)}${open}"${text}"${close}${CLASSES[look] ? `:::${look}` : ""}`;
}

/** A word that Mermaid takes as a name: readable, and another one for every id. */
function name(id: string): string {
  const readable = id.replaceAll(/[^A-Za-z0-9]+/g, "_").slice(0, 40);
  return `${readable}_${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
}

/** Encodes the characters that Mermaid, or the page around it, could interpret, by their numbers. */
const encoded = (text: string) => text.replaceAll(/[^A-Za-z0-9 ./:,()*=…-]/gu, (sign) => `#${sign.codePointAt(0)};`);

const printable = (text: string) => text.replaceAll(/[^ -~…]/gu, "?").replaceAll(/[{}]/g, "?");

const changeColours = (change: GraphChange) => ({
  fill: CHANGE_COLOURS[change].box[0],
  line: CHANGE_COLOURS[change].line[0],
  style: change === "removed" ? "filled,dashed" : "filled",
});

const COLOURS: { readonly [look in GraphState | GraphChange]: { fill: string; line: string; style: string } } = {
  added: changeColours("added"),
  removed: changeColours("removed"),
  changed: changeColours("changed"),
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
  const groupIds = new Set(groups.map(({ id }) => id));
  return [
    `digraph ${quote(title)} {`,
    `  graph [rankdir=LR, labelloc=t, label=${label([title, ...notes])}, fontname="monospace", nodesep=0.2, ranksep=0.8]`,
    `  node [shape=box, fontname="monospace", fontsize=10]`,
    `  edge [fontname="monospace", fontsize=9]`,
    ...groups.flatMap((group) => [
      `  subgraph ${quote(`cluster ${group.id}`)} {`,
      `    label=${label([group.label])}`,
      ...nodes.filter((node) => node.group === group.id).map((node) => `    ${dotBox(node)}`),
      "  }",
    ]),
    ...nodes.filter(({ group }) => group === undefined || !groupIds.has(group)).map((node) => `  ${dotBox(node)}`),
    ...edges.map((edge) => {
      const words = markedWords(edge);
      const dashed = ["ok", "fault", "added", "changed"].includes(styleOf(edge)) ? "" : ", style=dashed";
      return `  ${quote(edge.from)} -> ${quote(edge.to)} [${words ? `label=${label([words])}, ` : ""}color="${COLOURS[styleOf(edge)].line}"${dashed}]`;
    }),
    "}",
    "",
  ].join("\n");
}

function dotBox(node: GraphNode): string {
  const { fill, line, style } = COLOURS[styleOf(node)];
  const colours = `style=${quote(node.kind === "host" ? `${style},rounded` : style)}, fillcolor="${fill}", color="${line}"`;
  const text = styleOf(node) === "ok" ? "" : `, fontcolor="${line}"`;
  return `${quote(node.id)} [label=${label(markedLines(node))}, ${colours}${text}]`;
}

/** The one thing that ends a text is a quote, and a backslash must not escape ours. A terminal shows the graph, too. */
const inQuotes = (text: string) =>
  oneLine(text.replaceAll(/[\0\r\n]/g, " "))
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"');

const quote = (text: string) => `"${inQuotes(text)}"`;

/** Lines one below the other; Graphviz reads entities and backslashes in labels. */
const label = (lines: readonly string[]) =>
  `"${lines
    .flatMap((line) => line.split("\n"))
    .map((line) => inQuotes(line).replaceAll("&", "&amp;"))
    .join("\\n")}"`;
