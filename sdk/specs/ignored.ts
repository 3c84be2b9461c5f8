// Reports what is not read: annotations, fields, and kinds.

import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { nearest } from "../../resources/nearest";
import { ownValue } from "../../resources/own-value";
import { diagnose } from "./diagnose";
import { type KnownAnnotation, knownAnnotation } from "./known-annotations";
import { unknownField } from "./misspelt";
import { isUnknown } from "./object";
import { pointer } from "./pointer";
import { lostAnnotation, restrictionsIn } from "./restrictions";

/** AKO annotations of other AKO versions, with their effect. The followed version ignores them, but users may rely on them. */
const AKO_ANNOTATIONS: Readonly<Record<string, string>> = {
  "passthrough.ako.vmware.com/enabled": "TLS would end at the servers; use an OpenShift Route with termination passthrough",
  "ako.vmware.com/enable-shared-vip": "Services would share one address; each has one of its own",
  "ako.vmware.com/load-balancer-ip": "the address would be this one; the address is allocated from the network",
  "aviinfrasetting.ako.vmware.com/name": "networks, service engines and shards would be those of the AviInfraSetting; use settings",
  "ako.vmware.com/l4rule": "the L4Rule would change the virtual service; change it on the controller",
  "ako.vmware.com/application-profile": "the application profile would be this one; it is System-L4-Application",
  "ako.vmware.com/enable-tls": "hosts would be served on TLS with a default certificate; name a Secret in spec.tls",
  "skipnodeport.ako.vmware.com/enabled": "nodes would be chosen otherwise; every selected node is a server",
};
/** The API group of AKO's custom resources. */
export const AKO_GROUP = "ako.vmware.com";

const AKO = /^([^/]+\.)?ako\.vmware\.com\//;

/** A notice for each annotation that is not read; a warning if it restricts clients, changes routing, or belongs to AKO. */
export function ignoredAnnotations(ref: ObjectRef, annotations: Record<string, string>, used: readonly string[] = []): Diagnostic[] {
  const unused = Object.fromEntries(Object.entries(annotations).filter(([name]) => !used.includes(name)));
  const lost = restrictionsIn(unused);
  return Object.entries(unused).flatMap(([name, value]) => {
    const annotation = knownAnnotation(name, value);
    if (annotation?.does === "cosmetic") return [];
    if (annotation?.isDetail && lost.some(({ controller }) => controller === annotation.controller)) return [];
    if (annotation?.does === "restricts")
      return lost.filter(({ names: [first] }) => first === name).map((one) => lostAnnotation(ref, one, slip(name, used)));
    const at = pointer("metadata", "annotations", name);
    const effect = ownValue(AKO_ANNOTATIONS, name);
    if (effect === undefined) return [annotation ? unusedAnnotation(ref, at, name, annotation) : unknownAnnotation(ref, at, name, used)];
    const [otherwise, remedy] = effect.split("; ");
    const message = `the annotation ${name} of AKO is not supported: ${otherwise}`;
    return [diagnose("LB1310", ref, at, message, remedy ? { remedy: `Here ${remedy}.` } : {})];
  });
}

/** Remedy for a name that is similar to a supported one. */
function slip(name: string, used: readonly string[]): { remedy?: string } {
  const meant = nearest(name, used);
  return meant ? { remedy: `Did you mean ${meant}?` } : {};
}

/** An annotation of another controller. */
function unusedAnnotation(ref: ObjectRef, at: string, name: string, { controller, does, unsupported }: KnownAnnotation): Diagnostic {
  if (does !== "routes") return diagnose("LB1007", ref, at, `the annotation ${name} of ${controller} is not used`);
  const { otherwise = "requests are answered as the spec alone has it", remedy = "Remove it, or write what it asks for in the spec." } =
    unsupported ?? {};
  const message = `the annotation ${name} of ${controller} is not used: ${otherwise}`;
  return diagnose("LB1007", ref, at, message, { severity: "warning", remedy });
}

