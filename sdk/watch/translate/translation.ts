// The translation of a registered component.

import type { ResourceInputs } from "../../../resources/members";
import type { ComponentDescriptor } from "../../components/register-with-watch";
import type { Graph } from "../../graph";
import { type PlannedResource, type PoolServers, pulumiName } from "../../plan";
import { isRecord, isUnknown, type RawObject, UNKNOWN, UNKNOWN_TEXT } from "../../specs";
import { targetOf } from "../../targets";

import type { TranslateComponent, TranslatedComponent } from "../terms/translated-component";

type Translatable = Pick<ComponentDescriptor, "target" | "kind" | "name" | "options">;

/** The translation of {@link registrationOf} with each pool as a resource, also where the program declares it inside of another. */
export function translationOf(component: Translatable): TranslateComponent | undefined {
  const { bundles } = targetOf(component.target);
  const translate = registrationOf(component);
  if (!translate || !bundles) return translate;
  return (specs) => withResources(translate(specs), bundles.unbundle);
}

const withResources = (
  translated: TranslatedComponent,
  change: (resources: readonly PlannedResource[]) => readonly PlannedResource[],
): TranslatedComponent => ({
  resources: change(translated.resources),
  moving: translated.moving,
  get statuses() {
    return translated.statuses;
  },
  get facts() {
    return translated.facts;
  },
});

/** The translation of a component, the very one that its program runs; undefined for targets whose every change is structure. */
export function registrationOf({ target: of, kind, name, options }: Translatable): TranslateComponent | undefined {
  const { balancer, translate } = targetOf(of);
  if (!balancer) return undefined;
  const isKnown = !JSON.stringify(options).includes(UNKNOWN_TEXT);
  return (specs) => {
    const plan = translate(balancer.select(specs, kind), options);
    const { moving = [] } = plan;
    const named = plan.resources.map((one) => ({ ...one, name: pulumiName(one, name) }));
    return {
      resources: isKnown ? named : named.map((one) => ({ ...one, inputs: withUnknown(one.inputs) })),
      moving: isKnown ? moving : moving.map((pool) => ({ ...pool, servers: (read) => withUnknownServers(pool.servers(read)) })),
      get statuses() {
        return plan.statuses;
      },
      get facts() {
        return plan.facts;
      },
    };
  };
}

/** A setting that preview did not know is not a string: a value that contains it is unknown too. */
const withUnknown = (inputs: ResourceInputs): ResourceInputs =>
  Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, unknownIn(value)]));

const withUnknownServers = (servers: PoolServers): PoolServers => (servers === "kept" ? servers : servers.map(unknownIn));

function unknownIn(value: unknown): unknown {
  if (typeof value === "string") return value.includes(UNKNOWN_TEXT) ? UNKNOWN : value;
  if (Array.isArray(value)) return value.map(unknownIn);
  return isRecord(value) && !isUnknown(value) ? withUnknown(value) : value;
}

/** Function that draws a component. */
export function drawingOf({ target, kind, options }: Translatable): (objects: readonly RawObject[]) => Graph {
  const { balancer, read, translate, draw } = targetOf(target);
  return (objects) => {
    const specs = read(objects);
    return draw(translate(balancer?.select(specs, kind) ?? specs, options), { objects }).build();
  };
}
