// The client of OpenStack. Settings come from two namespaces: `openstack:` (the keys of pulumi-openstack, shared with it) and
// `octavia:` (our own keys: pulumi-openstack refuses a key it does not know). A kind says `namespace: "octavia"` and gets both.
export { connect } from "./connect";
export { failedBecause, OpenStackError, type Reason } from "./errors";
export { FEATURES, type Feature, versionOf } from "./features";
export { type Refusal, refusals, type Server } from "./refusals";
export type { ListedType, Octavia, OpenStack, Query, RestClient, Wanted } from "./types";
export { type ApiVersion, atLeast, parseVersion, versionText } from "./version";
