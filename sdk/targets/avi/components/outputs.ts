// The outputs of Avi components: addresses, hosts, and what is served.

import * as pulumi from "@pulumi/pulumi";
import { DEDICATED_VS, GATEWAY_VS, L4_VS, PASSTHROUGH_VS, SHARED_VS } from "../../../../resources/avi";
import { fqdnsOf } from "../../../../resources/avi/body";
import type { ObjectRef } from "../../../../resources/diagnostic";
import type { AnsweringPlace } from "../../../components/gateway-answers";
import type { RegisteredResources } from "../../../components/register";
import type { ServedPlace } from "../../../components/summary";
import type { Served } from "../../../components/write-statuses";
import { ofKind, resourceKey } from "../../../plan";
import { compare } from "../../../specs";
import type { AviPlan } from "../plan";
import { GatewayVS } from "../resources/gateway";
import { L4VS, PassthroughVS } from "../resources/layer4-services";
import { DedicatedVS, SharedVS } from "../resources/virtual-services";

const VIP_HOLDERS = [SharedVS, DedicatedVS, PassthroughVS, L4VS, GatewayVS];

type VipHolder = InstanceType<(typeof VIP_HOLDERS)[number]>;

/** Addresses of a component. */
export interface AviAddresses {
  /** Address of every VIP, by the name of its virtual service. */
  vips: pulumi.Output<Record<string, string>>;
  /** Address under which each host name is served. */
  hosts: pulumi.Output<Record<string, string>>;
}

/** The resources that have an address of their own, with it. */
function holdingVips(plan: AviPlan, registered: RegisteredResources) {
  return [SHARED_VS, DEDICATED_VS, PASSTHROUGH_VS, L4_VS, GATEWAY_VS].flatMap((kind) =>
    ofKind(plan, kind).flatMap((planned) => {
      const vip = vipOf(registered, resourceKey(planned));
      return vip ? [{ ...planned, vip }] : [];
    }),
  );
}

function vipOf(registered: RegisteredResources, key = "") {
  const resource = registered.get(key);
  return VIP_HOLDERS.some((holder) => resource instanceof holder) ? (resource as VipHolder).vip : undefined;
}

/** Owners of addresses, with the specs that they serve. */
export const answeringOn = (plan: AviPlan, registered: RegisteredResources): AnsweringPlace[] =>
  holdingVips(plan, registered).map(({ owners, vip }) => ({ owners, address: vip }));

/** The addresses of the registered resources. A host on two addresses is shown at that of its TLS, and then of its senior object. */
export function addressesOf(plan: AviPlan, registered: RegisteredResources): AviAddresses {
  const holding = holdingVips(plan, registered);
  const senior = plan.endpoints.toReversed().flatMap(({ host, at }) => {
    const vip = vipOf(registered, at);
    return vip && host !== undefined ? [[host, vip] as const] : [];
  });
  const named = holding.flatMap(({ inputs, vip }) => fqdnsOf(inputs.vsVip).map((host) => [host, vip] as const));
  return {
    vips: pulumi.output(Object.fromEntries(holding.map(({ name, vip }) => [name, vip]))),
    hosts: pulumi.output(Object.fromEntries([...named, ...senior])),
  };
}

/** Hosts of each spec, or the address of a Service. */
export function placesOf(plan: AviPlan, { vips }: AviAddresses): ServedPlace[] {
  const names = namesByKey(plan);
  return plan.endpoints.flatMap(({ host, at = "", owners }) =>
    owners.map((object): ServedPlace => ({ object, ...(host === undefined ? {} : { host }), addresses: vips, name: names.get(at) ?? "" })),
  );
}

const namesByKey = ({ resources }: AviPlan) => new Map(resources.map((one) => [resourceKey(one), one.name]));

/**
 * Entries for the status of Services and Ingresses, as AKO writes them (ako.md). A Service has its address, with its DNS name if it has
 * exactly one. An Ingress has one entry per host.
 */
export function servedOn(plan: AviPlan, { vips }: AviAddresses): Served[] {
  const services = ofKind(plan, L4_VS).flatMap(({ name, inputs, owners }) => {
    const [only, ...more] = fqdnsOf(inputs.vsVip);
    const hostname = only !== undefined && more.length === 0 ? { hostname: only } : {};
    const served = owners.filter(({ kind }) => kind === "Service");
    return served.map((object): Served => ({ object, ingress: vips.apply((all) => [{ ip: all[name], ...hostname }]) }));
  });
  const byIngress = new Map<string, { object: ObjectRef; hosts: Map<string, { hostname: string; vs: string }> }>();
  const split = new Set(plan.shown.split);
  const names = namesByKey(plan);
  for (const { host: hostname, at = "", owners } of plan.endpoints) {
    const vs = names.get(at);
    if (vs === undefined || hostname === undefined) continue;
    for (const object of owners.filter((one) => one.kind === "Ingress" && !split.has(one))) {
      const key = `${object.namespace}/${object.name}`;
      const entry = byIngress.get(key) ?? { object, hosts: new Map() };
      entry.hosts.set(`${hostname} ${vs}`, { hostname, vs });
      byIngress.set(key, entry);
    }
  }
  const ingresses = [...byIngress.values()].map(({ object, hosts: ingressHosts }): Served => {
    const entries = [...ingressHosts].sort(([a], [b]) => compare(a, b)).map(([, entry]) => entry);
    return {
      object,
      ingress: vips.apply((all) => entries.flatMap(({ hostname, vs }) => (all[vs] ? [{ ip: all[vs], hostname }] : []))),
    };
  });
  return [...services, ...ingresses];
}
