// The exports of the provider: the table of back ends, and the functions that commands and dynamic resources call.

import type { Needs } from "../resources/inventory";
import type { BackEndName } from "../resources/kind";
import { avi } from "./avi";
import type { BackEnd } from "./back-end";
import { objectStatusKind } from "./kubernetes/object-status";
import { objectStatusesKind } from "./kubernetes/object-statuses";
import type { AdoptionQuery, AdoptionReport, Leftover, Swept } from "./lifecycle/adoption";
import { configSource } from "./lifecycle/config";
import { dynamicProvider } from "./lifecycle/dynamic";
import type { DynamicProvider, ResourceHandler } from "./lifecycle/handler";
import { failure } from "./lifecycle/messages/errors";
import { inventoryKind } from "./lifecycle/preview/inventory";
import { type LimitState, limitStates } from "./lifecycle/preview/limits";
import { summaryHandler } from "./lifecycle/preview/summary";
import { withRows } from "./lifecycle/progress";
import { mizar } from "./mizar";
import { octavia } from "./octavia";
import { chosenOn, markedOn, orphansOn, removedFrom } from "./orphans";
import type { VerifyPlace, VerifySession } from "./verify/verification";

export { providerText } from "../resources/provider-text";
export type { BackEnd } from "./back-end";
export { redact, withoutMarkedSecrets } from "./http/redact";
export {
  type AddressChange,
  type Adoption,
  type AdoptionQuery,
  type AdoptionReport,
  type AkoVersionGuess,
  type FieldChange,
  type Leftover,
  type Naming,
  otherAkoVersion,
  type PlannedObject,
  type PlannedResource,
  type Swept,
} from "./lifecycle/adoption";
export type { Properties } from "./lifecycle/bodies/json";
export { configSource } from "./lifecycle/config";
export { DRIFT_FILE } from "./lifecycle/drift";
export type { Detail, DynamicProvider, ResourceHandler } from "./lifecycle/handler";
export type { FailureEffect } from "./lifecycle/messages/cluster-codes";
export { CODES, failureEffectOf } from "./lifecycle/messages/codes";
export type { LimitState } from "./lifecycle/preview/limits";
export type { Orphans } from "./orphans";
export type { KnownStates } from "./orphans/marked";
export { readStates } from "./orphans/states";
export { type Echo, startEcho } from "./verify/echo";
export { runChecks, type VerifyRun } from "./verify/run";
export { type EchoServers, VERIFY_MARK } from "./verify/verification";

/** Every back end. Verbs loop over this table; a further back end is a folder and a line here. */
export const BACK_ENDS: { readonly [N in BackEndName]: BackEnd } = { avi, octavia, mizar };

/** Target to look at. */
export type OrphanTarget = BackEndName;

/** Name of a back end with load balancers, whose limits can be read. */
export type LimitedBackEnd = Exclude<BackEndName, "mizar">;

const handlersOf = (backEnd: BackEnd) => [...backEnd.handlers, inventoryKind(backEnd), summaryHandler(backEnd)];

/** Every kind of resource; tests, docs and the golden texts of the state go through this table. */
export const KINDS: ReadonlyMap<string, ResourceHandler> = new Map(
  [...Object.values(BACK_ENDS).flatMap(handlersOf), objectStatusKind, objectStatusesKind].map((kind) => [kind.name, kind]),
);

/** Makes a function for the name of a back end of one for the back end itself. */
const byName =
  <Rest extends unknown[], Result>(work: (backEnd: BackEnd, ...rest: Rest) => Result) =>
  (target: OrphanTarget, ...rest: Rest): Result =>
    work(BACK_ENDS[target], ...rest);

/** Finds what carries our mark and is in no given state, with the connection of the environment. */
export const findOrphans = byName(orphansOn);
/** Finds what carries exactly this mark and is in no given state. */
export const findMarked = byName(markedOn);
/** Chooses orphans by `TYPE/NAME` or `TYPE/ID`, in the order in which they can be deleted. */
export const chooseOrphans = byName(chosenOn);
/** Deletes chosen orphans, each after another look at it. */
export const removeOrphans = byName(removedFrom);

