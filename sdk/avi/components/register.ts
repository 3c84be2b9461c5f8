import * as pulumi from "@pulumi/pulumi";
import { fqdnsOf, parseReference } from "../../../kinds/avi/body";
import type { ObjectRef } from "../../../kinds/diagnostic";
import type { Adopt } from "../../../kinds/kind";
import { componentNames } from "../../components/component";
import { Summary } from "../../components/review";
import type { SourceCounts } from "../../components/source-counts";
import { withUnknownOutputs } from "../../components/sources";
import type { Place } from "../../components/summary";
import type { Served } from "../../components/write-statuses";
import { inventoryArgs } from "../../resource";
import { reviewFactsOf } from "../../review";
import { compare } from "../../specs";
import { aviNeeds } from "../needs";
import { aviLayout } from "../places";
import { type AviObjects, type AviPlan, aviObjects, inOrderOfMoves, type Planned, plannedResources } from "../plan";
import { L4VS, PassthroughVS } from "../resources/layer4-services";
import { type AviArgs, Inventory } from "../resources/resource";
import { Certificate, Pool, StaticRoutes } from "../resources/servers";
import { DedicatedVS, SharedVS, SniVS } from "../resources/virtual-services";
import { specWords } from "./spec-words";

/** Result of the components. */
export type Deployed = {
  /** Address of every VIP, by the name of its virtual service. */
  vips: pulumi.Output<Record<string, string>>;
  /** Address under which each host name is served. */
  hosts: pulumi.Output<Record<string, string>>;
};

export interface RegisterOptions {
  /** The mark of everything below the component. */
  owner: string;
  /** Number of objects of each kind that each source gave. */
  sources: SourceCounts;
  adopt?: Adopt;
  /** The settings of these names, for a run that adopts. */
  cluster: string;
  naming: string;
  /** As the program gives them. */
  settings?: object;
  allowMassDelete?: boolean;
  preflight?: boolean;
}

/**
 * Registers the resources of a plan below a component: routes and pools first, then shared virtual services, then their
 * children. Pulumi deletes in the reverse order.
 */
export function register(parent: pulumi.ComponentResource, name: string, plan: AviPlan, options: RegisterOptions): Deployed {
  const wordsOf = specWords(plan);
  /** The bodies of a plan are of the API's making, which the compiler cannot see. */
  const inputs = <T extends object>(planned: Planned<T>) =>
    withUnknownOutputs({ ...planned.inputs, ...(options.adopt ? { adopt: options.adopt } : {}), __specs: wordsOf(planned) }) as AviArgs<T>;
  const { objects, owners } = aviObjects(plan);
  const { missing, served, keeps } = plan;
  const { owner, sources } = options;
  const known = {
    names: Object.keys(owners),
    owner,
    tenant: tenantOf(objects),
    missing,
    served,
    keeps,
    sources,
    certificates: plan.certificates,
    needs: aviNeeds(plan),
  };
  // The engine shows no property that begins so, and no other run has it.
  const asked = options.adopt
    ? { __adoption: withUnknownOutputs({ planned: plannedResources(plan), cluster: options.cluster, naming: options.naming }) }
    : {};
  const inventory = new Inventory(`${name}-inventory`, { ...inventoryArgs(known, options, componentNames("avi")), ...asked }, { parent });
  const made = new Map<string, pulumi.Resource>();
  /** Objects that a resource refers to exist before it. */
  const after = (body: object) => ({
    parent,
    dependsOn: [inventory, ...new Set(referencesIn(body).flatMap((key) => made.get(key) ?? []))],
  });
  /** Makes a resource that others find under the names of these objects of its. */
  const make = <R extends pulumi.Resource>(resource: R, ...keys: string[]): R => {
    for (const key of keys) made.set(key, resource);
    return resource;
  };

  const routes = plan.staticRoutes ? [new StaticRoutes(`${name}-${plan.staticRoutes.name}`, inputs(plan.staticRoutes), after({}))] : [];
  for (const pool of plan.pools) make(new Pool(pool.name, inputs(pool), after({})), `pool/${pool.name}`);
  for (const one of plan.hostCertificates) make(new Certificate(one.name, inputs(one), after({})), `sslkeyandcertificate/${one.name}`);
  const shared: (readonly [(typeof plan.sharedVs)[number], SharedVS])[] = [];
  const secure: SniVS[] = [];
  let gaining: pulumi.Resource[] = [];
  for (const group of inOrderOfMoves(plan.sharedVs)) {
    const shards = group.map((vs) => {
      const { dependsOn, ...options } = after(vs.inputs);
      return [
        vs,
        make(new SharedVS(vs.name, inputs(vs), { ...options, dependsOn: [...dependsOn, ...gaining] }), `virtualservice/${vs.name}`),
      ] as const;
    });
    const names = new Set(group.map((vs) => vs.name));
    const children = plan.sniVs
      .filter(({ parent: of }) => names.has(of))
      .map((child) => {
        const { certificate } = child.inputs;
        const sni = new SniVS(child.name, inputs(child), after(child.inputs));
        return certificate ? make(sni, `sslkeyandcertificate/${certificate.name}`) : sni;
      });
    shared.push(...shards);
    secure.push(...children);
    gaining = [...shards.map(([, resource]) => resource), ...children];
  }
  const dedicated = plan.dedicatedVs.map((vs) => [vs, new DedicatedVS(vs.name, inputs(vs), after(vs.inputs))] as const);
  const passthrough: (readonly [(typeof plan.passthroughVs)[number], PassthroughVS])[] = [];
  for (const group of inOrderOfMoves(plan.passthroughVs)) {
    const earlier = passthrough.map(([, resource]) => resource);
    for (const vs of group) {
      const { dependsOn, ...options } = after(vs.inputs);
      passthrough.push([vs, new PassthroughVS(vs.name, inputs(vs), { ...options, dependsOn: [...dependsOn, ...earlier] })]);
    }
  }
  const l4 = plan.l4Vs.map((vs) => [vs, new L4VS(vs.name, inputs(vs), after(vs.inputs))] as const);
  const facts = reviewFactsOf({ routes: plan.review, places: aviLayout(plan).places, certificates: plan.certificates }, options.settings);

  // a host on two addresses is shown at that of its TLS, and then of its senior object
  const places = [...shared, ...dedicated, ...passthrough, ...l4];
  // these refer to the pools and certificates, which a list of them would say again
  const dependsOn = [inventory, ...routes, ...secure, ...places.map(([, resource]) => resource)];
  new Summary(name, { target: "avi", owner, facts, preflight: options.preflight }, { parent, dependsOn });
  const vips = pulumi.output(Object.fromEntries(places.map(([vs, r]) => [vs.name, r.vip])));
  const vipOf = new Map(places.map(([vs, r]) => [vs.name, r.vip]));
  const senior = plan.hosts.toReversed().flatMap(({ fqdn, vs = "" }) => {
    const vip = vipOf.get(vs);
    return vip ? [[fqdn, vip] as const] : [];
  });
  const named = places.flatMap(([vs, r]) => fqdnsOf(vs.inputs.vsVip).map((fqdn) => [fqdn, r.vip] as const));
  const hosts = pulumi.output(Object.fromEntries([...named, ...senior]));
  return { vips, hosts };
}

