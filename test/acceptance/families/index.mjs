import { ako } from "./ako.mjs";
import { contour } from "./contour.mjs";
import { kuryrOccm } from "./kuryr-occm.mjs";
import { close as closeOctavia, octaviaApi } from "./octavia-api.mjs";

/** Targets and front ends that this package does not have yet; docs/decisions/0003-acceptance-skips.md. */
const notYet = (what) => () => ({ skip: `${what} is not part of this release (docs/decisions/0003-acceptance-skips.md)` });

export const families = {
  ako,
  contour,
  "kuryr-occm": kuryrOccm,
  mizar: notYet("the Mizar target"),
  "octavia-api": octaviaApi,
};

/** Ends what families have started. */
export const close = () => closeOctavia();
