import { readSpecs } from "../../sdk/frontends";
import { aviObjects } from "../../sdk/targets/avi/objects";
import { translateToAvi } from "../../sdk/targets/avi/translate";
import { octaviaObjects } from "../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../sdk/targets/octavia/translate";
import { faultless } from "./faults";

interface PlanWithStatuses {
  statuses: { object: { kind: string; name: string }; state: string; diagnostics: { code: string; message: string }[] }[];
}

/** The state of an object, and what is reported of it, except that the certificate of tests is for another host: `LB1302 h.com/pay takes ...`. */
const about = ({ statuses }: PlanWithStatuses, name: string) => {
  const status = statuses.find(({ object }) => object.name === name && object.kind !== "Service");
  return {
    state: status?.state,
    said: status?.diagnostics.filter(({ code }) => code !== "LB1216").map(({ code, message }) => `${code} ${message}`) ?? [],
  };
};

/** An IngressClass of AKO, which AKO 2 needs to take Ingresses without a class. */
const OF_AKO = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};

export function onAviAs(naming: string, objects: readonly unknown[], settings: Record<string, unknown> = {}) {
  const specs = readSpecs([OF_AKO, ...objects].map((value) => ({ value })));
  const plan = faultless(translateToAvi(specs, { settings: { clusterName: "c", naming, ...settings } }));
  return { objects: aviObjects(plan).objects, about: (name: string) => about(plan, name) };
}

export function onOctaviaAs(objects: readonly unknown[], settings: Record<string, unknown> = {}) {
  const specs = readSpecs(objects.map((value) => ({ value })));
  const plan = faultless(translateToOctavia(specs, { settings: { service_subnet_id: "s", ...settings }, hostsOnly: true }));
  return { balancer: octaviaObjects(plan).objects.loadbalancers?.[0], about: (name: string) => about(plan, name) };
}
