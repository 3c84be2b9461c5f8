import type { Assumptions } from "./assumption";
import { AVI_ASSUMPTIONS } from "./avi";

export type { Assumptions } from "./assumption";

/** The assumptions of each back end. `docs/<name>-unverified.md` shows them with the places of their marks. */
export const ASSUMPTIONS: { readonly avi: Assumptions } = { avi: AVI_ASSUMPTIONS };
