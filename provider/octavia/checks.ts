// Checks of `k8s-lb doctor` for an OpenStack cloud: log-in, and the lists of each service.

import type { Doctor } from "../lifecycle/doctor";
import { connect } from "./client";
import type { OpenStackRestClient } from "./client/rest";
import { VARIABLES } from "./client/sources";

/** Checks of the doctor: the log-in, and what may be listed of each service. */
export const DOCTOR: Doctor = {
  name: "octavia",
  namespaces: ["openstack", "octavia"],
  variables: VARIABLES,
  checks: (config) => [
    ["login", async () => `project ${await connect(config).projectId()}`],
    ["Octavia", async () => octaviaIn(connect(config).octavia)],
    ["Neutron", async () => listAccess(connect(config).network, "/v2.0/subnets", "subnets")],
    ["Barbican", async () => listAccess(connect(config).keyManager, "/v1/containers", "containers")],
  ],
};

const octaviaIn = async (octavia: ReturnType<typeof connect>["octavia"]): Promise<string> =>
  `API ${Object.values(await octavia.version()).join(".")}; ${await listAccess(octavia, "/v2/lbaas/loadbalancers", "loadbalancers")}`;

/** The first page is enough. */
async function listAccess(client: OpenStackRestClient, path: string, key: string): Promise<string> {
  await client.get(path, { limit: 1 });
  return `may list ${key}`;
}
