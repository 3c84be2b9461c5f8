// The plan that the state of a stack declares, so that it can be compared with a new one.

import type { JsonObject } from "../../provider/lifecycle/bodies/json";
import type { ReviewFacts } from "../../requests/review/facts";
import type { ObjectRef } from "../../resources/diagnostic";
import { identityIn } from "../../resources/identity";
import { isRecord, listIn } from "../../resources/json";
import type { Json } from "../../resources/kind";
import { addTo } from "../../resources/lists";
import type { Graph } from "../graph";
import type { PlannedResource } from "../plan";
import type { PlanOf, StateReader, Target } from "../targets";
import { resourcesIn, type StateResource } from "../watch/stack/stack-state";
import type { Objects } from "./diff/changes";
import { UsageError } from "./grammar";
import type { StateComponent } from "./state-component";

/** Selection of the resources of a stack: those of one component, or of the components of one cluster. */
export interface StateSelection {
  cluster?: string;
  component?: string;
}

/** Declarations of a state in the form of a plan. */
export interface DeclaredPlan {
  target: Target;
  state: StateReader;
  plan: PlanOf<unknown>;
}

/**
 * The plan that the resources of this package declare in a state. If no component is of that cluster, only the name of the cluster differs,
 * and all resources count.
 *
 * @param component component of the plan; without it the hosts of a default pool on Octavia are unknown
 * @throws UsageError if there is no such component
 */
export function planInState(deployment: unknown, target: Target, whose: StateSelection = {}, component?: StateComponent): DeclaredPlan {
  const { name, balancer } = target;
  const state = balancer?.state;
  if (!state) throw new UsageError(`the state of ${name} is not compared`);
  const resources = resourcesOf(deployment, name, whose).map(
    ({ type, name: resource, inputs }): PlannedResource => ({
      kind: type,
      name: resource,
      inputs,
      owners: ownersIn(identityIn(inputs).specs),
      partOwners: partOwnersIn(identityIn(inputs).specs),
      after: [],
    }),
  );
  const plan = state.plan(resources, hostsIn(component));
  const { ownIds } = target;
  return { target, state, plan: ownIds?.resolve(plan, ownIds.heldIn(resourcesIn(deployment))) ?? plan };
}

/** Facts of a last run that named objects by the ids that their resources have, as if it had not named them. */
export function withOwnIds(facts: ReviewFacts, isOwn: (resource: string, id: string) => boolean): ReviewFacts {
  const addresses = Object.entries(facts.addresses).map(([what, address]) => {
    const { holder, holderIn, server, serverIn } = address;
    return [what, isOwn(holderIn, holder) ? { server, serverIn, holderIn, holder: holderIn.slice(holderIn.indexOf(" ") + 1) } : address];
  });
  return { ...facts, addresses: Object.fromEntries(addresses) };
}

/** Objects of the plan in the form of a translation. Private keys are left out, as they are there. */
export function objectsInState({ target, state, plan }: DeclaredPlan): Objects {
  // the content of a state is JSON
  return withoutAdded(JSON.parse(JSON.stringify(target.objects(plan).objects)), state.added);
}

/** Graph of the plan. A state has no faults of specs, so those of the later side are drawn on both: they are not a change. */
export function graphOfState({ target, plan }: DeclaredPlan, later: Graph): Graph {
  const graph = target.draw(plan, {}).build();
  return { ...graph, nodes: [...graph.nodes, ...later.nodes.filter(({ kind }) => kind === "spec")] };
}

/**
 * The resources of one target that are meant.
 *
 * @throws UsageError where there is no such component
 */
function resourcesOf(deployment: unknown, target: string, { cluster, component }: StateSelection): readonly StateResource[] {
  const all = resourcesIn(deployment).filter(({ type }) => type.startsWith(`${target}:`));
  const isMeant = (whose: StateSelection) =>
    component === undefined ? whose.cluster === (cluster ?? whose.cluster) : whose.component === component;
  const meant = all.filter(({ inputs }) => isMeant(whoseIs(inputs.owner)));
  if (component !== undefined && meant.length === 0) throw noSuchComponent(component, all);
  return meant.length > 0 ? meant : all;
}

/** The last parts of `pulumi-k8s-lb:<project>/<stack>/<cluster>/<component>`; nothing of what belongs to no component. */
function whoseIs(owner: unknown): StateSelection {
  const [, , cluster, ...component] = String(owner).split("/");
  return component.length > 0 ? { cluster, component: component.join("/") } : {};
}

function noSuchComponent(component: string, resources: readonly StateResource[]): UsageError {
  const names = [...new Set(resources.flatMap(({ inputs }) => whoseIs(inputs.owner).component ?? []))];
  return new UsageError(`there is no component "${component}" in the stack; there are: ${names.join(", ") || "none"}`);
}

/** Objects without what components add, which a translation knows nothing of, or only its default. */
export function withoutAdded(objects: Objects, added: readonly string[]): Objects {
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain);
    return isRecord(value) ? fieldsOf(value) : value;
  };
  const fieldsOf = (body: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(body).flatMap(([key, value]) => (added.includes(key) || value === undefined ? [] : [[key, plain(value)]])),
    );
  return Object.fromEntries(
    Object.entries(objects).map(([type, bodies = []]) => [type, Array.isArray(bodies) ? bodies.map(fieldsOf) : bodies]),
  );
}

/** Hosts by the name of the API object that serves them. */
function hostsIn(component: StateComponent | undefined): ReadonlyMap<string, string[]> {
  const hostsByName = new Map<string, string[]>();
  for (const [what, { server }] of Object.entries(component?.facts.addresses ?? {})) {
    const [, host] = /^host (\S+)/.exec(what) ?? [];
    if (host !== undefined) addTo(hostsByName, server, host);
  }
  return hostsByName;
}

/** From `Ingress shop/web, path /cart`, as components say it of their resources. */
function ownersIn(specs: unknown): ObjectRef[] {
  const texts = Array.isArray(specs) ? specs : isRecord(specs) ? listIn(specs.of) : [];
  const matches = texts.map((text) => /^(\w+) (?:[^/ ,]+\/)?([^/ ,]+)\/([^/ ,]+)/.exec(String(text)));
  return matches.flatMap((match) => {
    const [, kind = "", namespace = "", name = ""] = match ?? [];
    return match ? [{ apiVersion: "", kind, namespace, name }] : [];
  });
}

/** Owners of the parts that components name with their specs. */
function partOwnersIn(specs: unknown): { [part: string]: ObjectRef[] } {
  const parts = isRecord(specs) && isRecord(specs.parts) ? Object.entries(specs.parts) : [];
  return Object.fromEntries(parts.map(([part, text]) => [part, ownersIn([text])]));
}
