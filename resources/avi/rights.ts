// The rights that a role on an Avi controller needs.

import { AVI_TYPES, type AviType, isAviType } from "./body";

/** One right of a role, as `privileges` of the API's Role has it. */
export interface Privilege {
  resource: string;
  type: "READ_ACCESS" | "WRITE_ACCESS";
}

/** The resource of a role that decides about an API type: its name, but for VsVips, which go with their virtual services. */
export function resourceOf(type: string): string {
  return `PERMISSION_${(type === "vsvip" ? "virtualservice" : type === "systemlimits" ? "systemconfiguration" : type).toUpperCase()}`;
}

/** The right that a request of this method on this type takes. */
export function rightFor(method: string, type: string): Privilege {
  return { resource: resourceOf(type), type: method === "GET" ? "READ_ACCESS" : "WRITE_ACCESS" };
}

/** Types that bodies refer to and only others make. They are looked up by name before the first write, and by the controller itself. */
const REFERRED = [
  ...["applicationprofile", "cloud", "ipamdnsproviderprofile", "network", "networkprofile", "serviceenginegroup", "systemlimits"],
];

/** More types that the rules of AKO 2 (HostRule, HTTPRule, L4Rule, AviInfraSetting) refer to. */
const REFERRED_BY_RULES = [
  ...["analyticsprofile", "applicationpersistenceprofile", "errorpageprofile", "icapprofile", "networksecuritypolicy"],
  ...["botdetectionpolicy", "trafficcloneprofile", "wafpolicy"],
];

/** Part of the translation that a role needs rights for. */
export interface RightsOptions {
  /** The setting `naming`: with `ako-2` and `ako-2-evh` the rules of AKO are read. */
  naming?: string;
  /** The setting `serviceType`: only `ClusterIP` needs routes to Pods. */
  serviceType?: string;
}

/** The least that a stack on Avi needs: write access to every type that is ours, read access to what those refer to. */
export function leastRights({ naming = "", serviceType = "ClusterIP" }: RightsOptions = {}): Privilege[] {
  const routes = /^clusterip$/i.test(serviceType);
  const isWritten = (type: AviType) => AVI_TYPES[type].ownerField !== undefined || (routes && type === "vrfcontext");
  const types = Object.keys(AVI_TYPES).filter(isAviType);
  const read = [...types.filter((type) => !isWritten(type)), ...REFERRED, ...(/^ako-2/i.test(naming) ? REFERRED_BY_RULES : [])];
  const written = new Set(types.filter(isWritten).map(resourceOf));
  return [
    ...[...written].sort().map((resource) => ({ resource, type: "WRITE_ACCESS" as const })),
    ...[...new Set(read.map(resourceOf))].sort().map((resource) => ({ resource, type: "READ_ACCESS" as const })),
  ];
}

/** A role with these rights, for `POST /api/role`. */
export const leastRole = (options?: RightsOptions) => ({ name: "pulumi-k8s-lb", privileges: leastRights(options) });

/** Rights that are not among the given ones; writing includes reading. */
export function missingRights(granted: readonly Privilege[], needed: readonly Privilege[]): Privilege[] {
  return needed.filter(
    ({ resource, type }) =>
      !granted.some((privilege) => privilege.resource === resource && (privilege.type === type || privilege.type === "WRITE_ACCESS")),
  );
}
