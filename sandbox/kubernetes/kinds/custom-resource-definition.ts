// Kind CustomResourceDefinition: adds kinds to the cluster.
import { asArray, asObject, type JsonObject, text } from "../../shared/json";
import { type Behaviour, type Cluster, type KubernetesResource, type ResourceScope, SYSTEM_TENANT } from "../cluster";
import { empty } from "../delete";
import { finalizersOf, isEnding, keyOfObject, labelsOf, listOf, metaOf, nameOf, partOf, timestamp } from "../metadata";
import type { KindSchema } from "../schema/schema";
import { type FieldError, invalid, required, unsupported } from "../status";

/** Resource under which the store keeps CustomResourceDefinitions. */
const DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";
const CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

/** Arktos: one definition in the tenant `system` serves all tenants. */
const SHARING = "arktos.futurewei.com/crd-sharing-policy";

const versionsOf = (object: JsonObject): JsonObject[] => listOf(asObject(object.spec), "versions");
const conditionsOf = (object: JsonObject): JsonObject[] => listOf(asObject(object.status), "conditions");

/** Its kinds are served from the moment it is stored, and go with it. */
export const customResourceDefinition: Behaviour = {
  defaults(object) {
    const spec = partOf(object, "spec");
    const names = partOf(spec, "names");
    names.singular ||= text(names.kind).toLowerCase();
    names.listKind ||= `${text(names.kind)}List`;
    spec.conversion ??= { strategy: "None" };
  },
  prepare(object, old) {
    if (old) return;
    const stored = versionsOf(object).flatMap(({ storage, name }) => (storage === true ? [text(name)] : []));
    object.status = { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: stored.length > 0 ? stored : null };
  },
  validate: (object, old, cluster) => faultsIn(object, old, cluster.arktos),
  stored(object, cluster) {
    if (isEnding(object)) cleanUp(cluster, object);
    else if (conditionsOf(object).length === 0) establish(cluster, object);
    refreshKinds(cluster);
  },
  removed: (_, cluster) => refreshKinds(cluster),
};

/** Finds common faults in a CustomResourceDefinition; Arktos has one scope more. */
function faultsIn(object: JsonObject, old: JsonObject | undefined, arktos: boolean): FieldError[] {
  const { group, names, scope } = asObject(object.spec);
  const isNamed = nameOf(object) === `${text(asObject(names).plural)}.${text(group)}`;
  const scopes = ["Cluster", "Namespaced", ...(arktos ? ["Tenant"] : [])];
  const isMoved = old && asObject(old.spec).scope !== scope;
  return [
    ...(isNamed ? [] : [invalid("metadata.name", nameOf(object), 'must be spec.names.plural+"."+spec.group')]),
    ...(scopes.includes(text(scope)) ? [] : [unsupported("spec.scope", text(scope), scopes)]),
    ...(isMoved ? [invalid("spec.scope", scope, "field is immutable")] : []),
    ...versionsOf(object).flatMap(({ schema }, i) =>
      asObject(schema).openAPIV3Schema === undefined ? [required(`spec.versions[${i}].schema.openAPIV3Schema`)] : [],
    ),
  ];
}

/** Writes the status that the controllers of the real server write a moment later. */
function establish(cluster: Cluster, object: JsonObject): void {
  const condition = (type: string, reason: string, message: string) => ({
    ...{ type, status: "True", lastTransitionTime: timestamp(), reason, message },
  });
  const conditions = [
    condition("NamesAccepted", "NoConflicts", "no conflicts found"),
    condition("Established", "InitialNamesAccepted", "the initial names have been accepted"),
  ];
  const status = { ...asObject(object.status), acceptedNames: asObject(asObject(object.spec).names), conditions };
  const metadata = { ...metaOf(object), finalizers: [...new Set([...finalizersOf(object), CLEANUP])] };
  cluster.store.put(DEFINITIONS, keyOfObject(object), { ...object, metadata, status });
}

/** Deletes the objects of the kind, then the definition. */
function cleanUp(cluster: Cluster, object: JsonObject): void {
  const key = keyOfObject(object);
  const now = () => cluster.store.get(DEFINITIONS, key);
  const isWanted = () => finalizersOf(now() ?? {}).includes(CLEANUP);
  const kinds = () => kindsOf(cluster, object).slice(0, 1);
  empty(cluster, kinds, "", isWanted, () => {
    const last = now() ?? object;
    const finalizers = finalizersOf(last).filter((finalizer) => finalizer !== CLEANUP);
    if (finalizers.length > 0) cluster.store.put(DEFINITIONS, key, { ...last, metadata: { ...metaOf(last), finalizers } });
    else cluster.store.remove(DEFINITIONS, key, last);
    refreshKinds(cluster);
  });
}

/** Makes the kinds of the stored CustomResourceDefinitions known to the registry; to be called whenever one of them has changed. */
export function refreshKinds(cluster: Cluster): void {
  const definitions = cluster.store.list(DEFINITIONS).map(([, definition]) => definition);
  cluster.registry.setCustom(definitions.filter(isEstablished).flatMap((definition) => kindsOf(cluster, definition)));
}

/** One resource per version that is served. */
function kindsOf(cluster: Cluster, definition: JsonObject): KubernetesResource[] {
  const { group, scope } = asObject(definition.spec);
  const { plural, singular, kind, listKind, shortNames, categories } = asObject(asObject(definition.status).acceptedNames);
  return versionsOf(definition)
    .filter(({ served }) => served === true)
    .map(({ name, schema, subresources }) => ({
      ...{ group: text(group), version: text(name), scope: text(scope) as ResourceScope }, // checked when it was made
      ...{ plural: text(plural), singular: text(singular), kind: text(kind), listKind: text(listKind) },
      ...{ shortNames: asArray(shortNames).map(text), categories: asArray(categories).map(text) },
      subresources: asObject(subresources).status === undefined ? [] : ["status"],
      schema: asObject(asObject(schema).openAPIV3Schema) as KindSchema, // the schema of a definition has the form of ours
      custom: { tenant: tenantOf(cluster, definition) },
      ...{ generation: true, returnsDeleted: false },
    }));
}

function tenantOf({ arktos }: Cluster, definition: JsonObject): string | undefined {
  const tenant = text(metaOf(definition).tenant);
  const isShared = tenant === SYSTEM_TENANT && labelsOf(definition)[SHARING] === "forced";
  return arktos && !isShared ? tenant : undefined;
}

const isEstablished = (definition: JsonObject): boolean =>
  !isEnding(definition) && conditionsOf(definition).some(({ type, status }) => type === "Established" && status === "True");
