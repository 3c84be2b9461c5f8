import { asArray, isObject, type JsonObject, sameJson, text } from "../../shared/json";
import { denied, type FieldError, invalid, required } from "../errors/field";
import { finalizersOf, isEnding, metaOf } from "./meta";
import { LABEL_VALUE, labelName, qualifiedName, RULES, type Rule } from "./names";
import type { Resource } from "./resource";

/** What is wrong with the metadata of an object. */
export function metadataFaults(resource: Resource, object: JsonObject, old: JsonObject | undefined): FieldError[] {
  const meta = metaOf(object);
  const own = [...mapFaults(meta), ...finalizerFaults(resource, meta), ...ownerFaults(meta)];
  if (!old) return [...nameFaults(resource, meta), ...own];
  // said by the rules of all kinds, and again by those of the kind
  const changes = changeFaults(meta, metaOf(old));
  return [...changes, ...changes, ...Array.from({ length: resource.custom ? 3 : 4 }, () => own).flat()];
}

function nameFaults(resource: Resource, meta: JsonObject): FieldError[] {
  const name = text(meta.name);
  if (name === "") return [required("metadata.name", "name or generateName is required")];
  return ruleOf(resource)(name).map((why) => invalid("metadata.name", name, why));
}

/** By what a name of a kind has to be; most are subdomains. */
function ruleOf({ kind, group, custom }: Resource): Rule {
  if (custom) return RULES.subdomain;
  if (kind === "Namespace") return RULES.serviceName;
  // the example of Mizar's design is `customerA`
  if (kind === "Tenant") return RULES.segment;
  if (kind === "Service") return RULES.serviceName;
  return group === "rbac.authorization.k8s.io" ? RULES.segment : RULES.subdomain;
}

function mapFaults(meta: JsonObject): FieldError[] {
  const faults: FieldError[] = [];
  for (const [key, value] of Object.entries(isObject(meta.labels) ? meta.labels : {})) {
    faults.push(...qualifiedName(key, "a valid label key").map((why) => invalid("metadata.labels", key, why)));
    if (!LABEL_VALUE.test(text(value)) || text(value).length > 63)
      faults.push(invalid("metadata.labels", text(value), labelName(text(value))));
  }
  for (const key of Object.keys(isObject(meta.annotations) ? meta.annotations : {})) {
    faults.push(...qualifiedName(key.toLowerCase()).map((why) => invalid("metadata.annotations", key, why)));
  }
  return faults;
}

const BUILTIN_FINALIZERS = new Set(["orphan", "foregroundDeletion", "kubernetes"]);

function finalizerFaults({ custom, group }: Resource, meta: JsonObject): FieldError[] {
  return asArray(meta.finalizers).flatMap((finalizer, i) => {
    const name = text(finalizer);
    const faults = qualifiedName(name).map((reason) => invalid("metadata.finalizers", name, reason));
    if (custom || group === "apiextensions.k8s.io" || name.includes("/") || BUILTIN_FINALIZERS.has(name)) return faults;
    const why = "name is neither a standard finalizer name nor is it fully qualified";
    return [...faults, invalid(`metadata.finalizers[${i}]`, name, why)];
  });
}

function ownerFaults(meta: JsonObject): FieldError[] {
  return asArray(meta.ownerReferences)
    .filter(isObject)
    .flatMap((owner, i) =>
      ["apiVersion", "kind", "name", "uid"]
        .filter((field) => text(owner[field]) === "")
        .map((field) => {
          const at = field === "apiVersion" ? "metadata.ownerReferences.apiVersion" : `metadata.ownerReferences.${field}`;
          return field === "apiVersion"
            ? invalid(at, "", "version must not be empty")
            : { ...invalid(at, "", "must not be empty"), index: i };
        }),
    );
}

function changeFaults(meta: JsonObject, before: JsonObject): FieldError[] {
  const faults = ["name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"]
    .filter((field) => !sameJson(meta[field], before[field]))
    .map((field) => invalid(`metadata.${field}`, meta[field], "field is immutable"));
  if (!isEnding({ metadata: before })) return faults;
  const had = new Set(finalizersOf({ metadata: before }));
  const added = finalizersOf({ metadata: meta }).filter((finalizer) => !had.has(finalizer));
  if (added.length === 0) return faults;
  const list = added.sort().map((each) => JSON.stringify(each));
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list.join(", ")}}`;
  return [...faults, denied("metadata.finalizers", why)];
}