/** The limits of the connection of the environment, how much of each is left, and what a plan needs of them. */
export async function findLimits(target: LimitedBackEnd, needs: Needs = {}, env: NodeJS.ProcessEnv = process.env): Promise<LimitState[]> {
  return limitStates((await BACK_ENDS[target].limits?.(configSource(target, undefined, env))) ?? [], needs);
}

/** Opens the server that the environment names for the questions of `k8s-lb verify`; nothing is sent yet. Undefined where there are none. */
export function openVerification(
  target: OrphanTarget,
  place: VerifyPlace,
  env: NodeJS.ProcessEnv = process.env,
): VerifySession | undefined {
  const { verification }: BackEnd = BACK_ENDS[target];
  return verification?.open(configSource(target, undefined, env), place);
}

/** Reads the controller that the environment names, with lists and without a write, and compares. */
export type FindAdoption = (question: AdoptionQuery, env?: NodeJS.ProcessEnv) => Promise<AdoptionReport>;

export const findAdoption: FindAdoption = (question, env) => avi.adoption.report(configSource("avi", undefined, env), question);

/** Reads the project that the environment names, and compares; the naming of a plan of Octavia is the controller whose objects are taken. */
export function findOctaviaAdoption(
  { from, ...question }: Omit<AdoptionQuery, "naming"> & { readonly from: "kuryr" | "occm" },
  env?: NodeJS.ProcessEnv,
): Promise<AdoptionReport> {
  return octavia.adoption.report(configSource("octavia", undefined, env), { ...question, naming: from });
}

/** Deletes on the controller that the environment names what a report lists as left; calls `onSwept` after each object. */
export type Sweep = (
  leftovers: readonly Leftover[],
  question: Pick<AdoptionQuery, "cluster" | "tenant">,
  env?: NodeJS.ProcessEnv,
  onSwept?: (swept: Swept) => void,
) => Promise<Swept[]>;

export const sweep: Sweep = (leftovers, question, env, onSwept) =>
  avi.adoption.sweep(configSource("avi", undefined, env), leftovers, question, onSwept);

/**
 * A kind over a connection of its own, for code beside the engine: it writes as an update of the engine would, and reports only to
 * its caller.
 *
 * @param values configuration, `avi:controller` and the like; the environment fills in what is missing
 * @throws LbError LB2022 for a kind that this release does not know
 */
export function connected(name: string, values: { readonly [key: string]: string | undefined }): DynamicProvider {
  const provider = dynamicProvider(handlerOf(name), { report: () => ({ progress: nowhere, notice: nowhere }) });
  void provider.configure({ config: { get: (key) => values[key] } });
  return provider;
}

const nowhere = () => undefined;

const providers = new Map<string, DynamicProvider>();
const natives = new Map<string, DynamicProvider>();

/**
 * The one door from the state: the text `exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Pool")` is in
 * every resource. `v1` names the form of the state it can read, and stays for ever.
 */
export const v1 = (name: string): DynamicProvider => onceOf(providers, name, () => withRows(dynamicProvider(handlerOf(name))));

/** Provider of a resource for the plugin. It packs nothing: the plugin itself says which element of a list changes. */
export const native = (name: string): DynamicProvider =>
  onceOf(natives, name, () => withRows(dynamicProvider(handlerOf(name), { packs: false })));

function onceOf(made: Map<string, DynamicProvider>, name: string, make: () => DynamicProvider): DynamicProvider {
  const provider = made.get(name) ?? make();
  made.set(name, provider);
  return provider;
}

function handlerOf(name: string): ResourceHandler {
  const kind = KINDS.get(name);
  if (kind) return kind;
  throw failure("LB2022", { message: `this release of pulumi-k8s-lb knows no kind "${name}"` });
}
