import type { GraphNodeKind } from "../model";

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
/** Where a line meets a box, from its top: the middle of its first line. */
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

/** How many cells of text fit into a width. */
export const fits = (width: number, size: number) => Math.floor(width / (size * CELL));

/** How wide so many cells of text are at most. */
export const widthOf = (cells: number, size: number) => Math.ceil(cells * size * CELL);
