import type { Graph } from "../model";
import { type Block, blockOf, columnsFor, type Point } from "./block";
import { forestOf, type Tree } from "./forest";
import { GAP } from "./measures";

/** Blocks and where they stand. */
export interface Page {
  width: number;
  height: number;
  blocks: { block: Block; at: Point }[];
}

const MAX_COLUMNS = 8;
const BETWEEN = 2 * GAP;

/** Groups one below the other, close up where there is room, in columns when that would get too tall; trees without a group stand alone. */
export function layOut(graph: Graph): Page {
  const sections = new Map<string, Tree[]>();
  for (const tree of forestOf(graph)) {
    const { group, id } = tree.node;
    const key = group ?? `\n${graph.groups.length > 0 ? id : ""}`;
    sections.set(key, [...(sections.get(key) ?? []), tree]);
  }
  const blocks = [...sections.values()].map((trees) => blockOf(trees[0]!.node.group, trees));
  const total = blocks.reduce((sum, { outer }) => sum + outer.height + BETWEEN, 0);
  const widest = Math.max(0, ...blocks.map(({ outer }) => outer.width));
  const columns = columnsFor(total, widest + BETWEEN, MAX_COLUMNS);
  const limit = total / columns;
  const page: Page = { width: 0, height: 0, blocks: [] };
  let [x, top, left] = [0, 0, columns - 1];
  /** What is free below the last frame, beside the blocks at its right. */
  let below = { y: 0, width: 0 };
  for (const block of blocks) {
    const { width, height } = block.outer;
    if (left > 0 && top > 0 && top + height / 2 > limit) [x, top, left, below] = [page.width + BETWEEN, 0, left - 1, { y: 0, width: 0 }];
    const beside = width <= below.width;
    const y = beside ? below.y : top;
    page.blocks.push({ block, at: { x, y } });
    below = { y: y + block.height + BETWEEN, width: beside ? Math.min(block.width, below.width) : block.width };
    top = Math.max(top, y + height + BETWEEN);
    page.width = Math.max(page.width, x + width);
    page.height = Math.max(page.height, top - BETWEEN);
  }
  return page;
}
