// The types of Mizar's objects in the Kubernetes API.

import type { ResourceType } from "../kubernetes/types";

const mizarType = (kind: string, plural: string): ResourceType => ({
  group: "mizar.com",
  version: "v1",
  kind,
  plural,
  namespaced: true,
  tenanted: true,
});

const coreType = (kind: string, plural: string): ResourceType => ({
  group: "",
  version: "v1",
  kind,
  plural,
  namespaced: true,
  tenanted: true,
});

// @unverified mizar/vpc-accepted
export const VPCS = mizarType("Vpc", "vpcs");
export const SUBNETS = mizarType("Subnet", "subnets");
export const DIVIDERS = mizarType("Divider", "dividers");
export const BOUNCERS = mizarType("Bouncer", "bouncers");
export const ENDPOINTS = mizarType("Endpoint", "endpoints");
export const PODS = coreType("Pod", "pods");
export const SERVICES = coreType("Service", "services");
