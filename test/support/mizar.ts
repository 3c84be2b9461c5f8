/** Short forms of Mizar and Arktos objects for tests. */

import { readMizarSpecs } from "../../sdk/frontends";
import { mizarObjects } from "../../sdk/targets/mizar/objects";
import { translateToMizar } from "../../sdk/targets/mizar/translate";

type Extra = Record<string, unknown>;

export const vpc = (name: string, ip: string, prefix: string | number, extra: Extra = {}) => ({
  apiVersion: "mizar.com/v1",
  kind: "Vpc",
  metadata: { name },
  spec: { ip, prefix, status: "Provisioned", ...extra },
});

export const subnet = (name: string, of: string, ip: string, prefix: string | number, meta: Extra = {}) => ({
  apiVersion: "mizar.com/v1",
  kind: "Subnet",
  metadata: { name, ...meta },
  spec: { vpc: of, ip, prefix, status: "Provisioned" },
});

export const network = (name: string, vpcID?: string, spec: Extra = {}, tenant: string | undefined = "customerA") => ({
  apiVersion: "arktos.futurewei.com/v1",
  kind: "Network",
  metadata: { name, ...(tenant ? { tenant } : {}) },
  spec: { type: "mizar", ...(vpcID ? { vpcID } : {}), ...spec },
});

interface PodShape {
  nic?: unknown;
  net?: string | null;
  tenant?: string;
  namespace?: string;
  created?: string;
  annotations?: Record<string, string>;
  podIP?: string;
  spec?: Extra;
}

export function pod(name: string, { nic, net = "vpc-1", tenant = "customerA", namespace = "internal", ...rest }: PodShape = {}) {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace,
      ...(tenant ? { tenant } : {}),
      ...(rest.created ? { creationTimestamp: rest.created } : {}),
      labels: net === null ? {} : { "arktos.futurewei.com/network": net },
      annotations: {
        ...rest.annotations,
        ...(nic === undefined ? {} : { "arktos.futurewei.com/nic": typeof nic === "string" ? nic : JSON.stringify(nic) }),
      },
    },
    spec: rest.spec ?? {},
    ...(rest.podIP ? { status: { podIP: rest.podIP } } : {}),
  };
}

export function service(
  name: string,
  spec: Extra = {},
  { net, tenant = "customerA" }: { net?: string; tenant?: string } = { net: "vpc-1" },
) {
  const labels = net ? { "arktos.futurewei.com/network": net } : {};
  const metadata = { name, namespace: "default", ...(tenant ? { tenant } : {}), labels };
  return { apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ port: 80 }], ...spec } };
}

export const endpoint = (name: string, spec: Extra) => ({ apiVersion: "mizar.com/v1", kind: "Endpoint", metadata: { name }, spec });

/** A VPC with two subnets and a Network of customerA. */
export const base = [
  vpc("v", "10.10.0.0", "16"),
  subnet("net1", "v", "10.10.1.0", "24"),
  subnet("net2", "v", "10.10.2.0", "24"),
  network("vpc-1", "v"),
];

/** The plan of objects. */
export const planOf = (objects: unknown[], settings: Record<string, unknown> = {}) =>
  translateToMizar(readMizarSpecs(objects.map((value) => ({ value }))), { settings });

/** The translation of objects, with the parts tests ask for. */
export function translate(objects: unknown[], settings: Record<string, unknown> = {}) {
  const plan = planOf(objects, settings);
  const shown = mizarObjects(plan);
  const status = (kind: string, name: string) => plan.statuses.find(({ object }) => object.kind === kind && object.name === name);
  return {
    ...plan,
    ...plan.shown,
    ...shown,
    shown: shown.objects,
    status,
    podOf: (name: string) => shown.objects.pods.find((each) => each.name === name),
    serviceOf: (name: string) => shown.objects.services.find((each) => each.name === name),
    /** Codes of the errors of an object. */
    errors: (kind: string, name: string) =>
      (status(kind, name)?.diagnostics ?? []).filter(({ severity }) => severity === "error").map(({ code }) => code),
  };
}
