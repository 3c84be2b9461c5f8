// Replaces faulty objects by the last version that worked, as `k8s-lb watch --apply all` does.

import { createConnection } from "node:net";
import { type Diagnostic, describeObject, type ObjectRef } from "../../resources/diagnostic";
import { diagnose, isRecord, keyOf, type RawObject } from "../specs";

/** An object that `k8s-lb watch --apply all` holds at its last known good version: the version that it has now would take away what is served. */
export interface LastKnownGood {
  /** The object, with its cluster as source. */
  object: ObjectRef;
  /** Fault of the version that it has now. */
  because: string;
  /** The version of the last completed run. Absent: there is none, and the object is left out. */
  value?: unknown;
}

/** The message with which a program asks the watch for the objects that it holds. */
export const ASKS_LAST_KNOWN_GOOD = "held";

/** The objects that the watch at this socket holds; none where a program runs without a watch, or below one that holds none. */
export function lastKnownGoodFrom(socket: string | undefined): Promise<LastKnownGood[]> {
  if (!socket) return Promise.resolve([]);
  return new Promise((done, failed) => {
    let text = "";
    const connection = createConnection(socket, () => connection.end(JSON.stringify({ asks: ASKS_LAST_KNOWN_GOOD })));
    connection.setEncoding("utf8");
    connection.on("data", (chunk) => {
      text += String(chunk);
    });
    connection.once("error", failed);
    // a watch of another release answers nothing
    connection.once("close", () => done(text === "" ? [] : JSON.parse(text)));
  });
}

/** Replaces the objects that were read by their held versions, and reports each. */
export function withLastKnownGood(
  objects: readonly RawObject[],
  held: readonly LastKnownGood[],
): { objects: readonly RawObject[]; diagnostics: Diagnostic[] } {
  if (held.length === 0) return { objects, diagnostics: [] };
  const byKey = new Map(held.map((one) => [keyOfRef(one.object), one]));
  const diagnostics: Diagnostic[] = [];
  const used = objects.flatMap((raw): RawObject[] => {
    const replacement = byKey.get(keyOfRaw(raw));
    if (!replacement) return [raw];
    diagnostics.push(lastKnownGoodDiagnostic(replacement));
    return replacement.value === undefined ? [] : [{ ...raw, value: replacement.value }];
  });
  return { objects: used, diagnostics };
}

/** A held object without its contents. */
export interface LastKnownGoodReport extends Omit<LastKnownGood, "value"> {
  /** False if there is no earlier version. */
  known: boolean;
}

export const lastKnownGoodReports = (held: readonly LastKnownGood[]): LastKnownGoodReport[] =>
  held.map(({ value, ...report }) => ({ ...report, known: value !== undefined }));

/** `Ingress shop/web is held at its last known good version, ...: ...`. */
export const lastKnownGoodText = (held: LastKnownGoodReport): string => `${describeObject(held.object)} ${outcomeOf(held)}`;

const lastKnownGoodDiagnostic = ({ value, ...held }: LastKnownGood): Diagnostic =>
  diagnose("LB1122", held.object, "", `the object ${outcomeOf({ ...held, known: value !== undefined })}`);

const outcomeOf = ({ known, because }: LastKnownGoodReport): string =>
  `${known ? "is held at its last known good version" : "is left out"}, all other objects are applied: ${because}`;

const keyOfRef = ({ apiVersion, kind, namespace, name, source }: ObjectRef): string =>
  [apiVersion, kind, keyOf({ namespace, name }), source?.file ?? ""].join(" ");

function keyOfRaw({ value, source }: RawObject): string {
  const { apiVersion, kind, metadata } = isRecord(value) ? value : {};
  const { namespace, name } = isRecord(metadata) ? metadata : {};
  return [String(apiVersion), String(kind), keyOf({ namespace: String(namespace ?? ""), name: String(name) }), source?.file ?? ""].join(
    " ",
  );
}
