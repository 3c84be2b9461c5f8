// Registers the resources of a plan with Pulumi.

import * as pulumi from "@pulumi/pulumi";
import type { SpecWords } from "../../resources/identity";
import type { Adopt, BackEndName } from "../../resources/kind";
import { faultsIn, findingsIn, misspeltIn, type Plan, type PlannedResource, pulumiName, resourceKey, runFactsOf } from "../plan";
import { type InventoryArgs, inventoryArgs, type LbResource, type LbResourceOptions } from "../resource";
import { componentNames } from "./component";
import { healthOfRun, type WaitForHealth } from "./health-after-up";
import { onOwnStack } from "./on-own-stack";
import { claimNames } from "./resource-names";
import { Summary } from "./review";
import { holdsUnknown } from "./settings";
import type { SourceCounts } from "./source-counts";
import { withUnknownOutputs } from "./sources";

/** Class of a resource: what it takes is checked by its kind. */
export type ResourceClass<R extends LbResource = LbResource> = new (name: string, args: never, opts: LbResourceOptions) => R;

/** Classes and arguments with which a component registers its plan. */
export interface Registration {
  /** By kind. */
  classes: { readonly [kind: string]: ResourceClass };
  inventory: new (name: string, args: InventoryArgs, opts: LbResourceOptions) => LbResource;
  /** The mark of everything below the component. */
  owner: string;
  /** Number of objects of each kind that each source gave. */
  sources: SourceCounts;
  /** The settings with their outputs resolved. */
  settings?: object;
  adopt?: Adopt;
  allowMassDelete?: boolean;
  allowLoss?: readonly string[];
  preflight?: boolean;
  /** Warn of routes that have no server up when the run has ended. */
  waitForHealth?: WaitForHealth;
  /** Further hidden inputs of the inventory. */
  inventoryInputs?: object;
  /** Further arguments of a resource, and the specs that it is made of. */
  argsOf(planned: PlannedResource): object & { __specs?: SpecWords };
}

/** The resources of a component, by {@link resourceKey}. */
export type RegisteredResources = ReadonlyMap<string, LbResource>;

/**
 * Registers the resources of a plan below a component: the inventory first, so that a mass deletion fails before anything is touched, and the
 * summary last. Pulumi deletes in the reverse order.
 */
export async function register(
  parent: pulumi.ComponentResource,
  component: string,
  plan: Plan,
  registration: Registration,
): Promise<RegisteredResources> {
  await claimNames(parent, component, plan.resources);
  return onOwnStack(() => registerNow(parent, component, plan, registration));
}

function registerNow(parent: pulumi.ComponentResource, component: string, plan: Plan, registration: Registration): RegisteredResources {
  const { classes, inventory: InventoryClass, owner, sources, inventoryInputs, argsOf } = registration;
  const { target, resources, facts } = plan;
  const { review: _review, rules: _rules, uses: _uses, ...inventoryFacts } = facts;
  const args = inventoryArgs(
    { ...withoutNames(inventoryFacts), faults: faultsIn(plan.statuses), misspelt: misspeltIn(plan), owner, sources },
    registration,
    componentNames(target),
  );
  const inventory = new InventoryClass(`${component}-inventory`, { ...args, ...inventoryInputs }, { parent });
  const made = new Map<string, LbResource>();
  const registered = (keys: readonly string[]) => keys.flatMap((key) => made.get(key) ?? []);
  for (const planned of resources) {
    const { kind, inputs, after, within, alias } = planned;
    const ResourceClass = classes[kind];
    if (!ResourceClass) throw new TypeError(`no class for ${kind}`);
    // `__specs` stays plain text, also if it names values that preview does not know
    const { __specs, ...extraInputs } = argsOf(planned);
    const hidden = { ...(__specs ? { __specs } : {}), ...(within ? { __within: namesOf(registered(within)) } : {}) };
    const resourceArgs = { ...withUnknownOutputs({ ...inputs, ...extraInputs }), ...hidden };
    const options = {
      parent,
      dependsOn: [inventory, ...registered(after)],
      ...(alias === undefined ? {} : { aliases: [{ name: alias }] }),
    };
    made.set(resourceKey(planned), new ResourceClass(pulumiName(planned, component), resourceArgs as never, options));
  }
  const before = new Set(resources.flatMap(({ after }) => after));
  const last = resources.map(resourceKey).filter((key) => !before.has(key));
  const isOpen = pulumi.runtime.isDryRun() && resources.some(({ inputs }) => holdsUnknown(inputs));
  const rules = facts.rules?.();
  const review = { ...runFactsOf(plan, registration.settings, rules), ...(isOpen ? { open: true as const } : {}) };
  const { preflight, waitForHealth } = registration;
  const health = healthOfRun(resources, rules, waitForHealth);
  const backEnd = target as BackEndName; // what is registered has one
  new Summary(
    component,
    { target: backEnd, owner, facts: review, findings: findingsIn(plan), preflight, health },
    { parent, dependsOn: [inventory, ...registered(last)] },
  );
  return made;
}

/** The names of certificates are for the summary alone. */
function withoutNames<K extends Pick<Plan["facts"], "certificates">>(facts: K): K {
  if (!facts.certificates) return facts;
  const certificates = Object.entries(facts.certificates).map(([source, { names: _, ...certificate }]) => [source, certificate]);
  return { ...facts, certificates: Object.fromEntries(certificates) };
}

/**
 * Names of the resources that contain an object, as an input that depends on them: a VPC or subnet is not deleted before the objects in it.
 * When one is replaced, the engine looks whether whatever depends on it by an input is replaced too, and then deletes that first.
 */
const namesOf = (within: readonly pulumi.Resource[]): pulumi.Output<string[]> =>
  pulumi.all(within.map(({ urn }) => urn)).apply((urns) => urns.map((urn) => urn.split("::").at(-1) ?? ""));
