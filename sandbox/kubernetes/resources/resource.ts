import type { JsonObject } from "../../shared/json";
import type { Cluster } from "../cluster";
import type { FieldError } from "../errors/field";
import type { Schema } from "../schema/schema";

export type Scope = "Cluster" | "Namespaced" | "Tenant";

/** What a kind does beyond what all kinds do; called in this order when an object is written. */
export interface Behaviour {
  /** Told with every answer about the kind. */
  deprecated?: string;
  /** Values of fields that the writer left out. */
  defaults?(object: JsonObject, cluster: Cluster): void;
  /** What the server decides: addresses, fields that cannot be set this way. `old` is absent at creation. */
  prepare?(object: JsonObject, old: JsonObject | undefined, cluster: Cluster): void;
  validate?(object: JsonObject, old: JsonObject | undefined, cluster: Cluster): FieldError[];
  /** What is given to an object that is known to be good: addresses, ports. */
  complete?(object: JsonObject, cluster: Cluster): void;
  /** Texts for people about an object that is taken all the same. */
  warnings?(object: JsonObject): string[];
  /** Seconds an object has to end by default; absent where deletion is at once. */
  gracePeriod?(object: JsonObject): number;
  /** Something besides finalizers in its metadata keeps an object that is to go. */
  holds?(object: JsonObject): boolean;
  /** How an object that is to go looks. */
  ending?(object: JsonObject): JsonObject;
  /** After it has been stored. */
  stored?(object: JsonObject, cluster: Cluster): void;
  /** After it has gone. */
  removed?(object: JsonObject, cluster: Cluster): void;
}

/** One kind in one version, as the API serves it. */
export interface Resource extends Behaviour {
  group: string;
  version: string;
  plural: string;
  singular: string;
  kind: string;
  listKind: string;
  scope: Scope;
  shortNames: string[];
  categories: string[];
  /** `status`, `scale`, `finalize`, ... */
  subresources: string[];
  /** The methods on the resource itself, in the words of discovery. */
  verbs: string[];
  schema: Schema;
  /** Comes from a CustomResourceDefinition. */
  custom?: CustomPart;
  /** `metadata.generation` counts changes of everything but metadata and status. */
  generation: boolean;
  /** An update without a resourceVersion is taken. */
  unconditionalUpdate: boolean;
  createOnUpdate: boolean;
  /** A deletion answers with the object in place of a Status. */
  returnsDeleted: boolean;
}

/** What only kinds of a CustomResourceDefinition have. */
export interface CustomPart {
  definitionUid: string;
  columns: { name: string; type: string; jsonPath: string; format?: string; priority?: number; description?: string }[];
  selectableFields: string[];
  scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
  /** Arktos: the tenant that has the definition; undefined when it serves all of them. */
  tenant?: string;
}

export const STANDARD_VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/** Where the objects of a resource are kept: the same for all its versions. */
export const storageOf = ({ plural, group }: Pick<Resource, "plural" | "group">): string => (group ? `${plural}.${group}` : plural);

export const apiVersionOf = ({ group, version }: Pick<Resource, "group" | "version">): string => (group ? `${group}/${version}` : version);
