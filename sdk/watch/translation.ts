import { STATIC_ROUTES } from "../../kinds/avi/resources";
import type { ObjectRef } from "../../kinds/diagnostic";
import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import { type AviPlan, byKind } from "../avi/plan";
import { isBalanced, translateToAvi } from "../avi/translate";
import type { HandedComponent } from "../components/hand-over";
import { oneService, SCOPES, type Scope } from "../components/single";
import { type Graph, topology } from "../graph";
import { translateToMizar } from "../mizar/translate";
import { translateToOctavia } from "../octavia/translate";
import { isRecord, isUnknown, type RawObject, readMizarSpecs, readSpecs, type SpecSet, UNKNOWN, UNKNOWN_TEXT } from "../specs";
import type { Inputs } from "./members";

/** A resource to be, as its component would register it. */
export interface PlannedResource {
  /** `avi:Pool`. */
  type: string;
  name: string;
  inputs: Inputs;
  owners: readonly ObjectRef[];
}

/** What the specs mean, as far as a watch follows it. */
export interface Translated {
  resources: readonly PlannedResource[];
  /** Objects that say something of one host: what one of them gets depends on the others. */
  together: readonly (readonly ObjectRef[])[];
}

export type Translate = (specs: SpecSet) => Translated;

type Translatable = Pick<HandedComponent, "target" | "kind" | "name" | "options">;

/** The translation of a component, the very one that its program runs; undefined for targets whose every change is structure. */
export function translationOf(component: Translatable): Translate | undefined {
  const translate = ofTarget(component);
  if (!translate || !JSON.stringify(component.options).includes(UNKNOWN_TEXT)) return translate;
  return (specs) => {
    const { resources, together } = translate(specs);
    return { resources: resources.map((one) => ({ ...one, inputs: withUnknown(one.inputs) })), together };
  };
}

/** A setting that preview did not know is no text: whatever it stands in is not known either. */
const withUnknown = (inputs: Inputs): Inputs => Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, unknownIn(value)]));

function unknownIn(value: unknown): unknown {
  if (typeof value === "string") return value.includes(UNKNOWN_TEXT) ? UNKNOWN : value;
  if (Array.isArray(value)) return value.map(unknownIn);
  return isRecord(value) && !isUnknown(value) ? withUnknown(value) : value;
}

function ofTarget({ target, kind, name, options }: Translatable): Translate | undefined {
  if (target === "avi") {
    const scope = scopeOf(kind, BALANCED_BY_AVI);
    return (specs) => ofAvi(translateToAvi(scope.select(specs), options), name);
  }
  if (target === "octavia") {
    const scope = scopeOf(kind, BALANCED_BY_OCTAVIA);
    return (specs) => {
      const { loadBalancers } = translateToOctavia(scope.select(specs), options);
      return {
        resources: loadBalancers.map(({ identity, inputs, owners }) => ({ type: LOAD_BALANCER.type, name: identity, inputs, owners })),
        together: loadBalancers.map(({ owners }) => owners),
      };
    };
  }
  return undefined;
}

/** How a component looks. */
export function drawingOf({ target, kind, options }: Translatable): (objects: readonly RawObject[]) => Graph {
  return (objects) => {
    if (target === "mizar") return topology(translateToMizar(readMizarSpecs(objects), options), { objects });
    const specs = scopeOf(kind, target === "avi" ? BALANCED_BY_AVI : BALANCED_BY_OCTAVIA).select(readSpecs(objects));
    return topology(target === "avi" ? translateToAvi(specs, options) : translateToOctavia(specs, options), { objects });
  };
}

const BALANCED_BY_AVI = oneService("Service of type LoadBalancer", (specs) => [...specs.services.values()].filter(isBalanced));
const BALANCED_BY_OCTAVIA = oneService("Service", (specs) => [...specs.services.values()]);

const isScope = (kind: string): kind is keyof typeof SCOPES => kind in SCOPES;

const scopeOf = (kind: string, oneService: Scope): Scope => (isScope(kind) ? SCOPES[kind] : oneService);

function ofAvi(plan: AviPlan, component: string): Translated {
  const resources = byKind(plan).flatMap(([{ type }, planned]) =>
    planned.map(({ name, inputs, owners }): PlannedResource => ({ type, name, inputs: { ...inputs }, owners })),
  );
  const { staticRoutes: routes } = plan;
  const named = routes
    ? [{ type: STATIC_ROUTES.type, name: `${component}-${routes.name}`, inputs: { ...routes.inputs }, owners: routes.owners }]
    : [];
  return { resources: [...resources, ...named], together: ownersByHost(plan) };
}

/** Whatever address each of them brought: the name of one may depend on another. */
function ownersByHost({ hosts }: AviPlan): ObjectRef[][] {
  const found = new Map<string, ObjectRef[]>();
  for (const { fqdn, owners } of hosts) found.set(fqdn.toLowerCase(), [...(found.get(fqdn.toLowerCase()) ?? []), ...owners]);
  return [...found.values()];
}
