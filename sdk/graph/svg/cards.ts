// Lays out one card of an SVG picture (title, details, rows), and makes trees of cards from a graph.

import { compare } from "../../specs";
import { changesOf, marked, styleOf } from "../marks";
import type { Graph, GraphChange, GraphEdge, GraphNode, GraphState } from "../model";
import { ANCHOR, BAR, fits, isRow, LINE, PAD, ROW, SMALL, TITLE, WIDTHS } from "./style";
import { cellsOf, clean, wrap } from "./text";

/** A text in a box; `y` is its base line, from the top of the box, `x` its beginning, or its end in the style `right`. */
export interface Text {
  text: string;
  x: number;
  y: number;
  style: "title" | "detail" | "reason" | "left" | "right";
  look?: GraphState | GraphChange;
  /** The whole text, where only a part of it fits. */
  whole?: string;
}

/** A box with everything in it, and the lines that leave it at its right side. */
export interface Card {
  node: GraphNode;
  width: number;
  height: number;
  texts: Text[];
  /** Height at which the head ends and rows begin; absent without rows. */
  rule?: number;
  exits: { y: number; link: Link; tree: CardTree }[];
}

/** Most lines of a name, of a row and of a reason; the rest is in the tooltip. */
const NAME_LINES = 2;
const ROW_LINES = 3;
const REASON_LINES = 6;

export function cardOf({ node, links }: CardTree): Card {
  const width = WIDTHS[node.kind];
  const inner = width - 2 * PAD - BAR;
  const texts: Text[] = [];
  const start = BAR + PAD;
  let y = ANCHOR + 4;
  const put = (text: string, style: Text["style"], most: number) => {
    const { lines, cut } = wrap(text, fits(inner, style === "title" ? TITLE : SMALL), most);
    for (const line of lines) {
      texts.push({ text: line, x: start, y, style, ...(cut ? { whole: text } : {}) });
      y += LINE;
    }
  };
  put(marked(node.label, node.change), "title", NAME_LINES);
  for (const detail of node.details) put(detail, "detail", NAME_LINES);
  for (const line of changesOf(node)) put(line, "detail", NAME_LINES);
  if (node.reason) put(node.reason, "reason", REASON_LINES);

  const exits: Card["exits"] = [];
  const rows = links.filter((link) => link.row || link.edge.label !== undefined || link.elsewhere || link.share);
  for (const link of links) if (!rows.includes(link) && link.tree) exits.push({ y: ANCHOR, link, tree: link.tree });
  let height = y - LINE + 10;
  const rule = rows.length > 0 ? height : undefined;
  let before = "";
  y = height + ROW - 4;
  for (const link of rows) {
    // a path that leads to several places is named once
    const path = link.edge.label ?? (link.edge.from === link.row?.id ? link.row.id : "");
    const again = path !== "" && path === before;
    before = path;
    const lines = rowLines(link, again, fits(inner, SMALL));
    for (const [i, line] of lines.entries()) {
      if (line.left)
        texts.push({
          text: line.left,
          x: start,
          y,
          style: "left",
          look: link.edge.label === undefined ? lookOfRow(link) : styleOf(link.edge),
          whole: line.whole,
        });
      if (line.right) {
        texts.push({ text: line.right, x: width - PAD, y, style: "right", look: lookOfRow(link), whole: line.whole });
      }
      if (i === lines.length - 1 && link.tree) exits.push({ y: y - 4, link, tree: link.tree });
      y += ROW;
    }
    height = y - ROW + 10;
  }
  return { node, width, height, texts, rule, exits };
}

function lookOfRow({ edge, row }: Link): GraphState | GraphChange {
  const look = row ? styleOf(row) : "ok";
  return look === "ok" ? styleOf(edge) : look;
}

/** Servers that came and went stand behind those that are there. */
const rowText = (row: GraphNode): string => [marked(row.label, row.change), changesOf(row).join(", ")].filter(Boolean).join(": ");

