import type { AviType } from "../../../kinds/avi/inputs";

/** How people and the controller call the types. */
const MODEL: { readonly [T in AviType]: string } = {
  healthmonitor: "HealthMonitor",
  httppolicyset: "HTTPPolicySet",
  l4policyset: "L4PolicySet",
  pkiprofile: "PKIProfile",
  pool: "Pool",
  poolgroup: "PoolGroup",
  sslkeyandcertificate: "SSLKeyAndCertificate",
  sslprofile: "SSLProfile",
  virtualservice: "VirtualService",
  vrfcontext: "VrfContext",
  vsdatascriptset: "VSDataScriptSet",
  vsvip: "VsVip",
};

/** The type of an object as the controller calls it; undefined for those that are never ours. */
export function typeOf(model: string): AviType | undefined {
  return (Object.keys(MODEL) as AviType[]).find((type) => MODEL[type] === model);
}

/** Types whose names are unique per cloud; for all others a filter on the cloud would hide every object. */
export const CLOUD_SCOPED: ReadonlySet<AviType> = new Set(["pool", "poolgroup", "virtualservice", "vrfcontext", "vsvip"]);

/** Where an object lives, besides its name. */
export interface Scope {
  tenant: string;
  cloud: string;
}

/** `Pool web`, as objects are named in every message. */
export function describe(type: AviType, name: string): string {
  return `${MODEL[type]} ${name}`;
}
