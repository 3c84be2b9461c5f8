// The client of OpenStack. Settings come from two namespaces: `openstack:` (the keys of pulumi-openstack, shared with it) and
// `octavia:` (our own keys: pulumi-openstack refuses a key it does not know). A kind says `namespace: "octavia"` and gets both.
export { connect } from "./connect";
export { failedBecause, type OpenStackError } from "./errors";
export { type Refusal, refusals } from "./refusals";
export type { ListedType, Octavia, OpenStack, RestClient } from "./types";
export { parseVersion } from "./version";
