import { asObject, isObject, type JsonObject, text } from "../../shared/json";
import { apiVersionOf, type Kind, RESOURCES } from "./resources";

/** An object of the API server. */
export interface KubeObject {
  apiVersion: string;
  kind: Kind;
  metadata: {
    name: string;
    namespace?: string;
    tenant?: string;
    uid?: string;
    resourceVersion?: string;
    creationTimestamp?: string;
    deletionTimestamp?: string;
    finalizers?: string[];
    labels?: { [name: string]: string };
    annotations?: { [name: string]: string };
  };
  spec: JsonObject;
  status: JsonObject;
  [field: string]: unknown;
}

/** What the server sent as an object of that kind; items of lists come without kind, some kinds without spec or status. */
export function objectOf(kind: Kind, value: unknown): KubeObject | undefined {
  if (!isObject(value) || !isObject(value.metadata) || typeof value.metadata.name !== "string") return undefined;
  const body = value as unknown as Partial<KubeObject> & Pick<KubeObject, "metadata">;
  return { ...body, apiVersion: apiVersionOf(RESOURCES[kind]), kind, spec: asObject(body.spec), status: asObject(body.status) };
}

/** A body to be created. */
export interface NewObject {
  kind: Kind;
  /** Where it is not the one that the operator knows. */
  apiVersion?: string;
  metadata: {
    name: string;
    namespace?: string;
    tenant?: string;
    labels?: { [name: string]: string };
    annotations?: { [name: string]: string };
    finalizers?: string[];
  };
  [field: string]: unknown;
}

/** The identity of an object within its kind. */
export const keyOf = ({ metadata: { tenant = "", namespace = "", name } }: Pick<KubeObject, "metadata">): string =>
  `${tenant}/${namespace}/${name}`;

/** A field of the spec as text; absent is empty. */
export const specText = (object: Pick<KubeObject, "spec">, field: string): string => text(object.spec[field]);

export const annotationOf = (object: Pick<KubeObject, "metadata">, name: string): string | undefined => object.metadata.annotations?.[name];