/** Text of a row: the path at the left and its target at the right, or one below the other if they do not fit. */
function rowLines(link: Link, again: boolean, cells: number): { left?: string; right?: string; whole?: string }[] {
  const { edge, row, elsewhere, share } = link;
  const leftText = again ? "" : edge.label === undefined ? (row ? rowText(row) : "") : marked(edge.label, edge.change);
  const target = edge.label !== undefined && row ? rowText(row) : "";
  const missing = row?.state === "missing" ? "missing: " : "";
  const other = elsewhere ? `${elsewhere.cycle ? "back to" : "see"} ${elsewhere.node.label}` : "";
  const right = clean([`${missing}${target}`, other, share && share !== "1" ? share : ""].filter(Boolean).join("  "));
  const shown = clean(leftText);
  if (cellsOf(shown) + cellsOf(right) + 2 <= cells) return [{ left: shown, right }];
  const first = wrap(shown, cells, ROW_LINES);
  const second = wrap(right, cells - 2, NAME_LINES);
  const tooltip = first.cut || second.cut ? { whole: [leftText, right].filter(Boolean).join("  ") } : {};
  return [
    ...(shown ? first.lines.map((line) => ({ left: line, ...tooltip })) : []),
    ...(right ? second.lines.map((line) => ({ right: line, ...tooltip })) : []),
  ];
}

/** A box and the boxes that its lines lead to. A node is drawn once: whoever else leads to it names it instead. */
export interface CardTree {
  node: GraphNode;
  links: Link[];
}

/** Drawing of one edge: a row of the box, a line to another box, or both. */
export interface Link {
  edge: GraphEdge;
  /** The node without a box that the row shows. */
  row?: GraphNode;
  /** The box that a line leads to. */
  tree?: CardTree;
  /** The box that is drawn elsewhere; `cycle` when this one is below it. */
  elsewhere?: { node: GraphNode; cycle: boolean };
  /** Part of the traffic, where a row leads to several boxes. */
  share?: string;
}

/** Chains are cut here and go on as a tree of their own. */
const MAX_DEPTH = 30;

/** The boxes as trees, what is served before what is not. Cycles end at the box that closes them. */
export function forestOf({ nodes, edges }: Graph): CardTree[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const out = new Map<string, { edge: GraphEdge; to: GraphNode }[]>();
  for (const edge of edges) {
    const to = byId.get(edge.to);
    if (!byId.has(edge.from) || !to) continue;
    const list = out.get(edge.from);
    if (list) list.push({ edge, to });
    else out.set(edge.from, [{ edge, to }]);
  }
  const led = new Set(edges.map(({ to }) => to));
  const drawn = new Set<string>();
  const above: string[] = [];

  const treeOf = (node: GraphNode): CardTree => {
    drawn.add(node.id);
    above.push(node.id);
    const links = (out.get(node.id) ?? []).flatMap(({ edge, to }): Link[] => {
      if (!isRow(to.kind)) return [linkTo(edge, to)];
      const nextEdges = out.get(to.id) ?? [];
      const [first] = nextEdges;
      if (!first || isRow(first.to.kind)) return [{ edge, row: to, share: edge.share }];
      return nextEdges.map((next) => ({ ...linkTo(next.edge, next.to), row: to, share: next.edge.share }));
    });
    above.pop();
    return { node, links };
  };
  const linkTo = (edge: GraphEdge, to: GraphNode): Link => {
    const { share } = edge;
    if (drawn.has(to.id) || above.length >= MAX_DEPTH) return { edge, share, elsewhere: { node: to, cycle: above.includes(to.id) } };
    return { edge, share, tree: treeOf(to) };
  };

  const boxes = nodes.filter(({ kind }) => !isRow(kind));
  const rank = ({ state }: GraphNode) => (state === "ok" ? 0 : state === "orphan" ? 2 : 1);
  const first = boxes.filter(({ id }) => !led.has(id)).sort((a, b) => rank(a) - rank(b) || compare(a.id, b.id));
  return [...first, ...boxes].flatMap((node) => (drawn.has(node.id) ? [] : [treeOf(node)]));
}
