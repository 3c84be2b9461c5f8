// Types of a kind of Mizar: its declaration, and one operation on its objects.

import type { z } from "zod";
import type { Kind } from "../../resources/kind";
import type { objectSchema } from "../../resources/mizar/objects";
import type { KubernetesClient, KubernetesObject, ObjectKey, ResourceType } from "../kubernetes/types";
import type { Operation } from "../lifecycle/adapter";
import type { Properties } from "../lifecycle/bodies/json";
import type { UndeclaredFields } from "../lifecycle/bodies/undeclared-fields";
import type { InputFault, Known, UnknownAt } from "../lifecycle/check";
import type { SharedListings } from "../lifecycle/shared-listings";

export type ObjectInputs = z.infer<typeof objectSchema>;

/** Content of the state of an object besides the inputs. */
export interface ObjectState {
  /** One of ours whose mark somebody wiped is known by it. */
  uid?: string;
  /** The count that was declared last. */
  counted?: number;
  /** Fields that no one declares and that are not the default, as last seen. */
  others?: UndeclaredFields;
}

/** An object and what the operator has made of it. */
export interface View {
  object: KubernetesObject;
  /** Mizar's endpoint of a Pod or Service, as far as it is there. */
  endpoint?: KubernetesObject;
}

/** One operation on one object: where it is, and how long things may take. */
export interface ObjectJob extends Operation<ObjectInputs, View, ObjectState> {
  readonly kind: ObjectKind;
  readonly client: KubernetesClient;
  readonly key: ObjectKey;
  /** `Vpc default/vpc-1`, for messages. */
  readonly title: string;
  /** Milliseconds. */
  readonly waits: { readonly provisionMs: number; readonly deleteMs: number; readonly intervalMs: number };
  /** True if the server keeps tenants apart by path. */
  readonly tenants: boolean;
  /** As it was before an update. */
  found?: KubernetesObject;
  /** The lists that reads of one phase share. */
  readonly listings: SharedListings<Map<string, KubernetesObject>>;
}

/** The declaration of one kind of Kubernetes object; everything else is the same for all kinds. */
export interface ObjectKind<S extends z.ZodType<ObjectInputs> = z.ZodType<ObjectInputs>> {
  readonly kind: Kind<S>;
  readonly type: ResourceType;
  /** Tenant of an object that names none: Mizar keeps its own objects in `system`, others are in the user's. */
  readonly tenant: "system" | "configured";
  /** True where others add elements to the lists of the object: sidecars, tokens, tolerations. */
  readonly lenient?: boolean;
  /** Faults of a declaration that can never work, beyond those of the schema. */
  rules?(inputs: Known<z.output<S>>, unknownAt: UnknownAt): InputFault[];
  /** Looks for what the operator makes beside the object. */
  endpointOf?(job: ObjectJob, object: KubernetesObject, fresh: boolean): Promise<KubernetesObject | undefined>;
  /** State that the object still waits for; undefined if it is as it should be. */
  pending(view: View, inputs: ObjectInputs): string | undefined;
  /** Reason why the object never gets there, if it is known. */
  failed?(view: View): string | undefined;
  /** Outputs besides the inputs. */
  outputs(view: View): Properties;
  /** Objects that would be cut off if the object were deleted: while there are any, it stays. Undefined if the user may not look. */
  inside?(cluster: Pick<ObjectJob, "client" | "tenants">, object: KubernetesObject): Promise<string[] | undefined>;
  /** Objects that keep this one from going; called when the bound is reached. */
  holding?(job: ObjectJob, object: KubernetesObject): Promise<string>;
  /** Objects that stay behind when its finalizer is removed. */
  leftBehind?(job: ObjectJob, object: KubernetesObject): Promise<string[]>;
}