/** An unknown annotation; similar names of supported annotations raise the severity. */
function unknownAnnotation(ref: ObjectRef, at: string, name: string, used: readonly string[]): Diagnostic {
  const isOfAko = AKO.test(name);
  const meant = nearest(name, isOfAko ? [...used, ...Object.keys(AKO_ANNOTATIONS)] : used);
  const remedy = meant ? { remedy: `Did you mean ${meant}?` } : {};
  if (isOfAko) return diagnose("LB1310", ref, at, `unknown AKO annotation ${name}; it is ignored`, remedy);
  return diagnose("LB1007", ref, at, `the annotation ${name} is not used`, meant ? { ...remedy, severity: "warning" } : {});
}

/** A field of the Kubernetes API that is never read; schemas name all such fields, so that misspelt ones are found. */
export const ignoredField = z.unknown().optional();

/** {@link ignoredField} for several fields. */
export function ignoredFieldsOf<N extends string>(...names: readonly N[]): Record<N, typeof ignoredField> {
  return Object.fromEntries(names.map((name) => [name, ignoredField])) as Record<N, typeof ignoredField>;
}

/** ObjectMeta of Kubernetes and Arktos. */
const objectMeta = z.object(
  ignoredFieldsOf(
    ...["name", "generateName", "namespace", "labels", "annotations", "ownerReferences", "finalizers", "managedFields"],
    ...["uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"],
    ...["selfLink", "clusterName", "tenant", "hashKey"],
  ),
);

/**
 * Warnings for fields that neither the schema nor the metadata of an object names, in valid and faulty objects: a misspelt field may be why
 * another is missing.
 */
export function ignoredFieldsIn(ref: ObjectRef, schema: z.core.$ZodType, object: object): Diagnostic[] {
  const warnings: Diagnostic[] = [];
  findIgnored(ref, withMetadata(schema), object, [], warnings);
  return warnings;
}

/** Extended once per kind: extending a schema costs as much as checking several objects. */
const extended = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

function withMetadata(schema: z.core.$ZodType): z.core.$ZodType {
  if (!(schema instanceof z.ZodObject)) return schema;
  const withMeta = extended.get(schema) ?? schema.extend({ apiVersion: ignoredField, kind: ignoredField, metadata: objectMeta });
  extended.set(schema, withMeta);
  return withMeta;
}

/** Warnings for fields of `value` that are not known. */
export function ignoredFields(ref: ObjectRef, value: unknown, knownFields: readonly string[], ...at: (string | number)[]): Diagnostic[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value)
    .filter((name) => !knownFields.includes(name))
    .map((name) => unknownField(ref, [...at, name], value, knownFields));
}

/**
 * Adds a warning for each field that the schema does not name, at any depth; fields below type `unknown` are not checked.
 *
 * @param at path of `value`, the same array during the walk
 */
function findIgnored(ref: ObjectRef, schema: z.core.$ZodType, value: unknown, at: string[], warnings: Diagnostic[]): void {
  if (typeof value !== "object" || value === null || isUnknown(value)) return;
  const { element, fields } = namedBy(schema, Array.isArray(value));
  if (!element && !fields) return;
  for (const place of Object.keys(value)) {
    const fieldSchema = element ?? (fields && Object.hasOwn(fields, place) ? fields[place] : undefined);
    if (!fieldSchema) {
      if (fields) warnings.push(unknownField(ref, [...at, place], value, Object.keys(fields)));
      continue;
    }
    at.push(place);
    findIgnored(ref, fieldSchema, Reflect.get(value, place), at, warnings);
    at.pop();
  }
}

/** Field names of a schema for a list or mapping. */
interface Named {
  element?: z.core.$ZodType;
  fields?: Readonly<Record<string, z.core.$ZodType>>;
}

const inLists = new WeakMap<z.core.$ZodType, Named>();
const inMappings = new WeakMap<z.core.$ZodType, Named>();

/** Cached per schema: unwrapping costs more than checking a field. */
function namedBy(schema: z.core.$ZodType, isList: boolean): Named {
  const cache = isList ? inLists : inMappings;
  const fields = cache.get(schema) ?? namedIn(unwrap(schema, isList), isList);
  cache.set(schema, fields);
  return fields;
}

