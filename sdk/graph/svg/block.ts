// Lays out the boxes of one group and the lines between them.

import { styleOf } from "../marks";
import type { GraphChange, GraphState } from "../model";
import { type Card, type CardTree, cardOf } from "./cards";
import { ANCHOR, FRAME, GAP, GUTTER, HEADING, TITLE, widthOf } from "./style";
import { cellsOf } from "./text";

/** A line between two points of a block, from left to right. */
export interface Wire {
  from: Point;
  to: Point;
  look: GraphState | GraphChange;
  /** It ends at a box, and not at the edge of the frame. */
  arrow: boolean;
}

export interface Point {
  x: number;
  y: number;
}

/** The trees of one group, in a frame when there is a group, and to its right the blocks that its lines lead to. */
export interface GroupBlock {
  group?: string;
  /** Of the frame. */
  width: number;
  height: number;
  /** With everything to its right. */
  outer: { width: number; height: number };
  /** Each with a place of its own, so that a change in one leaves the others as they are. */
  trees: PlantedTree[];
  /** Lines that leave the frame, and on to the blocks at its right. */
  wires: Wire[];
  children: { block: GroupBlock; at: Point }[];
  /** Points at which lines enter, by the id of the node. */
  entries: Map<string, Point>;
}

interface PlantedTree {
  at: Point;
  cards: { card: Card; at: Point }[];
  wires: Wire[];
}

/** A line that leaves the group. */
interface Port {
  y: number;
  tree: CardTree;
  look: GraphState | GraphChange;
}

/** Room that a line takes on its way to the edge of the frame. */
const LANE = 16;

/** Longer headings are cut. */
const MAX_HEADING = 520;

/** Columns that trees of one group may stand in. */
const MAX_COLUMNS = 12;
/** Up to this height one column is best: pages are wide enough for one, and scroll. */
const TALL = 2400;

/** Text at the head of each frame, by group. */
export type Headings = ReadonlyMap<string, string>;

/**
 * The block of some trees of one group.
 *
 * @param columns many trees may stand side by side, since no line enters from the left
 */
export function blockOf(trees: readonly CardTree[], headings: Headings, { columns = false } = {}): GroupBlock {
  return new BlockLayout(trees[0]?.node.group, headings).lay(trees, columns && trees.length > 3 && trees.every(stays));
}

/** True if no line leads out of the group of a tree. */
export function stays({ node, links }: CardTree): boolean {
  return links.every(({ tree: child }) => !child || (child.node.group === node.group && stays(child)));
}

class BlockLayout {
  private readonly trees: GroupBlock["trees"] = [];
  private readonly entries: GroupBlock["entries"] = new Map();
  private readonly wires: Wire[] = [];
  private readonly ports: Port[] = [];
  /** Lines to the edge of the frame, whose place is known at the end. */
  private readonly lanes: { from: Point; y: number; look: GraphState | GraphChange }[] = [];
  private right = 0;

  constructor(
    private readonly group: string | undefined,
    private readonly headings: Headings,
  ) {}

  lay(trees: readonly CardTree[], inColumns: boolean): GroupBlock {
    const inset = this.group === undefined ? 0 : FRAME;
    const top = this.group === undefined ? 0 : HEADING;
    const bottom = inColumns
      ? this.layColumns(trees, inset, top)
      : trees.reduce((y, tree) => y + this.plant(tree, inset, y) + GAP, top) - GAP;
    const width = Math.max(this.right, this.headingWidth()) + inset;
    const height = bottom + inset;
    for (const { from, y, look } of this.lanes) this.wires.push({ from, to: { x: width, y }, look, arrow: false });
    const { group, trees: planted, wires, entries } = this;
    const block: GroupBlock = { group, width, height, outer: { width, height }, trees: planted, wires, children: [], entries };
    this.addChildren(block);
    return block;
  }

  /** A frame is wide enough for its heading, unless that is very long. */
  private headingWidth(): number {
    const heading = this.group === undefined ? "" : (this.headings.get(this.group) ?? "");
    return FRAME + Math.min(MAX_HEADING, widthOf(cellsOf(heading), TITLE));
  }

  /** Places a tree at the left, and returns its height. */
  private plant(tree: CardTree, x: number, y: number): number {
    const planted: PlantedTree = { at: { x, y }, cards: [], wires: [] };
    this.trees.push(planted);
    return this.place(planted, tree, x, y);
  }

