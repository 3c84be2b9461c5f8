// Reads Pods with their node ports of Antrea's NodePortLocal.

import { z } from "zod";
import { groupBy } from "../../../resources/lists";
import { diagnose } from "../diagnose";
import { isUnknown, jsonIn, type Spec } from "../object";
import { pointer } from "../pointer";
import type { KindReader } from "../read-objects";
import { isAddress } from "../validation";
import type { Service } from "./core";

/** Annotation of Antrea with the node ports of a Pod. */
export const NODE_PORT_LOCAL = "nodeportlocal.antrea.io";

/** A node port that leads to a port of the Pod. */
export interface LocalPort {
  podPort: number;
  nodeIP: string;
  nodePort: number;
  /** In lower case; empty in annotations by early Antrea releases, where it means any. */
  protocols: readonly string[];
}

/** v1 Pod, with the node ports that lead to it. */
export interface ServedPod extends Spec {
  /** True if it reports that it takes no requests. */
  unready: boolean;
  /** True if it has ended (phase `Failed` or `Succeeded`): its node port leads to no Pod, or to another one. */
  ended: boolean;
  /** True while it is being deleted. */
  terminating: boolean;
  /** Named ports of its containers. */
  namedPorts: ReadonlyMap<string, number>;
  /** Absent without the annotation. */
  localPorts?: readonly LocalPort[];
}

// Pods are validated only for the fields listed here
const schema = z.looseObject({
  metadata: z.looseObject({ deletionTimestamp: z.string().nullish() }).nullish().catch(undefined),
  spec: z
    .looseObject({
      containers: z
        .array(
          z.looseObject({ ports: z.array(z.looseObject({ name: z.string().nullish(), containerPort: z.number().nullish() })).nullish() }),
        )
        .nullish(),
    })
    .nullish()
    .catch(undefined),
  status: z
    .looseObject({
      phase: z.string().nullish(),
      conditions: z.array(z.looseObject({ type: z.string(), status: z.string() })).nullish(),
    })
    .nullish()
    .catch(undefined),
});

const port = z.number().int().min(1).max(65535);
const word = z.string().toLowerCase();
const annotation = z.array(
  z.object({
    podPort: port,
    nodeIP: z.string().refine(isAddress, "must be an address"),
    nodePort: port,
    protocol: word.optional(),
    protocols: z.array(word).optional(),
  }),
);

export const servedPodReader: KindReader<ServedPod> = {
  kind: "Pod",
  apiVersions: ["v1"],
  schema,
  build(base, { metadata, spec, status }: z.infer<typeof schema>, report) {
    const named = (spec?.containers ?? []).flatMap(({ ports }) =>
      (ports ?? []).flatMap(({ name, containerPort }) => (name && containerPort ? [[name, containerPort] as const] : [])),
    );
    const text = base.meta.annotations[NODE_PORT_LOCAL];
    const localPorts = text === undefined ? undefined : portsIn(text);
    if (text !== undefined && !localPorts) {
      const message = `${NODE_PORT_LOCAL} must be a list of {podPort, nodeIP, nodePort, protocol}; the Pod gets no requests`;
      report(diagnose("LB1403", base.ref, pointer("metadata", "annotations", NODE_PORT_LOCAL), message));
    }
    return {
      ...base,
      unready: (status?.conditions ?? []).some((one) => one.type === "Ready" && one.status === "False"),
      ended: status?.phase === "Failed" || status?.phase === "Succeeded",
      terminating: Boolean(metadata?.deletionTimestamp),
      namedPorts: new Map(named),
      ...(localPorts ? { localPorts } : {}),
    };
  },
};

/** Antrea releases write a protocol, a list of protocols, both or neither. */
function portsIn(text: string): LocalPort[] | undefined {
  return annotation
    .safeParse(jsonIn(text))
    .data?.map(({ protocol, protocols, ...localPort }) => ({ ...localPort, protocols: protocol ? [protocol] : (protocols ?? []) }));
}

/** True if a Service selects an object with these labels. A Service without a selector selects nothing. */
export function selects({ ref, selector }: Service, namespace: string, labels: Readonly<Record<string, unknown>>): boolean {
  if (ref.namespace !== namespace || isUnknown(selector)) return false;
  const labelsOfSelector = Object.entries(selector);
  return labelsOfSelector.length > 0 && labelsOfSelector.every(([name, value]) => labels[name] === value);
}

/** Pods by the key of the Service that selects them. */
export function podsByService(services: ReadonlyMap<string, Service>, pods: readonly ServedPod[]): Map<string, readonly ServedPod[]> {
  if (pods.length === 0) return new Map();
  const byNamespace = groupBy(pods, ({ ref }) => ref.namespace);
  const selected = [...services].map(([key, service]): [string, ServedPod[]] => {
    const near = byNamespace.get(service.ref.namespace) ?? [];
    return [key, near.filter(({ ref, meta }) => selects(service, ref.namespace, meta.labels))];
  });
  return new Map(selected.filter(([, podsOfService]) => podsOfService.length > 0));
}
