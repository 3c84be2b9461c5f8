// Marks in a picture what a change adds, removes and changes.

import { type GraphChange, type GraphEdge, type GraphNode, type GraphState, linesOf, wordsAt } from "./model";

/** Changes in the order in which they are explained. */
export const CHANGES: readonly GraphChange[] = ["added", "removed", "changed"];

/** The sign of a change: colours alone are not for everybody. */
export const SIGNS: { readonly [change in GraphChange]: string } = { added: "+", removed: "\u2212", changed: "~" };

/** Colours of a change, on a light and on a dark page: of lines and text, and of the box. */
export const CHANGE_COLOURS: { readonly [change in GraphChange]: { line: readonly [string, string]; box: readonly [string, string] } } = {
  added: { line: ["#116329", "#56d364"], box: ["#dafbe1", "#12261e"] },
  removed: { line: ["#6e3a9e", "#c8a2f0"], box: ["#f3eaff", "#251a33"] },
  changed: { line: ["#7d4e00", "#e3b341"], box: ["#fff8c5", "#2b2410"] },
};

/** Servers that came or went and are named; more are a number. */
const NAMED = 3;

/** Look of a part: a fault comes before a change. */
export const styleOf = ({ state, change }: Pick<GraphNode | GraphEdge, "state" | "change">): GraphState | GraphChange =>
  state === "ok" ? (change ?? "ok") : state;

/** A text behind the sign of its change. */
export const marked = (text: string, change: GraphChange | undefined): string => (change ? `${SIGNS[change]} ${text}` : text);

/** Earlier content of a changed part: servers that came and went, or lines that differ now. */
export function changesOf(node: GraphNode): string[] {
  const { was, members } = node;
  if (!was) return [];
  const only = (list: readonly string[], others: readonly string[]) => list.filter((one) => !others.includes(one));
  if (!members) return only(was, linesOf(node)).map((line) => `was: ${line}`);
  const few = (change: GraphChange, names: readonly string[]) =>
    names.length > NAMED ? [`${SIGNS[change]}${names.length} servers`] : names.map((name) => `${SIGNS[change]}${name}`);
  return [...few("added", only(members, was)), ...few("removed", only(was, members))];
}

/** The lines of a node with the marks of change. */
export function markedLines(node: GraphNode): string[] {
  const [label = "", ...lines] = linesOf(node);
  return [marked(label, node.change), ...lines, ...changesOf(node)];
}

/** The words at a line with the mark of its change; no word where it has none. */
export function markedWords(edge: GraphEdge): string {
  const words = wordsAt(edge);
  return words ? marked(words, edge.change) : "";
}
