// The components in the state of a stack: settings, facts and sources of the last run.
import { parse } from "yaml";
import { factsIn, type ReviewFacts } from "../../requests/review/facts";
import { showInputs } from "../../resources/hidden";
import { INVENTORY_HIDDEN } from "../../resources/inventory";
import { isRecord } from "../specs";
import { resourcesIn } from "../watch/stack/stack-state";
import type { GuardedInventory } from "./diff/refusals";
import { UsageError } from "./grammar";

/** One component of a stack, as its state knows it. */
export interface StateComponent {
  cluster: string;
  component: string;
  /** Settings of the last completed run. */
  settings: Record<string, unknown>;
  facts: ReviewFacts;
  /** Number of objects of each kind that each file or cluster gave to the last run; absent in older states. */
  sources: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * The component of a stack that a comparison means: the one that is named, the only one of the named cluster, or the only one. Undefined in a
 * stack without components of the target.
 *
 * @throws UsageError where several components fit, or none of that name exists
 */
export function componentInState(
  deployment: unknown,
  target: string,
  { cluster, component }: { cluster?: string; component?: string },
): StateComponent | undefined {
  const all = componentsInState(deployment, target);
  if (all.length === 0) return undefined;
  const named = all.filter((one) => component === undefined || one.component === component);
  const fitting = named.length > 1 && cluster !== undefined ? named.filter((one) => one.cluster === cluster) : named;
  const [only, ...more] = fitting;
  if (only && more.length === 0) return only;
  const names = all.map((one) => one.component).join(", ");
  if (named.length === 0) throw new UsageError(`there is no component "${component}" in the stack; there are: ${names}`);
  throw new UsageError(`the stack has several components of ${target}: name one with --component (${names})`);
}

/** All components of a target in a stack. */
export function componentsInState(deployment: unknown, target: string): StateComponent[] {
  const resources = resourcesIn(deployment);
  const inventories = resources.flatMap(({ type, inputs }) =>
    type === `${target}:Inventory` ? [showInputs(inputs, INVENTORY_HIDDEN)] : [],
  );
  return resources
    .filter(({ type }) => type === `${target}:Summary`)
    .map(({ inputs }) => stateComponent(inputs, inventories.find(({ owner }) => owner === inputs.owner)?.sources));
}

function stateComponent({ owner, __facts: text }: { readonly [name: string]: unknown }, sources: unknown): StateComponent {
  const [, , cluster = "", ...component] = String(owner).split("/");
  const facts = factsIn(text);
  const settings = Object.entries(facts.settings).map(([name, value]) => [name, /^[[{]/.test(value) ? parse(value) : value] as const);
  return { cluster, component: component.join("/"), settings: Object.fromEntries(settings), facts, sources: countsIn(sources) };
}

function countsIn(sources: unknown): StateComponent["sources"] {
  const kindsIn = (kinds: unknown) =>
    Object.entries(isRecord(kinds) ? kinds : {}).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  return Object.fromEntries(
    Object.entries(isRecord(sources) ? sources : {}).map(([source, kinds]) => [source, Object.fromEntries(kindsIn(kinds))]),
  );
}

/** The inventory of a component; undefined in a state without one. */
export function inventoryInState(
  deployment: unknown,
  target: string,
  { cluster, component }: StateComponent,
): GuardedInventory | undefined {
  const resource = resourcesIn(deployment).find(
    ({ type, inputs: { owner } }) => type === `${target}:Inventory` && String(owner).endsWith(`/${cluster}/${component}`),
  );
  if (!resource) return undefined;
  const { names, identities, served, asks, keeps, pools } = showInputs<GuardedInventory & { [property: string]: unknown }>(
    { ...resource.inputs },
    INVENTORY_HIDDEN,
  );
  return { names, identities, served, asks, keeps, pools };
}
