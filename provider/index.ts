import { AVI_HANDLERS } from "./avi";
import { objectStatusKind } from "./kubernetes/object-status";
import { type DynamicProvider, dynamicProvider } from "./lifecycle/dynamic";
import { failure } from "./lifecycle/errors";
import type { ResourceHandler } from "./lifecycle/handler";
import { withRows } from "./lifecycle/progress";
import { MIZAR_KINDS } from "./mizar/kinds";
import { OCTAVIA_KINDS } from "./octavia/kinds";

export type {
  AddressChange,
  AdoptionAsked,
  AdoptionReport,
  FieldChange,
  FindAdoption,
  GenerationGuess,
  LeftObject,
  Naming,
  PlannedObject,
  PlannedResource,
  Sweep,
  Swept,
} from "./adoption/report";
export { CODES } from "./lifecycle/codes";
export type { DynamicProvider } from "./lifecycle/dynamic";
export { providerText } from "./lifecycle/handler";
export { findMarked, findOrphans, type KnownStates, type Orphans, readStates, type Target } from "./orphans";
export { findLimits, type LimitState } from "./preflight";

/** Every kind of resource; tests, docs and the golden texts of the state go through this table. */
export const KINDS: ReadonlyMap<string, ResourceHandler> = new Map(
  [...AVI_HANDLERS, ...OCTAVIA_KINDS, ...MIZAR_KINDS, objectStatusKind].map((kind) => [kind.name, kind]),
);

const providers = new Map<string, DynamicProvider>();

/**
 * The one door from the state: the text `exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Pool")` stands in
 * every resource. `v1` names the form of the state it can read, and stays for ever.
 */
export function v1(name: string): DynamicProvider {
  const known = providers.get(name);
  if (known) return known;
  const kind = KINDS.get(name);
  if (!kind) throw failure("LB2022", { message: `this release of pulumi-k8s-lb knows no kind "${name}"` });
  const provider = withRows(dynamicProvider(kind));
  providers.set(name, provider);
  return provider;
}
