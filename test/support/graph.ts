import { type DelegationOptions, delegationGraph, type Graph, readSpecs } from "../../sdk";
import type { GroupBlock, Point } from "../../sdk/graph/svg/block";
import type { Page } from "../../sdk/graph/svg/page";

/** Reads objects as specs. */
export const specsOf = (objects: readonly unknown[]) => readSpecs(objects.map((value) => ({ value })));

export const delegation = (objects: readonly unknown[], options?: DelegationOptions): Graph => delegationGraph(specsOf(objects), options);

export const nodeOf = ({ nodes }: Graph, id: string) => nodes.find((node) => node.id === id);

/** `from -> to` with the label and the state of every line. */
export const linesOf = ({ edges }: Graph) =>
  edges.map(({ from, to, label, share, state }) =>
    [`${from} -> ${to}`, label, share, state].filter((part) => part !== undefined).join(" "),
  );

export interface Box {
  id: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Everything that a page shows, in its own coordinates. */
export function flat(page: Page): { boxes: Box[]; frames: Box[]; wires: { from: Point; to: Point }[] } {
  const found = { boxes: [] as Box[], frames: [] as Box[], wires: [] as { from: Point; to: Point }[] };
  const add = (block: GroupBlock, { x, y }: Point) => {
    if (block.group !== undefined)
      found.frames.push({ id: block.group, left: x, top: y, right: x + block.width, bottom: y + block.height });
    const addWires = (wires: GroupBlock["wires"], dx: number, dy: number) => {
      for (const { from, to } of wires) found.wires.push({ from: { x: dx + from.x, y: dy + from.y }, to: { x: dx + to.x, y: dy + to.y } });
    };
    addWires(block.wires, x, y);
    for (const tree of block.trees) {
      addWires(tree.wires, x + tree.at.x, y + tree.at.y);
      for (const { card, at } of tree.cards) {
        const [startX, top] = [x + tree.at.x + at.x, y + tree.at.y + at.y];
        found.boxes.push({ id: card.node.id, left: startX, top, right: startX + card.width, bottom: top + card.height });
      }
    }
    for (const child of block.children) add(child.block, { x: x + child.at.x, y: y + child.at.y });
  };
  for (const { block, at } of page.blocks) add(block, at);
  return found;
}

/** Pairs of boxes that lie on each other. */
export function overlaps(boxes: readonly Box[]): string[] {
  const sorted = [...boxes].sort((a, b) => a.left - b.left);
  const found: string[] = [];
  for (const [i, a] of sorted.entries()) {
    for (const b of sorted.slice(i + 1)) {
      if (b.left >= a.right) break;
      if (b.top < a.bottom && a.top < b.bottom) found.push(`${a.id} and ${b.id}`);
    }
  }
  return found;
}

/** Boxes that a line runs through, and not only begins or ends at. */
export function crossed({ boxes, wires }: Pick<ReturnType<typeof flat>, "boxes" | "wires">): string[] {
  return wires.flatMap(({ from, to }) => {
    const middle = (from.x + to.x) / 2;
    const at = (t: number): Point => {
      const curve = (a: number, b: number, c: number, d: number) =>
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
      return { x: curve(from.x, middle, middle, to.x), y: curve(from.y, from.y, to.y, to.y) };
    };
    const points = Array.from({ length: 21 }, (_, i) => at(i / 20));
    return boxes
      .filter(({ left, right, top, bottom }) => points.some(({ x, y }) => x > left + 1 && x < right - 1 && y > top && y < bottom))
      .map(({ id }) => `a line runs through ${id}`);
  });
}

/** Pairs of lines between the same two columns that cross. */
export function tangled({ wires }: Pick<ReturnType<typeof flat>, "wires">): number {
  const pairs = wires.flatMap((a, i) => wires.slice(i + 1).map((b) => [a, b] as const));
  return pairs.filter(([a, b]) => {
    return a.from.x === b.from.x && a.to.x === b.to.x && (a.from.y - b.from.y) * (a.to.y - b.to.y) < 0;
  }).length;
}
