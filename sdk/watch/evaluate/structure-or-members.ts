// Decides whether a change is structure, which waits for review, or members (servers of pools), which are written at once: for an object of a
// cluster, the inputs of a resource and a step of a run.

import { isDeepStrictEqual } from "node:util";
import { ownTypeIn } from "../../../resources";
import type { ResourceInputs } from "../../../resources/members";
import { OBJECT_STATUS } from "../../../resources/object-status";
import { OBJECT_STATUSES } from "../../../resources/object-statuses";
import { isRecord } from "../../specs";
import type { RunStep } from "../stack/program";
import { kindInState } from "../stack/stack-state";
import { isWrittenStatus, objectIdsIn } from "../status/written-status";
import { hasMembers, membersOf, withMembers } from "../terms/pool-members";
import { withoutPreservedCertificates } from "./preserved-certificates";

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
): [ResourceInputs, ResourceInputs] =>
  withoutPreservedCertificates(structureOf(type, before.inputs), structureOf(type, after), before.outputs);

/** Keys of certificates: no program hands them to a watch, and a new key has a new certificate. */
function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([field]) => field !== "key" || value.certificate === undefined);
  return Object.fromEntries(entries.map(([field, inner]) => [field, withoutKeys(inner)]));
}

/** Steps that change nothing. */
const UNCHANGING: ReadonlySet<string> = new Set(["same", "read", "refresh"]);

/** True for a resource that follows from the others, and is none of its own on a load balancer. */
export const isDerived = (type: string): boolean => kindInState(type)?.object === false;

/** True for a resource at which no person has to look. */
const isUnreviewed = (type: string): boolean => type === "pulumi:pulumi:Stack" || kindInState(type)?.bookkeeping === true;

/** The steps that would change something. */
export const changesIn = (steps: readonly RunStep[]): RunStep[] => steps.filter(({ op }) => !UNCHANGING.has(op));

/** The steps that change more than servers, and what follows from servers. */
export const structureIn = (steps: readonly RunStep[]): RunStep[] => changesIn(steps).filter(isStructure);

function isStructure(step: RunStep): boolean {
  const { op, type, before, after } = step;
  if (isUnreviewed(type) || isWrittenStatus(step)) return false;
  if (op !== "update") return true;
  // an address that is written back; a new object that gets one is structure
  if (kindInState(type) === OBJECT_STATUS) return false;
  if (kindInState(type) === OBJECT_STATUSES) return !isDeepStrictEqual(objectIdsIn(before?.inputs ?? {}), objectIdsIn(after?.inputs ?? {}));
  const kind = ownTypeIn(type);
  if (!before || !after || kind === undefined) return true;
  return !hasMembers(kind, before.inputs, after.inputs) || !isDeepStrictEqual(...structuresOf(kind, before, after.inputs));
}
