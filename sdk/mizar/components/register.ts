import * as pulumi from "@pulumi/pulumi";
import type { ObjectRef } from "../../../kinds/diagnostic";
import { componentNames, type SpecComponentArgs } from "../../components/component";
import { Summary } from "../../components/review";
import type { MizarSettingsArgs } from "../../components/settings";
import { sourceCounts } from "../../components/source-counts";
import { withUnknownOutputs } from "../../components/sources";
import { inventoryArgs } from "../../resource";
import { reviewFactsOf } from "../../review";
import { isRecord } from "../../specs";
import { SUBNET_ANNOTATION, VPC_ANNOTATION } from "../networks";
import { type KubernetesBody, type MizarPlan, type Planned, type PodPlacement, resourceNameOf, type ServicePlacement } from "../plan";
import { ArktosNetwork, type ObjectArgs, PlacedPod, PlacedService, Subnet, Vpc } from "../resources/objects";
import { Inventory } from "../resources/without-object";
import { reviewedPlaces } from "../reviewed";
import { type Given, type Manifest, manifestOf } from "./specs";

/** Arguments of all components of Mizar. */
export interface MizarComponentArgs extends SpecComponentArgs {
  /** tenant, defaultNetwork, disjointVpcs (docs/mizar.md lists all). */
  settings?: MizarSettingsArgs;
  /**
   * Wait until Arktos calls each Network Ready. Only Arktos does; a default Network with ipam External never gets there.
   * @default false
   */
  waitForNetworks?: boolean;
  /**
   * Wait until Mizar has made the scaled endpoint of each Service.
   * @default true
   */
  waitForEndpoints?: boolean;
  /** Seconds to wait for the operator. @default `mizar:provisionTimeout`, else 300 */
  provisionTimeout?: number;
  /** Seconds to wait until a deleted object is gone. @default `mizar:deleteTimeout`, else 120 */
  deleteTimeout?: number;
  /**
   * Take the finalizers of Mizar and Arktos away from objects that are not gone `deleteTimeout` after their deletion. The subnets of
   * today's Mizar go in no other way.
   * @default false
   */
  forceFinalizerRemoval?: boolean;
}

/** Outputs of the resources of one component. */
export type Registered = {
  /** Address of each Pod, by `[tenant/]namespace/name`, as Mizar gave it or as its status says. */
  pods: pulumi.Output<Record<string, string | undefined>>;
  /** Address and scaled endpoint of each Service. */
  services: pulumi.Output<Record<string, string | undefined>>;
  inventory: string[];
};

/** Objects that a component makes: those of the wanted kinds that do not exist by themselves. */
export interface Managed {
  kinds: ReadonlySet<string>;
  owner: string;
  /** The settings with their outputs resolved. */
  settings?: object;
}

/**
 * One resource per object; the inventory first, so that a mass deletion fails before anything is touched. VPCs come before their
 * subnets, those before Networks, and Pods and Services last; they go in the opposite order, because Mizar waits for it.
 */
