// Facts about the fields of Mizar's objects.

import { each, type FieldFacts, type FieldTable } from "../field-table";

/** Decides whether, and where, traffic flows; absent when no one declares it. */
const GUARDED: FieldFacts = { guarded: true, default: null };

/** Keys of lists are the merge keys of the API. */
const KUBERNETES: FieldTable = {
  "*.containers": { key: ["name"] },
  "*.env": { key: ["name"] },
  "*.ephemeralContainers": { key: ["name"] },
  "*.externalIPs": { key: [] },
  "*.hostAliases": { key: ["ip"] },
  "*.imagePullSecrets": { key: ["name"] },
  "*.initContainers": { key: ["name"] },
  "*.limits": { form: "amount" },
  "*.loadBalancerSourceRanges": { key: [] },
  "*.name": { reviewed: true },
  "*.ownerReferences": { key: ["uid"] },
  "*.ports": { key: ["containerPort", "port", "protocol"] },
  "*.requests": { form: "amount" },
  "*.sizeLimit": { form: "amount" },
  "*.tolerations": { key: ["key", "operator", "value", "effect"] },
  "*.topologySpreadConstraints": { key: ["topologyKey", "whenUnsatisfiable"] },
  "*.volumeDevices": { key: ["devicePath"] },
  "*.volumeMounts": { key: ["mountPath"] },
  "*.volumes": { key: ["name"] },
  "metadata.name": { fixed: true },
  "metadata.namespace": { fixed: true },
  "metadata.tenant": { fixed: true },
};

/** A range of addresses, which Mizar's operator provisions once. */
const RANGE: FieldTable = {
  "spec.ip": { fixed: true },
  "spec.prefix": { fixed: true, form: "number" },
  "spec.status": { computed: true, default: "Provisioned", initial: "Init" },
  "spec.vni": { computed: true },
  "spec.createtime": { computed: true, assigned: true },
  "spec.provisiondelay": { computed: true, assigned: true },
};

export const VPC_FIELDS: FieldTable = { ...KUBERNETES, ...RANGE, "spec.dividers": { stays: true, form: "count" } };

export const SUBNET_FIELDS: FieldTable = {
  ...KUBERNETES,
  ...RANGE,
  "spec.vpc": { fixed: true },
  "spec.bouncers": { fixed: "fewer", stays: true, form: "count" },
};

/** No controller reacts to a change of the spec; the API server itself reads the part about services (mizar.md 2.3). */
export const NETWORK_FIELDS: FieldTable = {
  ...KUBERNETES,
  // it is an object of the whole cluster, or of a tenant
  "metadata.namespace": {},
  "spec.type": { fixed: true },
  "spec.vpcID": { fixed: true },
  // who gives Services their address, and from where
  "spec.service": GUARDED,
  "spec.service.ipam": GUARDED,
  "spec.service.cidrs": GUARDED,
};

/**
 * Fields that place an object: neither Mizar nor Arktos ever moves it (mizar.md 2.3). `network_user_input` is a record, not a request: if
 * the address turns out to be another one, the Pod is not replaced for it.
 */
const PLACED: FieldTable = {
  ...KUBERNETES,
  ...each(
    ["metadata.labels.arktos.futurewei.com/network", "metadata.annotations.arktos.futurewei.com/nic", "metadata.annotations.mizar.com"],
    { fixed: true },
  ),
};

/** Only images change in place; of the rest the API changes the two times alone. */
export const POD_FIELDS: FieldTable = {
  ...PLACED,
  spec: { fixed: true, assigned: true },
  "spec.activeDeadlineSeconds": { assigned: false },
  "spec.terminationGracePeriodSeconds": { assigned: false, default: 30 },
  "spec.containers.image": { fixed: false },
  "spec.initContainers.image": { fixed: false },
};

export const SERVICE_FIELDS: FieldTable = {
  ...PLACED,
  "spec.clusterIP": { fixed: true, stays: true, assigned: true },
  "spec.clusterIPs": { fixed: true, stays: true, assigned: true },
  "spec.ipFamilies": { assigned: true },
  "spec.ipFamilyPolicy": { assigned: true },
  "spec.healthCheckNodePort": { assigned: true },
  "spec.ports.protocol": { default: "TCP" },
  "spec.sessionAffinityConfig": { default: { clientIP: { timeoutSeconds: 10_800 } } },
  "spec.type": { guarded: true, default: "ClusterIP" },
  "spec.selector": GUARDED,
  "spec.sessionAffinity": { guarded: true, default: "None" },
  "spec.internalTrafficPolicy": { guarded: true, default: "Cluster" },
  "spec.externalTrafficPolicy": { guarded: true, default: "Cluster" },
  "spec.publishNotReadyAddresses": { guarded: true, default: false },
  "spec.externalIPs": GUARDED,
  "spec.externalName": GUARDED,
  "spec.loadBalancerSourceRanges": GUARDED,
};
