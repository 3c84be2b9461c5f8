// Arranges the groups of an SVG picture, with its legend.

import { groupBy } from "../../../resources/lists";
import { compare } from "../../specs";
import { CHANGES, marked } from "../marks";
import type { Graph, GraphNodeKind, GraphState } from "../model";
import { blockOf, columnsFor, type GroupBlock, type Point, stays } from "./block";
import { forestOf } from "./cards";
import { GAP, LINE, SMALL, widthOf } from "./style";
import { cellsOf, xml } from "./text";

/** Blocks and where they stand. */
export interface Page {
  width: number;
  height: number;
  blocks: { block: GroupBlock; at: Point }[];
}

const MAX_COLUMNS = 8;
const BETWEEN = 2 * GAP;

/**
 * Groups one below the other, close up where there is room, in columns when that would get too tall. A tree that leads out of its group has a
 * frame of its own: lines of several would cross. So has one without a group where others have one.
 */
export function layOut(graph: Graph): Page {
  const sections = groupBy(forestOf(graph), (tree) => {
    const { group, id } = tree.node;
    const alone = !stays(tree) || (group === undefined && graph.groups.length > 0);
    return JSON.stringify(alone ? [group, id] : [group]);
  });
  const headings = new Map(graph.groups.map(({ id, label }) => [id, label]));
  const blocks = [...sections.values()].map((trees) => blockOf(trees, headings, { columns: true }));
  const page: Page = { width: 0, height: 0, blocks: [] };
  flow(
    page,
    blocks.filter((block) => !isIndex(block)),
  );
  flow(
    page,
    blocks.filter(isIndex).sort((a, b) => compare(a.group ?? "", b.group ?? "")),
  );
  return page;
}

/** Rows of boxes without a line: the hosts that were summed up. They stand last, so that what is drawn in full is seen. */
function isIndex({ trees }: GroupBlock): boolean {
  return new Set(trees.map(({ at }) => at.x)).size > 1 && trees.every(({ cards }) => cards.length === 1);
}

/** Puts blocks below what is on the page. */
function flow(page: Page, blocks: readonly GroupBlock[]): void {
  const total = blocks.reduce((sum, { outer }) => sum + outer.height + BETWEEN, 0);
  const widest = Math.max(0, ...blocks.map(({ outer }) => outer.width));
  const columns = columnsFor(total, widest + BETWEEN, MAX_COLUMNS);
  const start = page.height > 0 ? page.height + BETWEEN : 0;
  let [x, top, columnsAhead, right] = [0, start, columns - 1, 0];
  /** Free space below the last frame, beside the blocks at its right. */
  let below = { y: 0, width: 0 };
  for (const block of blocks) {
    const { width, height } = block.outer;
    if (columnsAhead > 0 && top > start && top - start + height / 2 > total / columns) {
      [x, top, columnsAhead, below] = [right + BETWEEN, start, columnsAhead - 1, { y: 0, width: 0 }];
    }
    const beside = width <= below.width;
    const y = beside ? below.y : top;
    page.blocks.push({ block, at: { x, y } });
    below = { y: y + block.height + BETWEEN, width: beside ? Math.min(block.width, below.width) : block.width };
    top = Math.max(top, y + height + BETWEEN);
    right = Math.max(right, x + width);
    page.width = Math.max(page.width, right);
    page.height = Math.max(page.height, top - BETWEEN);
  }
}

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

/** Legend of the colours that are used, from left to right and in several lines. */
export function legendOf(graph: Graph, at: { x: number; y: number; width: number }): { lines: string[]; bottom: number } {
  const kinds = Object.entries(KINDS).filter(([kind]) => graph.nodes.some((node) => node.kind === kind));
  const states = STATES.filter(([state]) => [...graph.nodes, ...graph.edges].some((part) => part.state === state));
  const lines: string[] = [];
  let [x, y] = [at.x, at.y];
  const changes = CHANGES.filter((change) => [...graph.nodes, ...graph.edges].some((part) => part.change === change));
  const keys: (readonly [string, string])[] = [
    ...kinds.map(([kind, says]) => [`${kind} ok`, says] as const),
    ...states,
    ...changes.map((change) => [change, marked(change, change)] as const),
  ];
  for (const [classes, says] of keys) {
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