export function register(
  parent: pulumi.ComponentResource,
  name: string,
  plan: MizarPlan,
  given: Given,
  args: MizarComponentArgs,
  managed: Managed,
): Registered {
  const found = <T>(list: readonly Planned<T>[]) =>
    list.flatMap((planned) => {
      const manifest = manifestOf(planned.owner, given);
      const ours = manifest && managed.kinds.has(planned.owner.kind) && !manifest.exists;
      return ours ? [{ ...planned, manifest }] : [];
    });
  const [vpcs, subnets, networks, pods, services] = [
    found(plan.vpcs),
    inOrder(found(plan.subnets), given),
    found(plan.networks),
    found(plan.pods),
    found(plan.services),
  ];
  const missing = found(plan.missing.map(({ owner, what: body }) => ({ owner, body }))).map(({ owner, body }) => [nameOf(owner), body]);
  const inventory = [...vpcs, ...subnets, ...networks, ...pods, ...services].map(({ owner }) => nameOf(owner)).sort();
  const known = {
    names: inventory,
    owner: managed.owner,
    missing: Object.fromEntries(missing),
    sources: sourceCounts(given.specs),
  };
  const guard = new Inventory(`${name}-inventory`, inventoryArgs(known, args, componentNames("mizar")), { parent });
  const make = <A extends ObjectArgs, R>(
    kind: new (name: string, args: A, opts: pulumi.CustomResourceOptions) => R,
    owner: ObjectRef,
    inputs: ObjectInputs,
    after: pulumi.Resource[],
    within: readonly (pulumi.Resource | undefined)[] = [],
    more: { waitFor?: string } = {},
  ): R => {
    // whether the spec is right for its kind, the check of the inputs says
    const own: unknown = { ...argsOf(inputs, args, managed.owner), ...more, __within: namesOf(within) };
    return new kind(resourceNameOf(owner), own as A, { parent, dependsOn: [guard, ...after] });
  };

  const made = new Map<string, pulumi.Resource>();
  for (const { body, owner, manifest } of vpcs) made.set(`Vpc/${owner.name}`, make(Vpc, owner, objectInputs(body, manifest), []));
  // the operator takes the first subnet of a VPC for the first: siblings come one after the other
  const before = new Map<string, pulumi.Resource>();
  const inVpc = (vpc: string) => [made.get(`Vpc/${vpc}`), before.get(vpc)].filter((one) => one !== undefined);
  for (const { body, owner, manifest } of subnets) {
    const vpc = String(body.spec.vpc);
    const subnet = make(Subnet, owner, objectInputs(body, manifest), inVpc(vpc), [made.get(`Vpc/${vpc}`)]);
    before.set(vpc, subnet);
    made.set(`Subnet/${owner.name}`, subnet);
  }
  const tied = networks.map(({ body, owner, manifest }) =>
    make(ArktosNetwork, owner, objectInputs(body, manifest), inVpc(String(body.spec.vpcID)), [], waitOf(args)),
  );
  const subnetsOf = (names: readonly string[]) => names.map((name) => made.get(`Subnet/${name}`));
  const placedPods = pods.map(({ body, owner, manifest }) => {
    const within = subnetsOf((body.interfaces ?? [body]).map(({ subnet }) => subnet));
    return { owner, made: make(PlacedPod, owner, podInputs(body, manifest), [...inVpc(body.vpc), ...tied], within) };
  });
  const placedServices = services.map(({ body, owner, manifest }) => {
    const [after, within] = [[...inVpc(body.endpoint.vpc), ...tied], subnetsOf([body.endpoint.net])];
    return { owner, made: make(PlacedService, owner, serviceInputs(body, manifest), after, within, endpointOf(args)) };
  });
  const facts = reviewFactsOf(
    { routes: reviewedPlaces({ ...plan, vpcs, subnets, networks, pods, services }), places: [], certificates: {} },
    managed.settings,
  );
  const placed = [...placedPods, ...placedServices].map(({ made: resource }) => resource);
  new Summary(
    name,
    { target: "mizar", owner: managed.owner, facts, preflight: args.preflight },
    { parent, dependsOn: [guard, ...made.values(), ...tied, ...placed] },
  );
  return { pods: addressesOf(placedPods), services: addressesOf(placedServices), inventory };
}

/**
 * Names of the objects that contain an object, as an input that depends on them. A VPC or subnet is not deleted before the objects in it.
 * When one is replaced, the engine looks whether whatever depends on it by an input is replaced too, and then deletes that first.
 */
function namesOf(within: readonly (pulumi.Resource | undefined)[]): pulumi.Output<string[]> | undefined {
  const there = within.filter((one) => one !== undefined);
  return there.length > 0
    ? pulumi.all(there.map(({ urn }) => urn)).apply((urns) => urns.map((urn) => urn.split("::").at(-1) ?? ""))
    : undefined;
}

