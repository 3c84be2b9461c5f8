import { withValue } from "./fields";
import type { Adapter, Props } from "./host";
import { type MizarSample, nameIn, SAMPLES } from "./mizar-samples";
import { type MizarWorld, pathOf, startMizarWorld } from "./mizar-world";
import type { ByHand, ConformanceTarget, FieldChange, KindUnderTest, Path } from "./suite/target";

type Mizar = ConformanceTarget & MizarWorld;

/** An API server with the Mizar kinds and their operator, with the provider process in front of it. */
export async function startMizar(adapter?: Adapter): Promise<Mizar> {
  const world = await startMizarWorld({ MIZAR_TIMEOUT: "2" }, {}, undefined, adapter);
  // names are fresh in each test, so what an earlier one left behind disturbs none
  return { ...world, reset: () => Promise.resolve(), settled: () => Promise.resolve(), breaks: 12 };
}

const annotation = (name: string): Path => ["metadata", "annotations", name];
const NETWORK: Path = ["metadata", "labels", "arktos.futurewei.com/network"];

/** By kind, what changes in place besides labels and annotations. */
const IN_PLACE: { readonly [kind: string]: readonly FieldChange[] } = {
  Vpc: [{ path: "spec.dividers", other: 3 }],
  Subnet: [],
  ArktosNetwork: [
    { path: "spec.service.ipam", other: "Kubernetes" },
    { path: "spec.service.cidrs", other: ["10.10.3.0/24"] },
  ],
  PlacedPod: [
    { path: "spec.containers.0.image", other: "nginx:2" },
    { path: annotation("arktos.futurewei.com/network-readiness"), other: "false" },
    { path: annotation("mizar.futurewei.com/network_user_input"), other: "{}" },
  ],
  PlacedService: [
    { path: "spec.selector", other: { app: "other" } },
    { path: "spec.sessionAffinity", other: "ClientIP" },
  ],
};

/** By kind, what only a new object can have otherwise. */
const REPLACING: { readonly [kind: string]: readonly { path: Path; other: string | number; names: string }[] } = {
  Vpc: [
    { path: "spec.ip", other: "10.20.0.0", names: "spec" },
    { path: "spec.prefix", other: 17, names: "spec" },
    { path: "metadata.name", other: "another", names: "metadata" },
  ],
  Subnet: [
    { path: "spec.ip", other: "10.10.2.0", names: "spec" },
    { path: "spec.prefix", other: 25, names: "spec" },
    { path: "spec.vpc", other: "another", names: "spec" },
  ],
  ArktosNetwork: [
    { path: "spec.type", other: "flat", names: "spec" },
    { path: "spec.vpcID", other: "another", names: "spec" },
  ],
  PlacedPod: [
    { path: NETWORK, other: "another", names: "metadata" },
    { path: annotation("mizar.com/subnet"), other: "another", names: "metadata" },
    { path: "metadata.namespace", other: "another", names: "metadata" },
    { path: "spec.containers.0.name", other: "another", names: "spec" },
    { path: "spec.containers.0.ports.0.containerPort", other: 444, names: "spec" },
    { path: "spec.containers.0.resources.limits.cpu", other: "2", names: "spec" },
    { path: "spec.restartPolicy", other: "Never", names: "spec" },
    { path: "spec.activeDeadlineSeconds", other: 60, names: "spec" },
  ],
  PlacedService: [
    { path: NETWORK, other: "another", names: "metadata" },
    { path: annotation("mizar.com/vpc"), other: "another", names: "metadata" },
    { path: "spec.clusterIP", other: "10.96.0.99", names: "spec" },
  ],
};

function underTest({ kind, object, make }: MizarSample): KindUnderTest<Pick<Mizar, "api">> {
  const patch = ({ api }: Pick<Mizar, "api">, inputs: Props, body: object) => api("PATCH", pathOf(object, nameIn(inputs)), body);
  return {
    kind: `mizar:${kind}`,
    make,
    writes: { create: 1, remove: 1 },
    next: (inputs) => withValue(withValue(inputs, "metadata.labels.team", "b"), "metadata.annotations.more", "two"),
    objects: ({ api }, inputs) =>
      api("GET", pathOf(object, nameIn(inputs))).then(
        () => [nameIn(inputs)],
        () => [],
      ),
    marked: 1,
    mark: async (target, inputs, mark) =>
      void (await patch(target, inputs, { metadata: { annotations: { "pulumi-k8s-lb/owner": mark } } })),
    stranger: "pulumi-k8s-lb:other/dev/c9/cluster",
    inPlace: () => [
      { path: "metadata.labels.team", other: "b" },
      { path: "metadata.annotations.note", other: "two" },
      ...(IN_PLACE[kind] ?? []),
    ],
    optional: () => ["metadata.annotations.note", "metadata.labels.team"],
    replacing: () => REPLACING[kind] ?? [],
    byHand: (target, inputs): ByHand[] => [
      { what: "a label is gone", change: () => patch(target, inputs, { metadata: { labels: { team: null } } }) },
      { what: "another annotation", change: () => patch(target, inputs, { metadata: { annotations: { note: "by hand" } } }) },
      ...(kind === "Vpc" ? [{ what: "dividers", change: () => patch(target, inputs, { spec: { dividers: 2 } }) }] : []),
      ...(kind === "PlacedService"
        ? [{ what: "selector", change: () => patch(target, inputs, { spec: { selector: { app: "x" } } }) }]
        : []),
    ],
    nowhere: kind === "ArktosNetwork" ? "no-such-object" : "default/no-such-object",
  };
}

export const MIZAR_KINDS: readonly KindUnderTest<Pick<Mizar, "api">>[] = SAMPLES.map(underTest);
