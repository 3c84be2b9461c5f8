import { isDeepStrictEqual } from "node:util";
import { kindOf } from "../../../kinds";
import type { ResourceInputs } from "../../../kinds/members";
import { OBJECT_STATUS } from "../../../kinds/object-status";
import { OBJECT_STATUSES, OBJECTS } from "../../../kinds/object-statuses";
import { hasSharedLists } from "../../../provider/kubernetes";
import { isRecord } from "../../specs";
import type { RunStep } from "../stack/program";
import { PREFIX } from "../stack/stack-state";
import { hasMembers, membersOf, withMembers } from "../terms/pool-members";
import { withoutKeptCertificates } from "./kept-certificates";

/**
 * Structure waits for review, members (the servers of pools) are written at once. The decision, for each thing that a watch compares:
 * an object of a cluster, the inputs of a resource, a step of a run.
 */

/** Kinds that Pods and nodes change by themselves. Every other kind is structure. */
const MEMBER_KINDS: ReadonlySet<string> = new Set(["Endpoints", "EndpointSlice", "Node", "Pod"]);

/** True if objects of this kind change servers alone. */
export const isMemberKind = (kind: string): boolean => MEMBER_KINDS.has(kind);

/** Structure among the inputs: all but servers and private keys. Of `keep` it holds the listeners that keep their certificates. */
export function structureOf(type: string, inputs: ResourceInputs): ResourceInputs {
  const none = new Map([...membersOf(type, inputs).keys()].map((pool) => [pool, []]));
  const shown = Object.entries(withMembers(type, inputs, none)).filter(([property]) => !HIDDEN.has(property) && !property.startsWith("__"));
  return Object.fromEntries(shown.map(([property, value]) => [property, withoutKeys(value)]));
}

/** Inputs outside the review: a flag for the run that sets it (`adopt`). */
const HIDDEN: ReadonlySet<string> = new Set(["adopt"]);

/** Structure before and after a change, without what is kept after it. */
export const structuresOf = (
  type: string,
  before: { inputs: ResourceInputs; outputs: ResourceInputs },
  after: ResourceInputs,
): [ResourceInputs, ResourceInputs] => withoutKeptCertificates(structureOf(type, before.inputs), structureOf(type, after), before.outputs);

/** Keys of certificates: no program hands them to a watch, and a new key has a new certificate. */
function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([field]) => field !== "key" || value.certificate === undefined);
  return Object.fromEntries(entries.map(([field, inner]) => [field, withoutKeys(inner)]));
}

/** Steps that change nothing. */
const UNCHANGING: ReadonlySet<string> = new Set(["same", "read", "refresh"]);

/** The kind of a resource of ours, by its type in a state or a run. */
const declared = (type: string) => kindOf(type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type);

/** True for a resource that follows from the others, and is none of its own on a load balancer. */
export const isDerived = (type: string): boolean => declared(type)?.object === false;

/** True for a resource at which no person has to look. */
const isUnreviewed = (type: string): boolean => type === "pulumi:pulumi:Stack" || declared(type)?.bookkeeping === true;

/** The steps that would change something. */
export const changesIn = (steps: readonly RunStep[]): RunStep[] => steps.filter(({ op }) => !UNCHANGING.has(op));

/** The steps that change more than servers, and what follows from servers. */
export const structureIn = (steps: readonly RunStep[]): RunStep[] => changesIn(steps).filter(isStructure);

/** Steps with statuses that the watch writes itself. They are never reviewed, also where they are new, and no drift: the watch compares them. */
export function isWrittenStatus(step: RunStep): boolean {
  const groups = apiGroupsIn(step);
  return groups.length > 0 && groups.every(hasSharedLists);
}

/** API groups of the objects of a step that writes statuses; ids of entries are known when their values are not. */
function apiGroupsIn({ type, before, after }: RunStep): string[] {
  const inputs = (after ?? before)?.inputs ?? {};
  if (declared(type) === OBJECT_STATUS) return typeof inputs.apiVersion === "string" ? [inputs.apiVersion] : [];
  return declared(type) === OBJECT_STATUSES ? idsIn(inputs).map((id) => (id.split("/")[0] ?? "").replace(/^[^.]*\.?/, "")) : [];
}

const idsIn = ({ [OBJECTS]: objects }: ResourceInputs): string[] => (isRecord(objects) ? Object.keys(objects).sort() : []);

function isStructure(step: RunStep): boolean {
  const { op, type, before, after } = step;
  if (isUnreviewed(type) || isWrittenStatus(step)) return false;
  if (op !== "update") return true;
  // an address that is written back; a new object that gets one is structure
  if (declared(type) === OBJECT_STATUS) return false;
  if (declared(type) === OBJECT_STATUSES) return !isDeepStrictEqual(idsIn(before?.inputs ?? {}), idsIn(after?.inputs ?? {}));
  if (!before || !after || !type.startsWith(PREFIX)) return true;
  const kind = type.slice(PREFIX.length);
  return !hasMembers(kind, before.inputs, after.inputs) || !isDeepStrictEqual(...structuresOf(kind, before, after.inputs));
}
