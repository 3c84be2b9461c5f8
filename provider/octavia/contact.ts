// The first call of a run to an OpenStack cloud.

import type { FirstContact } from "../lifecycle/preview/contact";
import { connect, LBAAS } from "./client";
import { OCTAVIA_KEYS, readSettings } from "./client/settings";
import { VARIABLES } from "./client/sources";
import { WAIT_KEYS, waitsOf } from "./lock";

/** Keys of pulumi-openstack in the namespace that we share with it. */
const OF_PULUMI_OPENSTACK = [
  ...["allowReauth", "cert", "key", "delayedAuth", "disableNoCacheHeader", "enableLogging", "maxRetries", "swauth", "systemScope"],
  ...["useOctavia", "endpointOverrides"],
];

/** A token, and the shortest list of Octavia. */
export const CONTACT: FirstContact = {
  target: "octavia",
  keys: {
    namespace: "octavia",
    read: { openstack: Object.keys(VARIABLES), octavia: [...Object.keys(VARIABLES), ...OCTAVIA_KEYS, ...WAIT_KEYS] },
    others: { openstack: OF_PULUMI_OPENSTACK },
    variables: Object.values(VARIABLES).flat(),
  },
  open(config) {
    waitsOf(config);
    const { octavia } = connect(config);
    const { authUrl, endpoints } = readSettings(config);
    const where = () => authUrl || (endpoints["load-balancer"] ?? "");
    return { at: octavia, where, call: () => octavia.get(`${LBAAS}/loadbalancers`, { limit: 1, fields: ["id"] }) };
  },
};
