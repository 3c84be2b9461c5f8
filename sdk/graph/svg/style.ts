// Colours and measures of SVG pictures.

import { CHANGE_COLOURS, CHANGES } from "../marks";
import type { GraphNodeKind } from "../model";

/** Light colours, and those that replace them where the reader has a dark page. Every state has a word in the picture too. */
const LIGHT = {
  page: "#ffffff",
  frame: "#f6f8fa",
  border: "#8c959f",
  box: "#ffffff",
  text: "#1f2328",
  soft: "#57606a",
  line: "#57606a",
  fault: "#b42318",
  faultBox: "#fff1f0",
  idle: "#57606a",
  idleBox: "#eaeef2",
  host: "#0969da",
  hostBox: "#ddf4ff",
  ingressroute: "#8250df",
  listener: "#1a7f37",
  pool: "#9a6700",
};

const DARK: typeof LIGHT = {
  page: "#0d1117",
  frame: "#161b22",
  border: "#6e7681",
  box: "#0d1117",
  text: "#e6edf3",
  soft: "#9da7b3",
  line: "#9da7b3",
  fault: "#ff8d83",
  faultBox: "#2d1413",
  idle: "#9da7b3",
  idleBox: "#21262d",
  host: "#58a6ff",
  hostBox: "#10233f",
  ingressroute: "#bc8cff",
  listener: "#3fb950",
  pool: "#d29922",
};

const rules = (c: typeof LIGHT) => [
  `.page{fill:${c.page}}`,
  `.frame{fill:${c.frame};stroke:${c.border}}`,
  `.box{fill:${c.box};stroke:${c.border}}`,
  `.host .box{fill:${c.hostBox}}`,
  `text{fill:${c.text}}`,
  `.detail,.heading,.note{fill:${c.soft}}`,
  `.wire,.rule{stroke:${c.line}}`,
  `.tip{fill:${c.line}}`,
  `.host .bar{fill:${c.host}}`,
  `.ingressroute .bar{fill:${c.ingressroute}}`,
  `.listener .bar{fill:${c.listener}}`,
  `.pool .bar{fill:${c.pool}}`,
  `.fault .box{fill:${c.faultBox};stroke:${c.fault}}`,
  `.fault .bar,.missing .bar,.tip.fault,.tip.missing{fill:${c.fault}}`,
  `.reason,text.fault,text.missing{fill:${c.fault}}`,
  `.wire.fault,.wire.missing,.missing .box{stroke:${c.fault}}`,
  `.orphan .box,.idle .box{fill:${c.idleBox};stroke:${c.idle}}`,
  `.orphan .bar,.idle .bar,.tip.idle,.tip.orphan,text.idle,text.orphan,.orphan text,.idle text{fill:${c.idle}}`,
  `.wire.idle,.wire.orphan{stroke:${c.idle}}`,
];

/** Every selector below our own class. */
const scoped = (list: readonly string[]) =>
  list.map((rule) => {
    const [selectors = "", body = ""] = rule.split("{");
    return `${selectors
      .split(",")
      .map((selector) => `.k8s-lb-graph ${selector}`)
      .join(",")}{${body}`;
  });

/** Classes alone are styled, below one class of our own, so that a picture may stand inside another page. */
export const STYLE = [
  ...scoped([
    "text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;white-space:pre}",
    "text.headline{font-size:15px;font-weight:bold}",
    "text.title,text.heading{font-size:12px;font-weight:bold}",
    "text.right{text-anchor:end}",
    ".wire{fill:none;stroke-width:1.5}",
    ".wire.fault{stroke-width:2}",
    ".wire.missing,.wire.idle,.missing .box,.orphan .box{stroke-dasharray:4 3}",
    ".missing .box{fill:none}",
    ".rule{stroke-opacity:.35}",
    ...rules(LIGHT),
  ]),
  "@media (prefers-color-scheme:dark){",
  ...scoped(rules(DARK)),
  "}",
].join("\n");

/** Colours of changes. The fault of a part comes first. */
const changeRules = (nth: 0 | 1) =>
  CHANGES.flatMap((change) => {
    const { line, box } = CHANGE_COLOURS[change];
    return [
      `.${change}:not(.fault):not(.missing) .box{fill:${box[nth]};stroke:${line[nth]}}`,
      `.${change}:not(.fault) .bar,.tip.${change},text.${change},.${change}:not(.fault) text.title{fill:${line[nth]}}`,
      `.wire.${change}{stroke:${line[nth]}}`,
    ];
  });

/** For pictures of two sides. */
export const CHANGE_STYLE = [
  ...scoped([".wire.removed,.removed .box{stroke-dasharray:4 3}", ...changeRules(0)]),
  "@media (prefers-color-scheme:dark){",
  ...scoped(changeRules(1)),
  "}",
].join("\n");

/** Everything in user units of the picture, which are pixels at its natural size. */
export const TITLE = 12;
export const SMALL = 11;

/** Fonts of fixed width are about 0.6 of their size wide; a little more leaves room for those that are wider. */
const CELL = 0.615;

export const LINE = 16;
export const ROW = 18;
export const PAD = 10;
/** The coloured bar at the left of a box. */
export const BAR = 4;
/** Point at which a line meets a box, from its top: the middle of its first line. */
export const ANCHOR = 16;

/** Between boxes one above the other, and between a box and what it leads to. */
export const GAP = 10;
export const GUTTER = 40;

/** A frame: its inner margin and the height of its heading. */
export const FRAME = 12;
export const HEADING = 26;

/** Boxes of one kind are equally wide, so that a longer name moves nothing else. */
export const WIDTHS: { readonly [kind in GraphNodeKind]: number } = {
  host: 224,
  ingressroute: 290,
  listener: 230,
  pool: 270,
  spec: 360,
  path: 0,
  redirect: 0,
  servers: 0,
  service: 0,
};

/** Kinds without a box of their own: lines in the box of what leads to them. */
export const isRow = (kind: GraphNodeKind) => WIDTHS[kind] === 0;

/** Number of cells of text that fit into a width. */
export const fits = (width: number, size: number) => Math.floor(width / (size * CELL));

/** Width of so many cells of text, at most. */
export const widthOf = (cells: number, size: number) => Math.ceil(cells * size * CELL);
