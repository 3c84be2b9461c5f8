import type { Graph, GraphNodeKind, GraphState } from "../model";
import { LINE, SMALL, widthOf } from "./measures";
import { cellsOf, xml } from "./text";

const KINDS: { readonly [kind in GraphNodeKind]?: string } = {
  host: "host",
  ingressroute: "IngressRoute",
  listener: "port",
  pool: "pool",
};

const STATES: readonly (readonly [GraphState, string])[] = [
  ["orphan", "orphaned: no root delegates to it"],
  ["idle", "without effect"],
  ["fault", "faulty, with the reason"],
  ["missing", "named, but not there"],
];

const SWATCH = { width: 22, height: 12 };

/** What the colours mean, as far as they are used, from left to right and below each other. */
export function legendOf(graph: Graph, at: { x: number; y: number; width: number }): { lines: string[]; bottom: number } {
  const kinds = Object.entries(KINDS).filter(([kind]) => graph.nodes.some((node) => node.kind === kind));
  const states = STATES.filter(([state]) => [...graph.nodes, ...graph.edges].some((part) => part.state === state));
  const lines: string[] = [];
  let [x, y] = [at.x, at.y];
  for (const [classes, says] of [...kinds.map(([kind, says]) => [`${kind} ok`, says] as const), ...states]) {
    const width = SWATCH.width + 8 + widthOf(cellsOf(says), SMALL) + 20;
    if (x > at.x && x + width > at.x + at.width) [x, y] = [at.x, y + LINE + 4];
    lines.push(
      `<g class="legend ${classes}" transform="translate(${x},${y})">`,
      `<rect class="box" width="${SWATCH.width}" height="${SWATCH.height}" rx="3"/>`,
      `<rect class="bar" width="4" height="${SWATCH.height}"/>`,
      `<text class="note" x="${SWATCH.width + 8}" y="10">${xml(says)}</text>`,
      "</g>",
    );
    x += width;
  }
  return { lines, bottom: lines.length > 0 ? y + LINE : at.y };
}
