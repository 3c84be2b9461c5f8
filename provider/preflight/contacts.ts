import { ask, type Request, refusal } from "../avi/client/answers";
import { apiFor } from "../avi/client/api";
import type { Session } from "../avi/client/session";
import { AVI_KEYS } from "../avi/client/settings";
import { clusterContact } from "../kubernetes/contact";
import type { FirstContact } from "../lifecycle/contact";
import { MIZAR_KEYS, readMizarConfig } from "../mizar/settings";
import { connect, LBAAS } from "../octavia/client";
import { OCTAVIA_KEYS, readSettings } from "../octavia/client/settings";
import { VARIABLES } from "../octavia/client/sources";
import { WAIT_KEYS, waitsOf } from "../octavia/load-balancer/write";

/** Avi: a log-in, and the shortest list, since basic authentication has none. */
export const AVI_CONTACT: FirstContact = {
  target: "avi",
  keys: { namespace: "avi", read: { avi: AVI_KEYS } },
  open(config) {
    const { session } = apiFor(config);
    const request = { method: "GET", path: "/api/virtualservice?page_size=1&fields=name", tenant: session.settings.tenant } as const;
    return { at: session, where: () => session.settings.origin, call: () => askOrRefuse(session, request) };
  },
};

async function askOrRefuse(session: Session, request: Request): Promise<void> {
  const answer = await ask(session, request, "controller");
  if (answer.status !== 200) throw refusal(session.settings, answer, "controller", request);
}

/** Keys of pulumi-openstack in the namespace that we share with it. */
const OF_PULUMI_OPENSTACK = [
  ...["allowReauth", "cert", "key", "delayedAuth", "disableNoCacheHeader", "enableLogging", "maxRetries", "swauth", "systemScope"],
  ...["useOctavia", "endpointOverrides"],
];

/** OpenStack: a token, and the shortest list of Octavia. */
export const OCTAVIA_CONTACT: FirstContact = {
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

export const MIZAR_CONTACT: FirstContact = clusterContact("mizar", MIZAR_KEYS, readMizarConfig);
