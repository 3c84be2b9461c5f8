import { AVI_HANDLERS, MIZAR_KINDS, OCTAVIA_KINDS } from "./kinds";
import { objectStatusKind } from "./kubernetes/object-status";
import { dynamicProvider } from "./lifecycle/dynamic";
import { failure } from "./lifecycle/errors";
import type { DynamicProvider, ResourceHandler } from "./lifecycle/handler";
import { withRows } from "./lifecycle/progress";

export { findAdoption } from "./adoption";
export { otherGeneration } from "./adoption/generation";
export { findOctaviaAdoption } from "./adoption/octavia";
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
export { sweep } from "./adoption/sweep";
export { CODES } from "./lifecycle/codes";
export type { DynamicProvider } from "./lifecycle/handler";
export { providerText } from "./lifecycle/handler";
export type { Properties } from "./lifecycle/json";
export {
  chooseOrphans,
  findMarked,
  findOrphans,
  type KnownStates,
  type Orphans,
  type OrphanTarget,
  readStates,
  removeOrphans,
  type Target,
} from "./orphans";
export { findLimits, type LimitState } from "./preflight";

/** Every kind of resource; tests, docs and the golden texts of the state go through this table. */
export const KINDS: ReadonlyMap<string, ResourceHandler> = new Map(
  [...AVI_HANDLERS, ...OCTAVIA_KINDS, ...MIZAR_KINDS, objectStatusKind].map((kind) => [kind.name, kind]),
);

/**
 * A kind over a connection of its own, for code beside the engine: it writes as an update of the engine would, and reports only to
 * its caller.
 *
 * @param values configuration, `avi:controller` and the like; the environment fills in what is missing
 * @throws LbError LB2022 for a kind that this release does not know
 */
export function connected(name: string, values: { readonly [key: string]: string | undefined }): DynamicProvider {
  const provider = dynamicProvider(known(name), () => ({ progress: nowhere, notice: nowhere }));
  void provider.configure({ config: { get: (key) => values[key] } });
  return provider;
}

const nowhere = () => undefined;

const providers = new Map<string, DynamicProvider>();

/**
 * The one door from the state: the text `exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Pool")` is in
 * every resource. `v1` names the form of the state it can read, and stays for ever.
 */
export function v1(name: string): DynamicProvider {
  const made = providers.get(name);
  if (made) return made;
  const provider = withRows(dynamicProvider(known(name)));
  providers.set(name, provider);
  return provider;
}

function known(name: string): ResourceHandler {
  const kind = KINDS.get(name);
  if (kind) return kind;
  throw failure("LB2022", { message: `this release of pulumi-k8s-lb knows no kind "${name}"` });
}
