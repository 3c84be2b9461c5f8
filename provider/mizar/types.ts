import type { ResourceType } from "../kubernetes";

const mizar = (kind: string, plural: string): ResourceType => ({
  group: "mizar.com",
  version: "v1",
  kind,
  plural,
  namespaced: true,
  tenanted: true,
});

const core = (kind: string, plural: string): ResourceType => ({
  group: "",
  version: "v1",
  kind,
  plural,
  namespaced: true,
  tenanted: true,
});

export const VPCS = mizar("Vpc", "vpcs");
export const SUBNETS = mizar("Subnet", "subnets");
export const DIVIDERS = mizar("Divider", "dividers");
export const BOUNCERS = mizar("Bouncer", "bouncers");
export const ENDPOINTS = mizar("Endpoint", "endpoints");
export const PODS = core("Pod", "pods");
export const SERVICES = core("Service", "services");

/** Of a tenant in Arktos; in a cluster without tenants the definition makes it one of the whole cluster. */
export const NETWORKS: ResourceType = {
  group: "arktos.futurewei.com",
  version: "v1",
  kind: "Network",
  plural: "networks",
  namespaced: false,
  tenanted: true,
};
