import type { Json } from "../../../kinds/json";
import type { Bag } from "../../lifecycle/kind";
import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import type { ObjectKind } from "./table";

/** The inputs of one resource, typed; what check has let through. */
export interface Inputs {
  owner: string;
  adopt: boolean;
  name: string;
  namespace?: string;
  tenant?: string;
  /** Labels, annotations and spec: all that is compared and written. */
  fields: JsonObject;
  /** Until what state a create waits, where the kind leaves a choice. */
  waitFor?: string;
  /** Seconds; undefined: those of the configuration. */
  provisionTimeout?: number;
  deleteTimeout?: number;
  forceFinalizerRemoval: boolean;
}

/** Properties that a program sets. */
const PROPERTIES = ["owner", "adopt", "metadata", "spec", "waitFor", "provisionTimeout", "deleteTimeout", "forceFinalizerRemoval"] as const;

export function inputsOf(kind: ObjectKind, bag: Bag): Inputs {
  const metadata = isObject(bag.metadata) ? bag.metadata : {};
  return {
    owner: textOf(bag.owner) ?? "",
    adopt: bag.adopt === true,
    name: textOf(metadata.name) ?? "",
    namespace: textOf(metadata.namespace),
    tenant: textOf(metadata.tenant),
    fields: fieldsOf(kind, bag),
    waitFor: textOf(bag.waitFor),
    provisionTimeout: amountOf(bag.provisionTimeout),
    deleteTimeout: amountOf(bag.deleteTimeout),
    forceFinalizerRemoval: bag.forceFinalizerRemoval === true,
  };
}

/** What of an object is compared and written: labels, annotations, and the spec without what the operator writes there. */
export function fieldsOf(kind: ObjectKind, bag: { metadata?: unknown; spec?: unknown }): JsonObject {
  const { labels, annotations } = isObject(bag.metadata) ? bag.metadata : {};
  const spec = isObject(bag.spec)
    ? Object.fromEntries(Object.entries(bag.spec).filter(([field]) => !kind.computed.includes(field)))
    : (bag.spec as Json | undefined);
  const metadata = present({ labels, annotations });
  return present({ metadata, spec });
}

/** The inputs of a bag that also holds outputs. */
export function declaredIn(bag: Bag): Bag {
  return Object.fromEntries(PROPERTIES.map((key) => [key, bag[key]]));
}

/** The way back: inputs with other labels, annotations and spec. */
export function withFields(bag: Bag, fields: JsonObject): Bag {
  const { labels: _labels, annotations: _annotations, ...identity } = isObject(bag.metadata) ? bag.metadata : {};
  return { ...declaredIn(bag), metadata: { ...identity, ...(isObject(fields.metadata) ? fields.metadata : {}) }, spec: fields.spec };
}

function present(bag: { [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(bag).filter((entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== null));
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function amountOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}