/** The tenant of all objects, where their bodies name one. */
function tenantOf(objects: AviObjects["objects"]): string | undefined {
  const bodies = Object.values(objects).flat();
  const reference = bodies.map(({ tenant_ref }) => tenant_ref).find((one) => typeof one === "string");
  return parseReference(reference)?.name;
}

/** `<type>/<name>` of everything that a body refers to by name. */
function referencesIn(value: unknown): string[] {
  if (typeof value === "string") {
    const reference = parseReference(value);
    return reference?.name ? [`${reference.type}/${reference.name}`] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** Places where each spec is served: its hosts, or the address of the Service itself. */
export function placesOf(plan: AviPlan, { vips }: Deployed): Place[] {
  const own = plan.l4Vs.flatMap(({ name, owners }) => owners.map((object) => ({ object, addresses: vips, name })));
  const named = plan.hosts.flatMap(({ fqdn: host, vs: name = "", owners }) =>
    owners.map((object) => ({ object, host, addresses: vips, name })),
  );
  return [...own, ...named];
}

/**
 * Entries for the status of Services and Ingresses, as AKO writes them (ako.md). A Service has its address, with its DNS name if it has
 * exactly one. An Ingress has one entry per host.
 */
export function servedOn(plan: AviPlan, { vips }: Deployed): Served[] {
  const services = plan.l4Vs.flatMap(({ name, inputs, owners }) => {
    const [only, ...more] = fqdnsOf(inputs.vsVip);
    const hostname = only !== undefined && more.length === 0 ? { hostname: only } : {};
    return owners.map((object): Served => ({ object, ingress: vips.apply((all) => [{ ip: all[name], ...hostname }]) }));
  });
  const byIngress = new Map<string, { object: ObjectRef; hosts: Map<string, { hostname: string; vs: string }> }>();
  const split = new Set(plan.split);
  for (const { fqdn, vs, owners } of plan.hosts) {
    if (vs === undefined) continue;
    for (const object of owners.filter((one) => one.kind === "Ingress" && !split.has(one))) {
      const key = `${object.namespace}/${object.name}`;
      const known = byIngress.get(key) ?? { object, hosts: new Map() };
      known.hosts.set(`${fqdn} ${vs}`, { hostname: fqdn, vs });
      byIngress.set(key, known);
    }
  }
  const ingresses = [...byIngress.values()].map(({ object, hosts: own }): Served => {
    const entries = [...own].sort(([a], [b]) => compare(a, b)).map(([, one]) => one);
    return {
      object,
      ingress: vips.apply((all) => entries.flatMap(({ hostname, vs }) => (all[vs] ? [{ ip: all[vs], hostname }] : []))),
    };
  });
  return [...services, ...ingresses];
}
