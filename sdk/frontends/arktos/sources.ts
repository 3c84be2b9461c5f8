// API types of the kinds of Arktos and Mizar.

import { type KindSource, resourceType } from "../../specs";

/** Arktos tenant of Mizar's own objects. */
const MIZAR_TENANT = "system";

const ofMizar = <K extends string>(kind: K, plural: string): KindSource<K> => ({
  kind,
  types: [resourceType("mizar.com", "v1", plural, kind)],
  tenant: MIZAR_TENANT,
});

const NETWORK: KindSource<"Network"> = {
  kind: "Network",
  types: [resourceType("arktos.futurewei.com", "v1", "networks", "Network", { namespaced: false })],
};

/** Kinds of Arktos and Mizar in a cluster. */
export const ARKTOS_SOURCES = [NETWORK, ofMizar("Vpc", "vpcs"), ofMizar("Subnet", "subnets"), ofMizar("Endpoint", "endpoints")] as const;
