import type { GraphNode, GraphState } from "../model";
import type { Link, Tree } from "./forest";
import { ANCHOR, BAR, fits, LINE, PAD, ROW, SMALL, TITLE, WIDTHS } from "./style";
import { cellsOf, clean, wrap } from "./text";

/** A text in a box; `y` is its base line, from the top of the box, `x` its beginning, or its end in the style `right`. */
export interface Text {
  text: string;
  x: number;
  y: number;
  style: "title" | "detail" | "reason" | "left" | "right";
  state?: GraphState;
  /** The whole text, where only a part of it fits. */
  whole?: string;
}

/** A box with everything in it, and the lines that leave it at its right side. */
export interface Card {
  node: GraphNode;
  width: number;
  height: number;
  texts: Text[];
  /** Where the head ends and rows begin; absent without rows. */
  rule?: number;
  exits: { y: number; link: Link; tree: Tree }[];
}

/** Most lines of a name, of a row and of a reason; the rest is in the tooltip. */
const NAME_LINES = 2;
const ROW_LINES = 3;
const REASON_LINES = 6;

export function cardOf({ node, links }: Tree): Card {
  const width = WIDTHS[node.kind];
  const inner = width - 2 * PAD - BAR;
  const texts: Text[] = [];
  const left = BAR + PAD;
  let y = ANCHOR + 4;
  const put = (text: string, style: Text["style"], most: number) => {
    const { lines, cut } = wrap(text, fits(inner, style === "title" ? TITLE : SMALL), most);
    for (const line of lines) {
      texts.push({ text: line, x: left, y, style, ...(cut ? { whole: text } : {}) });
      y += LINE;
    }
  };
  put(node.label, "title", NAME_LINES);
  for (const detail of node.details) put(detail, "detail", NAME_LINES);
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
          x: left,
          y,
          style: "left",
          state: link.edge.label === undefined ? stateOf(link) : link.edge.state,
          whole: line.whole,
        });
      if (line.right) {
        texts.push({ text: line.right, x: width - PAD, y, style: "right", state: stateOf(link), whole: line.whole });
      }
      if (i === lines.length - 1 && link.tree) exits.push({ y: y - 4, link, tree: link.tree });
      y += ROW;
    }
    height = y - ROW + 10;
  }
  return { node, width, height, texts, rule, exits };
}

const stateOf = ({ edge, row }: Link): GraphState => (row && row.state !== "ok" ? row.state : edge.state);

/** What stands in a row: the path at the left, what it leads to at the right, below each other where they do not fit. */
function rowLines(link: Link, again: boolean, cells: number): { left?: string; right?: string; whole?: string }[] {
  const { edge, row, elsewhere, share } = link;
  const left = again ? "" : (edge.label ?? (elsewhere && !row ? "" : (row?.label ?? "")));
  const target = edge.label !== undefined && row ? row.label : "";
  const missing = row?.state === "missing" ? "missing: " : "";
  const other = elsewhere ? `${elsewhere.cycle ? "back to" : "see"} ${elsewhere.node.label}` : "";
  const right = clean([`${missing}${target}`, other, share && share !== "1" ? share : ""].filter(Boolean).join("  "));
  const shown = clean(left);
  if (cellsOf(shown) + cellsOf(right) + 2 <= cells) return [{ left: shown, right }];
  const first = wrap(shown, cells, ROW_LINES);
  const second = wrap(right, cells - 2, NAME_LINES);
  const whole = first.cut || second.cut ? { whole: [left, right].filter(Boolean).join("  ") } : {};
  return [
    ...(shown ? first.lines.map((line) => ({ left: line, ...whole })) : []),
    ...(right ? second.lines.map((line) => ({ right: line, ...whole })) : []),
  ];
}
