import { z } from "zod";
import type { Json } from "../json";

/** Any value: Mizar's kinds have no schema, and a Pod has the whole one of Kubernetes. */
export const anything = z.custom<Json>();

/** The fields that a schema names, without the others that it lets pass. */
export type Listed<T> = { [F in keyof T as string extends F ? never : F]: T[F] };

const metadata = z
  .object({
    name: z.string().min(1),
    /** @default "default" */
    namespace: z.string().optional(),
    /** Tenant of Arktos. @default that of the configuration (`mizar:tenant`); for Vpc and Subnet `system` */
    tenant: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  })
  .catchall(anything);

/** Labels, annotations and identity of a Kubernetes object. */
export interface ObjectMeta extends Listed<z.infer<typeof metadata>> {}

/** Inputs that all kinds of objects have. */
export const objectFields = {
  /**
   * Mark by which the object is known as ours, e.g. `pulumi-k8s-lb:my-project/dev/mizar/my-cluster`; it stands in the annotation
   * `pulumi-k8s-lb/owner`.
   */
  owner: z.string().min(1),
  /**
   * Take over an object that exists under this name and carries another mark, or none.
   * @default false
   */
  adopt: z.boolean().optional(),
  /** Name, namespace, labels, annotations. Labels and annotations that others write are left alone. */
  metadata,
  /**
   * Seconds to wait for the operator.
   * @default `mizar:provisionTimeout`, else 300
   */
  provisionTimeout: z.number().min(0).optional(),
  /**
   * Seconds to wait until a deleted object is gone.
   * @default `mizar:deleteTimeout`, else 120
   */
  deleteTimeout: z.number().min(0).optional(),
  /**
   * When a deleted object is not gone after `deleteTimeout`, take the finalizer of Mizar or Arktos away, and say what stays behind. The
   * state must know it before the delete: set it, run `pulumi up`, then delete.
   * @default false
   */
  forceFinalizerRemoval: z.boolean().optional(),
};

/** The inputs of any kind of object. */
export const objectSchema = z.object({
  ...objectFields,
  spec: z.record(z.string(), anything),
  /** What state a create waits for, where the kind leaves a choice. */
  waitFor: z.string().optional(),
});

/** A count; people also write it as text. */
export const count = z.custom<number>((value) => /^\d+$/.test(String(value)), "a whole number is expected");
