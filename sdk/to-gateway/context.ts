// Type of the results that the parts of a conversion to Gateway API share.

import type { GatewayView } from "../targets";
import type { Grants } from "./grants";
import type { Losses } from "./losses";
import type { Manifest } from "./manifests";
import type { Names } from "./names";
import type { Policies } from "./policies";

/** Results of a translation so far. */
export interface Writing {
  view: GatewayView;
  losses: Losses;
  names: Names;
  grants: Grants;
  policies: Policies;
  /** Namespace of the Gateways of hosts from several namespaces; default: `default`. */
  gatewayNamespace?: string;
  /** Manifests besides those that the grants and policies hold. */
  manifests: Manifest[];
}
