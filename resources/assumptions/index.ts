// The table of assumptions of each back end, as docs/verify.md shows it.

import type { Assumptions } from "./assumption";
import { AVI_ASSUMPTIONS } from "./avi";
import { MIZAR_ASSUMPTIONS } from "./mizar";
import { OCTAVIA_ASSUMPTIONS } from "./octavia";

export type { Assumptions } from "./assumption";

/** The assumptions of each back end. docs/verify.md shows them with the places of their marks. */
export const ASSUMPTIONS: { readonly [name in "avi" | "octavia" | "mizar"]: Assumptions } = {
  avi: AVI_ASSUMPTIONS,
  octavia: OCTAVIA_ASSUMPTIONS,
  mizar: MIZAR_ASSUMPTIONS,
};
