// Schemas of references between objects of Gateway API.

import { z } from "zod";
import { mayBeUnknown } from "../../specs";
import { distinctSections, obeys, type Rule } from "./checks";
import { GATEWAY_GROUP, group, kind, namespace, objectName, portNumber, sectionName } from "./words";

/** An object of the same namespace, of any kind. */
export const localReference = z.object({ group, kind, name: objectName });

/** An object of any namespace and kind; default: the namespace of the referring object. */
export const objectReference = z.object({ group, kind, name: objectName, namespace: namespace.optional() });
/** Group, kind, name and namespace of an object. */
export type ObjectReference = z.output<typeof objectReference>;

/** A certificate; by default a Secret. */
export const secretReference = z.object({
  group: group.default(""),
  kind: kind.default("Secret"),
  name: objectName,
  namespace: namespace.optional(),
});
/** Reference of a listener or Gateway to its certificate. */
export type SecretReference = z.output<typeof secretReference>;

const parentReference = z.object({
  group: group.default(GATEWAY_GROUP),
  kind: kind.default("Gateway"),
  namespace: namespace.optional(),
  name: objectName,
  sectionName: sectionName.optional(),
  port: portNumber.optional(),
});

/** The parent of a Route as an API server stores it: group and kind are filled in, and the namespace only if written. Statuses copy it. */
export type ParentReference = z.output<typeof parentReference>;

/** `spec.parentRefs` of every Route. */
export const parentReferences = z
  .array(parentReference)
  .max(32)
  .check(obeys(distinctSections((ref: ParentReference) => [ref.group, ref.kind, ref.namespace ?? "", ref.name].join("/"))))
  .default([]);

/** `spec.parentRef` of a ListenerSet. */
export const gatewayReference = z.object({
  group: group.default(GATEWAY_GROUP),
  kind: kind.default("Gateway"),
  name: objectName,
  namespace: namespace.optional(),
});

const target = {
  group: group.default(""),
  kind: kind.default("Service"),
  name: objectName,
  namespace: namespace.optional(),
  port: mayBeUnknown(portNumber).optional(),
};

const hasPort: Rule<{ group: string; kind: string; port?: unknown }> = (ref) =>
  ref.group === "" && ref.kind === "Service" && ref.port === undefined
    ? [{ at: ["port"], must: "be the port of a Service, between 1 and 65535" }]
    : [];

/** A backend without a weight: that of a mirror. */
export const unweightedBackend = z.object(target).check(obeys(hasPort));

/** Fields of a weighted backend, to which HTTPRoute and GRPCRoute add filters. */
export const backendFields = { ...target, weight: z.number().int().min(0).max(1_000_000).default(1) };

/** Rule for backends of any Route: a Service needs a port. */
export const backendRule = obeys(hasPort);

const backendReference = z.object(backendFields).check(backendRule);

/** A weighted backend. Its port is unknown in a preview if another resource sets it. */
export type BackendReference = z.output<typeof backendReference>;

/** Backends of the only rule of a TLSRoute, TCPRoute or UDPRoute. */
export const backendReferences = z.array(backendReference).min(1).max(16);
