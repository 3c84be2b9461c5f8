import { ako } from "./ako.mjs";
import { ako2 } from "./ako-2.mjs";
import { contour } from "./contour.mjs";
import { kuryrOccm } from "./kuryr-occm.mjs";
import { mizar } from "./mizar.mjs";
import { closeMizar } from "./mizar-live.mjs";
import { close as closeOctavia, octaviaApi } from "./octavia-api.mjs";

export const families = {
  ako,
  "ako-2": ako2,
  contour,
  "kuryr-occm": kuryrOccm,
  mizar,
  "octavia-api": octaviaApi,
};

/** Ends what families have started. */
export const close = () => Promise.all([closeOctavia(), closeMizar()]);
