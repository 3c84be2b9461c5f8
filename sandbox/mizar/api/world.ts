// The operator's view of the cluster: objects by kind.
import { ApiRefusal, type KubeClient } from "./client";
import { Cache } from "./informer";
import {
  apiVersionOf,
  type KubeObject,
  keyOf,
  type NewObject,
  type ObjectReference,
  objectOf,
  pathOf,
  RESOURCES,
  resourceFor,
  type WatchedKind,
  type WatchedResource,
} from "./kinds";

/** Namespace in which the operator reads and writes Mizar's objects, even if it finds them in another one. */
const OPERATOR_NAMESPACE = "default";

/** Tenant of Mizar's objects on Arktos. */
export const OPERATOR_TENANT = "system";

/** A change of the cluster. */
export type Action = Creation | { patch: ObjectReference; with: object; subresource?: "status" } | { delete: ObjectReference };

interface Creation {
  create: NewObject;
  /** One that is there already is as good. */
  unlessThere?: boolean;
  /** A server without the kind will do. */
  ifServed?: boolean;
}

/** Objects of the cluster, and the calls that change them. */
export class OperatorObjects {
  readonly cache = new Cache();

  constructor(
    private readonly client: KubeClient,
    /** True if the server is Arktos. */
    readonly tenants: boolean,
  ) {}

  /** One of Mizar's own objects, as the operator reads them. */
  own(kind: WatchedKind, name: string): KubeObject | undefined {
    return this.cache.get(kind, keyOf({ metadata: this.place({ kind, name }) }));
  }

  /** Mizar's own objects of a kind that the operator sees as its own, oldest first. */
  owned(kind: WatchedKind): KubeObject[] {
    return this.cache.list(kind).filter(isOwn).sort(byAge);
  }

  /** Mizar's own objects that are provisioned. */
  provisioned(kind: WatchedKind): KubeObject[] {
    return this.owned(kind).filter(({ spec }) => spec.status === "Provisioned");
  }

  find(reference: ObjectReference): KubeObject | undefined {
    return this.cache.get(reference.kind, keyOf({ metadata: this.place(reference) }));
  }

  async act(action: Action): Promise<void> {
    if ("create" in action) {
      return this.create(action.create).catch((error: unknown) => {
        if (!(error instanceof ApiRefusal)) throw error;
        if (!(action.unlessThere && error.reason === "AlreadyExists") && !(action.ifServed && error.status === 404)) throw error;
      });
    }
    if ("delete" in action) return this.delete(action.delete);
    const { kind, ...where } = { kind: action.patch.kind, ...this.place(action.patch) };
    const path = pathOf(RESOURCES[kind], { ...where, subresource: action.subresource });
    this.learn(objectOf(kind, await this.client.mergePatch(path, action.with)));
  }

  private async create(body: NewObject): Promise<void> {
    const resource = resourceFor(body.kind, body.apiVersion);
    const { name, ...where } = this.place({ kind: body.kind, ...body.metadata }, resource);
    // a server without tenants does not know the field
    const { tenant, ...rest } = body.metadata;
    const metadata = { ...rest, name, namespace: where.namespace, ...(where.tenant ? { tenant: where.tenant } : {}) };
    const answer = await this.client.create(pathOf(resource, where), { apiVersion: apiVersionOf(resource), ...body, metadata });
    const made = objectOf(body.kind, answer);
    if (made && resource === RESOURCES[body.kind]) this.cache.put(made);
  }

  private async delete(reference: ObjectReference): Promise<void> {
    const path = pathOf(RESOURCES[reference.kind], this.place(reference));
    try {
      // the real operator asks for orphans, which takes a garbage collector that not every test server has
      await this.client.delete(path);
    } catch (error) {
      if (!(error instanceof ApiRefusal && error.status === 404)) throw error;
    }
  }

  /** An answer is newer than the watch, but never brings back what is gone. */
  private learn(object: KubeObject | undefined): void {
    if (object && this.cache.get(object.kind, keyOf(object))) this.cache.put(object);
  }

  /** Returns name, namespace and tenant of an object. A missing namespace or tenant means the one in which the operator looks. */
  private place(
    { kind, name, namespace, tenant }: ObjectReference,
    resource: WatchedResource = RESOURCES[kind],
  ): { name: string; namespace?: string; tenant?: string } {
    return {
      name,
      ...(resource.namespaced ? { namespace: namespace ?? OPERATOR_NAMESPACE } : {}),
      ...(this.tenants && resource.tenanted ? { tenant: tenant ?? OPERATOR_TENANT } : {}),
    };
  }
}

/** True if the operator finds the object when it looks for its name. */
export const isOwn = ({ metadata: { namespace, tenant } }: KubeObject): boolean =>
  (namespace === undefined || namespace === OPERATOR_NAMESPACE) && (tenant ?? OPERATOR_TENANT) === OPERATOR_TENANT;

/** Older first, then by name. */
function byAge(a: KubeObject, b: KubeObject): number {
  const [createdA, createdB] = [a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? ""];
  return createdA < createdB ? -1 : createdA > createdB ? 1 : a.metadata.name < b.metadata.name ? -1 : 1;
}

/** The reference of an object. */
export const referTo = ({ kind, metadata: { name, namespace, tenant } }: KubeObject): ObjectReference => ({
  kind,
  name,
  namespace,
  tenant,
});
