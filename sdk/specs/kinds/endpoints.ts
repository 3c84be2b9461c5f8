// Reads Endpoints and EndpointSlices.

import { z } from "zod";
import { diagnose } from "../diagnose";
import { ignoredField, ignoredFieldsOf } from "../ignored";
import { isUnknown, keyOf, mayBeUnknown, type Spec, type Unknown } from "../object";
import type { KindReader } from "../read-objects";
import { isAddress, shown, withoutZeros } from "../validation";

export interface EndpointAddress {
  ip: string | Unknown;
  nodeName?: string;
  /** Pod of the endpoint, if named. */
  target?: { namespace?: string; name: string };
  /** True while it is being deleted, even if it is marked ready (publishNotReadyAddresses). */
  ending?: true;
}

/** Ready and unready addresses, with their common ports. */
export interface EndpointSubset {
  addresses: EndpointAddress[];
  notReady: EndpointAddress[];
  ports: { name: string; port: number; protocol: string }[];
}

/** Endpoints of a Service; EndpointSlices of a Service are merged into one. */
export interface Endpoints extends Spec {
  subsets: EndpointSubset[];
}

const protocol = z.enum(["TCP", "UDP", "SCTP", ""]).nullish();
const target = z
  .object({
    name: z.string().optional(),
    namespace: z.string().optional(),
    kind: z.string().nullish(),
    ...ignoredFieldsOf("uid", "apiVersion", "resourceVersion", "fieldPath"),
  })
  .nullish();
const address = z.object({
  hostname: ignoredField,
  ip: mayBeUnknown(z.union([z.ipv4(), z.ipv6()])),
  nodeName: z.string().nullish(),
  targetRef: target,
});

const schema = z.object({
  subsets: z
    .array(
      z.object({
        addresses: z.array(address).nullish(),
        notReadyAddresses: z.array(address).nullish(),
        ports: z
          .array(z.object({ name: z.string().nullish(), port: z.number().int().min(1).max(65535), protocol, appProtocol: ignoredField }))
          .nullish(),
      }),
    )
    .nullish(),
});

/** v1 Endpoints. */
export const endpointsReader: KindReader<Endpoints> = {
  kind: "Endpoints",
  apiVersions: ["v1"],
  schema,
  build(base, value: z.infer<typeof schema>) {
    return {
      ...base,
      subsets: (value.subsets ?? []).map((subset) => ({
        addresses: (subset.addresses ?? []).map(endpointAddress),
        notReady: (subset.notReadyAddresses ?? []).map(endpointAddress),
        ports: (subset.ports ?? []).map((port) => ({ name: port.name ?? "", port: port.port, protocol: port.protocol || "TCP" })),
      })),
    };
  },
};

function endpointAddress({ ip, nodeName, targetRef }: Pick<z.infer<typeof address>, "ip" | "nodeName" | "targetRef">): EndpointAddress {
  return {
    ip: isUnknown(ip) ? ip : withoutZeros(ip),
    nodeName: nodeName ?? undefined,
    target: targetRef?.name ? { name: targetRef.name, namespace: targetRef.namespace } : undefined,
  };
}

/** An EndpointSlice as a subset. */
export interface EndpointSlice extends Spec {
  /** The Service in the label `kubernetes.io/service-name`; absent without the label. */
  service?: string;
  subset: EndpointSubset;
}

const sliceSchema = z.object({
  addressType: z.enum(["IPv4", "IPv6", "FQDN"]).nullish(),
  endpoints: z
    .array(
      z.object({
        ...ignoredFieldsOf("deprecatedTopology", "hints", "hostname", "zone"),
        addresses: z.array(mayBeUnknown(z.string())),
        conditions: z.object({ ready: z.boolean().nullish(), serving: ignoredField, terminating: z.boolean().nullish() }).nullish(),
        nodeName: z.string().nullish(),
        topology: z.record(z.string(), z.string()).nullish(),
        targetRef: target,
      }),
    )
    .nullish(),
  ports: z
    .array(
      z.object({ name: z.string().nullish(), port: z.number().int().min(0).max(65535).nullish(), protocol, appProtocol: ignoredField }),
    )
    .nullish(),
});

/** discovery.k8s.io EndpointSlice; an endpoint without `ready` condition counts as ready, as Kubernetes defines. */
export const endpointSliceReader: KindReader<EndpointSlice> = {
  kind: "EndpointSlice",
  apiVersions: ["discovery.k8s.io/v1", "discovery.k8s.io/v1beta1"],
  schema: sliceSchema,
  build(base, value: z.infer<typeof sliceSchema>, report) {
    for (const [i, { addresses }] of (value.addressType === "FQDN" ? [] : (value.endpoints ?? [])).entries())
      for (const [j, address] of addresses.entries()) {
        if (isUnknown(address) || isAddress(address)) continue;
        const message = `endpoints[${i}].addresses[${j}] must be an address, got ${shown(address)}`;
        report(diagnose("LB1003", base.ref, `/endpoints/${i}/addresses/${j}`, message, { remedy: "Write an IPv4 or IPv6 address." }));
      }
    if (value.addressType === "FQDN" && value.endpoints?.length) {
      const message = "the endpoints of this slice are names (addressType FQDN), which are no servers of a load balancer";
      report(diagnose("LB1115", base.ref, "/addressType", message, { remedy: "Write a slice with the addresses." }));
    }
    return {
      ...base,
      service: base.meta.labels["kubernetes.io/service-name"],
      subset: {
        addresses: addressesIn(value, true),
        notReady: addressesIn(value, false),
        ports: (value.ports ?? []).flatMap(({ name, port, protocol }) =>
          port == null ? [] : [{ name: name ?? "", port, protocol: protocol || "TCP" }],
        ),
      },
    };
  },
};

function addressesIn({ addressType, endpoints }: z.infer<typeof sliceSchema>, ready: boolean): EndpointAddress[] {
  const fitting = (addressType === "FQDN" ? [] : (endpoints ?? [])).filter(({ conditions }) => (conditions?.ready !== false) === ready);
  return fitting.flatMap(({ addresses, nodeName, topology, targetRef, conditions }) =>
    // further addresses have no meaning: kube-proxy and Kuryr use the first (octavia.md 3.1)
    addresses.slice(0, 1).map((ip) => ({
      ...endpointAddress({ ip, nodeName: nodeName ?? topology?.["kubernetes.io/hostname"], targetRef }),
      ...(conditions?.terminating ? { ending: true as const } : {}),
    })),
  );
}

/** Merges all slices of a Service; they take precedence over Endpoints, as in kube-proxy. */
export function endpointsOf(slices: EndpointSlice[]): Map<string, Endpoints> {
  const byService = new Map<string, Endpoints>();
  for (const slice of slices) {
    if (!slice.service) continue;
    const ref = { ...slice.ref, name: slice.service };
    const existing = byService.get(keyOf(ref));
    if (existing) existing.subsets.push(slice.subset);
    else byService.set(keyOf(ref), { ref, meta: slice.meta, subsets: [slice.subset] });
  }
  return byService;
}
