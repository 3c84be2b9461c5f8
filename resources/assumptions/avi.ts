// All assumptions about Avi.

import { AVI_BODIES } from "./avi-bodies";
import { AVI_HEALTH } from "./avi-health";
import { AVI_REQUESTS } from "./avi-requests";

/** Everything that the code assumes of a controller of Avi without a proof. */
export const AVI_ASSUMPTIONS = { ...AVI_REQUESTS, ...AVI_BODIES, ...AVI_HEALTH };