function namedIn(plain: z.core.$ZodType, isList: boolean): Named {
  if (isList) return plain instanceof z.ZodArray ? { element: plain.element } : {};
  return plain instanceof z.ZodObject ? { fields: plain.shape } : {};
}

/** The schema inside optional, nullable, default, preprocessing and "list or mapping". */
function unwrap(schema: z.core.$ZodType, isList: boolean): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap(), isList);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return unwrap(schema.unwrap(), isList);
  if (schema instanceof z.ZodPreprocess) return unwrap(schema.out, isList);
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options.map((option) => unwrap(option, isList));
  return options.find((option) => option instanceof z.ZodArray === isList) ?? schema;
}

/** Notice about the effect that is missing without an AKO object that is not read. */
export function notReadOfAko(ref: ObjectRef): Diagnostic {
  const { kind } = ref;
  const message = `${kind} of AKO is ignored: ${ownValue(AKO_KINDS, kind) ?? "its fields"} are not applied`;
  return diagnose("LB1311", ref, "", message);
}

/** A kind that is read, in each of its API versions. */
export interface KnownKind {
  kind: string;
  apiVersions: readonly string[];
  /** Its objects request load balancing. */
  asks?: true;
}

/** Effects of AKO objects that the followed version does not have (ako.md 4.1). */
const AKO_KINDS: Readonly<Record<string, string>> = {
  HostRule: "certificates, policies and profiles of a host",
  HTTPRule: "algorithms, monitors and TLS to the servers of a path",
  AviInfraSetting: "networks, service engines and shards",
  L4Rule: "properties of the virtual service of a Service",
  L7Rule: "properties of the virtual service of a host",
  SSORule: "single sign-on rules of a host",
};

/** API groups of other load balancing objects: Gateway API, and Contour's HTTPProxy. */
const ROUTES_OF_OTHERS: readonly string[] = ["gateway.networking.k8s.io", "projectcontour.io"];

/**
 * Diagnostic of an object that is not read. A misspelt kind, group or version is an error, because the objects made from it would be
 * deleted. An object of AKO or Gateway API is a warning, because its author expects an effect, and so is a misspelt kind and group. All
 * others are notices.
 *
 * @param by the reader, if it does not read every kind of load balancing
 */
export function ignoredObject(ref: ObjectRef, knownKinds: readonly KnownKind[], by?: string): Diagnostic {
  const { apiVersion, kind } = ref;
  const group = apiGroup(apiVersion);
  if (!by && group.endsWith(AKO_GROUP)) return notReadOfAko(ref);
  const message = `${apiVersion} ${kind} is not read${by ? ` by ${by}` : " for load balancing"}`;
  const isOurs = knownKinds.some(({ asks, apiVersions }) => asks && apiVersions.some((one) => apiGroup(one) === group));
  if (!by && ROUTES_OF_OTHERS.includes(group) && !isOurs)
    return diagnose("LB1005", ref, "", message, { severity: "warning", remedy: "Write an Ingress." });
  const versions = knownKinds.filter((one) => one.kind === kind).flatMap(({ apiVersions }) => apiVersions);
  if (versions.length > 0) {
    // without a dot it is a group of Kubernetes itself, which has no other kind of this name
    const slip = !group.includes(".") || nearest(group, versions.map(apiGroup)) !== undefined;
    if (!slip) return diagnose("LB1005", ref, "", message);
    const remedy = `Use ${versions.join(" or ")}.`;
    return diagnose("LB1005", ref, "/apiVersion", `${message}: the API version is not known`, { severity: "error", remedy });
  }
  const meant = nearest(kind, [...new Set(knownKinds.map((one) => one.kind))]);
  const groups = knownKinds.filter((one) => one.kind === meant).flatMap(({ apiVersions }) => apiVersions.map(apiGroup));
  // in a group of others it is no slip
  if (meant === undefined || (group.includes(".") && nearest(group, groups) === undefined)) return diagnose("LB1005", ref, "", message);
  const severity = groups.includes(group) ? "error" : "warning";
  return diagnose("LB1005", ref, "/kind", message, { severity, remedy: `Did you mean ${meant}?` });
}

const apiGroup = (apiVersion: string): string => apiVersion.split("/")[0] ?? "";