function addressesOf(
  made: readonly { owner: ObjectRef; made: PlacedPod | PlacedService }[],
): pulumi.Output<Record<string, string | undefined>> {
  return pulumi.output(Object.fromEntries(made.map(({ owner, made: { address } }) => [resourceNameOf(owner), address])));
}

function argsOf(
  inputs: ObjectInputs,
  { adopt, provisionTimeout, deleteTimeout, forceFinalizerRemoval }: MizarComponentArgs,
  owner: string,
): ObjectArgs & ObjectInputs {
  return { owner, ...withUnknownOutputs({ ...inputs }), adopt, provisionTimeout, deleteTimeout, forceFinalizerRemoval };
}

const waitOf = ({ waitForNetworks }: MizarComponentArgs) => (waitForNetworks ? { waitFor: "Ready" } : {});
const endpointOf = ({ waitForEndpoints }: MizarComponentArgs) => (waitForEndpoints === false ? { waitFor: "none" } : {});

/** In the order in which they were given, or created. */
function inOrder<T extends Planned<KubernetesBody>>(subnets: T[], { specs }: Given): T[] {
  const rank = new Map(specs.subnets.map(({ ref }, index) => [ref, index]));
  return [...subnets].sort((a, b) => (rank.get(a.owner) ?? 0) - (rank.get(b.owner) ?? 0));
}

/** `pods/default/nginx`, as inventories have it. */
const nameOf = (owner: ObjectRef) => `${owner.kind.toLowerCase()}s/${resourceNameOf(owner)}`;

/** Metadata and spec of one object, as its resource takes them. */
export interface ObjectInputs {
  metadata: KubernetesBody["metadata"];
  spec: Record<string, unknown>;
}

/** Fields that only the operator writes. */
const COMPUTED = new Set(["status", "vni", "createtime", "provisiondelay"]);

/** A Network, Vpc or Subnet. What the manifest does not say is not declared: the operator chooses, and may change its mind. */
function objectInputs({ metadata, spec }: KubernetesBody, manifest: Manifest): ObjectInputs {
  const declared = isRecord(manifest.body.spec) ? manifest.body.spec : {};
  const known = Object.entries(spec).filter(([field]) => !COMPUTED.has(field) && field in declared);
  return { metadata, spec: Object.fromEntries(known) };
}

/** The Pod of the manifest in its place. */
function podInputs({ name, namespace, tenant, annotations }: PodPlacement, { body, metadata }: Manifest): ObjectInputs {
  return { metadata: { ...identityOf(name, namespace, tenant), ...labelsOf(metadata), annotations }, spec: specOf(body) };
}

/**
 * The Service of the manifest in its place. Its clusterIP is set only in a cluster with tenants, Arktos, which takes any; a plain
 * Kubernetes gives one of its own range.
 */
function serviceInputs({ name, namespace, tenant, clusterIP, endpoint }: ServicePlacement, { body, metadata }: Manifest): ObjectInputs {
  const annotations = isTexts(metadata.annotations) ? metadata.annotations : {};
  return {
    metadata: {
      ...identityOf(name, namespace, tenant),
      ...labelsOf(metadata),
      annotations: { ...annotations, [VPC_ANNOTATION]: endpoint.vpc, [SUBNET_ANNOTATION]: endpoint.net },
    },
    spec: { ...specOf(body), ...(tenant !== "" && clusterIP !== null ? { clusterIP } : {}) },
  };
}

function identityOf(name: string, namespace: string, tenant: string) {
  return { name, namespace, ...(tenant === "" ? {} : { tenant }) };
}

function labelsOf({ labels }: Record<string, unknown>): { labels?: Record<string, string> } {
  return isTexts(labels) && Object.keys(labels).length > 0 ? { labels } : {};
}

/** Labels or annotations; others than texts have been refused when the specs were read. */
function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}

function specOf({ spec }: Record<string, unknown>): Record<string, unknown> {
  return isRecord(spec) ? spec : {};
}