  private place(planted: PlantedTree, tree: CardTree, x: number, y: number): number {
    const card = cardOf(tree);
    const { at: origin, cards, wires } = planted;
    const within = (point: Point) => ({ x: point.x - origin.x, y: point.y - origin.y });
    cards.push({ card, at: within({ x, y }) });
    this.entries.set(card.node.id, { x, y: y + ANCHOR });
    this.right = Math.max(this.right, x + card.width);
    const inner = card.exits.some((exit) => exit.tree.node.group === this.group);
    let next = y;
    for (const { y: exit, link, tree: child } of card.exits) {
      const from = { x: x + card.width, y: y + exit };
      const look = styleOf(link.edge);
      if (child.node.group === this.group) {
        const top = Math.max(next, from.y - ANCHOR);
        const to = { x: from.x + GUTTER, y: top + ANCHOR };
        wires.push({ from: within(from), to: within(to), look, arrow: true });
        next = top + this.place(planted, child, to.x, top) + GAP;
        continue;
      }
      // a lane of its own keeps the line clear of boxes on its way
      const lane = inner ? Math.max(next, from.y - LANE / 2) + LANE / 2 : from.y;
      if (inner) {
        const bend = { x: from.x + GUTTER, y: lane };
        this.wires.push({ from, to: bend, look, arrow: false });
        this.lanes.push({ from: bend, y: lane, look });
        next = lane + LANE / 2 + GAP;
      } else this.lanes.push({ from, y: lane, look });
      this.ports.push({ y: lane, tree: child, look });
    }
    return Math.max(card.height, next - GAP - y);
  }

  /** Trees side by side, where none of them has a line to the edge of the frame. */
  private layColumns(trees: readonly CardTree[], inset: number, top: number): number {
    const sizes = trees.map((tree) => {
      const { outer } = blockOf([tree], new Map());
      return { tree, height: outer.height - (this.group === undefined ? 0 : HEADING + FRAME), width: outer.width - 2 * inset };
    });
    const total = sizes.reduce((sum, { height }) => sum + height + GAP, 0);
    const widest = Math.max(...sizes.map(({ width }) => width));
    const columns = columnsFor(total, widest + GUTTER, MAX_COLUMNS);
    const limit = total / columns;
    let [x, y, column, bottom, columnsAhead] = [inset, top, 0, top, columns - 1];
    for (const { tree, height, width } of sizes) {
      if (columnsAhead > 0 && y > top && y - top + height / 2 > limit) {
        [x, y, column, columnsAhead] = [x + column + GUTTER / 2, top, 0, columnsAhead - 1];
      }
      y += this.plant(tree, x, y) + GAP;
      column = Math.max(column, width);
      bottom = Math.max(bottom, y - GAP);
    }
    return bottom;
  }

  private addChildren(block: GroupBlock): void {
    // neighbours alone share a frame: lines to it would cross those in between
    const runs: [Port, ...Port[]][] = [];
    for (const port of [...this.ports].sort((a, b) => a.y - b.y)) {
      const run = runs.at(-1);
      if (run && run[0].tree.node.group === port.tree.node.group) run.push(port);
      else runs.push([port]);
    }
    let next = 0;
    for (const ports of runs) {
      const child = blockOf(
        ports.map(({ tree }) => tree),
        this.headings,
      );
      const entryOf = ({ tree }: Port): Point => child.entries.get(tree.node.id) ?? { x: 0, y: ANCHOR };
      const [first] = ports;
      const at = { x: block.width + GUTTER, y: Math.max(next, first.y - entryOf(first).y) };
      block.children.push({ block: child, at });
      for (const port of ports) {
        const { y, look } = port;
        const to = entryOf(port);
        const edge = { x: at.x, y: at.y + to.y };
        block.wires.push({ from: { x: block.width, y }, to: edge, look, arrow: false });
        block.wires.push({ from: edge, to: { x: at.x + to.x, y: edge.y }, look, arrow: true });
      }
      next = at.y + child.outer.height + 2 * GAP;
      block.outer.width = Math.max(block.outer.width, at.x + child.outer.width);
      block.outer.height = Math.max(block.outer.height, at.y + child.outer.height);
    }
  }
}

/** The fewest columns in which things of a total height make a picture that is not much taller than wide. */
export function columnsFor(total: number, width: number, most: number): number {
  for (let columns = 1; columns < most; columns++) if (total / columns <= Math.max(TALL, 0.9 * columns * width)) return columns;
  return most;
}
