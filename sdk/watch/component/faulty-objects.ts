// Finds objects whose faults would take away what is served, so that watch holds their last known good version.

import { describeFault, describeObject, type ObjectRef } from "../../../resources/diagnostic";
import { faultsIn, misspeltIn } from "../../plan";
import { isFatal, isRecord, type RawObject, type SpecSet } from "../../specs";
import type { TranslateComponent } from "../terms/translated-component";
import { type UnservedObject, unservedObjects } from "./unserved-objects";

/** Faults in the current specs, by object: `Ingress shop/web`. */
export interface FaultyObjects {
  /** For these the program stops before it has a plan. */
  fatal: Readonly<Record<string, string>>;
  /** For these a part of the object is not planned. */
  partial: Readonly<Record<string, string>>;
  /** These have a field that is nearly named as a known one. */
  misspelt: Readonly<Record<string, string>>;
  /** These would send requests to a new pool without servers. */
  unserved: ReadonlyMap<string, UnservedObject>;
}

/** @param existing pools of the last run */
export function faultyObjects(translate: TranslateComponent, specs: SpecSet, existing: ReadonlySet<string> | undefined): FaultyObjects {
  const fatal = specs.diagnostics.filter(isFatal).map((one) => [describeObject(one.object), describeFault(one)] as const);
  const { statuses, facts } = translate(specs);
  const slips = Object.entries(misspeltIn({ statuses, diagnostics: specs.diagnostics })).flatMap(([name, { own }]) =>
    own.slice(0, 1).map((slip) => [name, slip]),
  );
  return {
    ...{ fatal: Object.fromEntries(fatal.reverse()), partial: faultsIn(statuses), misspelt: Object.fromEntries(slips) },
    unserved: unservedObjects(facts, existing),
  };
}

/** An object that may be held. */
export interface CandidateObject {
  key: string;
  ref: ObjectRef;
  /** An earlier version was reviewed. */
  known: boolean;
  /** It is new, or another than the one that was reviewed. */
  isChanged: boolean;
}

/** An object that is held, with the fault, and the object that has it. */
export interface ObjectFault {
  ref: ObjectRef;
  because: string;
  blamed: string;
}

/**
 * Objects whose last known good versions stay: those with a fault, else the Services beside them. An object without an earlier version
 * serves nothing yet; it is left out if it would stop the program, or while it waits for servers.
 */
export function faultsToHold(
  objects: readonly CandidateObject[],
  { fatal, partial, misspelt, unserved }: FaultyObjects,
): Map<string, ObjectFault> {
  const faulty = objects.flatMap(({ key, ref, known, isChanged }) => {
    const blamed = describeObject(ref);
    const because =
      fatal[blamed] ??
      (known ? partial[blamed] : undefined) ??
      (isChanged ? (unserved.get(blamed)?.because ?? (known ? misspelt[blamed] : undefined)) : undefined);
    return because === undefined ? [] : [[key, { ref, because, blamed }] as const];
  });
  if (faulty.length > 0) return new Map(faulty);
  const faults = [...Object.entries(partial), ...[...unserved].map(([name, { because }]) => [name, because] as const)];
  const beside = objects.filter(({ ref, known }) => known && ref.kind === "Service");
  return new Map(
    beside.flatMap(({ key, ref }) => {
      const [blamed, because] = faults.find(([name]) => namespaceOf(name) === ref.namespace) ?? [];
      return blamed === undefined || because === undefined ? [] : [[key, { ref, because, blamed }] as const];
    }),
  );
}

/** Of `Ingress shop/web`. */
const namespaceOf = (name: string): string => name.split(" ").at(-1)?.split("/").at(-2) ?? "";

/**
 * The version that was reviewed, for the program. A Route has the generation of today: its status says of this generation that an earlier
 * version of the Route is served.
 */
export function lastKnownGoodValue({ value }: RawObject, now: RawObject | undefined): unknown {
  const [old, current] = [metadataOf(value), metadataOf(now?.value)];
  if (!isRecord(value) || !isGatewayRoute(value) || current?.generation === undefined) return value;
  return { ...value, metadata: { ...old, generation: current.generation } };
}

const metadataOf = (value: unknown): Record<string, unknown> | undefined =>
  isRecord(value) && isRecord(value.metadata) ? value.metadata : undefined;

const isGatewayRoute = ({ apiVersion, kind }: Record<string, unknown>): boolean =>
  String(apiVersion).startsWith("gateway.networking.k8s.io/") && String(kind).endsWith("Route");
