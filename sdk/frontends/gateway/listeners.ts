// Schema of the listeners of Gateways and ListenerSets.

import { z } from "zod";
import { type Breach, obeys, type Rule, unique, uniqueNames } from "./checks";
import { secretReference } from "./references";
import { GATEWAY_GROUP, group, hostname, kind, options, portNumber, sectionName, text } from "./words";

/** Label selector of Kubernetes; an empty one selects everything. */
export const labelSelector = z.object({
  matchLabels: z.record(z.string(), z.string()).default({}),
  matchExpressions: z.array(z.object({ key: z.string(), operator: z.string(), values: z.array(z.string()).default([]) })).default([]),
});
/** Conditions for labels, all of which must hold. */
export type LabelSelector = z.output<typeof labelSelector>;

const allowedRoutes = z.object({
  namespaces: z.object({ from: z.enum(["All", "Selector", "Same"]).default("Same"), selector: labelSelector.optional() }).prefault({}),
  /** Empty: the kinds of the protocol. */
  kinds: z
    .array(z.object({ group: group.default(GATEWAY_GROUP), kind }))
    .max(8)
    .default([]),
});

const hasCertificate: Rule<{ mode: string; certificateRefs: readonly unknown[]; options: object }> = (tls) =>
  tls.mode === "Terminate" && tls.certificateRefs.length === 0 && Object.keys(tls.options).length === 0
    ? [{ at: ["certificateRefs"], must: "name a Secret, because the listener terminates TLS" }]
    : [];

const listenerTls = z
  .object({
    mode: z.enum(["Terminate", "Passthrough"]).default("Terminate"),
    certificateRefs: z.array(secretReference).max(64).default([]),
    options,
  })
  .check(obeys(hasCertificate));

// the pattern of the definition, whose second half has no beginning
const PROTOCOL = /^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9]+$/;

/** Fields of a Gateway or ListenerSet that name hosts. */
export const LISTENER_HOSTS = [{ path: "spec.listeners[].hostname" }];

const listener = z.object({
  name: sectionName,
  hostname: hostname.optional(),
  port: portNumber,
  /** HTTP, HTTPS, TLS, TCP, UDP, or a protocol of an implementation. */
  protocol: text("HTTP, HTTPS, TLS, TCP, UDP or a protocol with a domain before it", { max: 255, pattern: PROTOCOL }),
  tls: listenerTls.optional(),
  allowedRoutes: allowedRoutes.prefault({}),
});

/** A listener of a Gateway or ListenerSet. */
export type GatewayListener = z.output<typeof listener>;

const each =
  (rule: (one: GatewayListener) => readonly Breach[]): Rule<readonly GatewayListener[]> =>
  (listeners) =>
    listeners.flatMap((one, i) => rule(one).map(({ at, must }) => ({ at: [i, ...at], must })));

const tlsFitsProtocol = each(({ protocol, tls }) => {
  if (["HTTP", "TCP", "UDP"].includes(protocol) && tls) return [{ at: ["tls"], must: `be absent, because the protocol is ${protocol}` }];
  if (protocol === "HTTPS" && tls?.mode === "Passthrough")
    return [{ at: ["tls", "mode"], must: "be Terminate, because the protocol is HTTPS" }];
  return protocol === "TLS" && !tls ? [{ at: ["tls", "mode"], must: "be Terminate or Passthrough, because the protocol is TLS" }] : [];
});

const hostnameFitsProtocol = each(({ protocol, hostname: name }) =>
  name !== undefined && (protocol === "TCP" || protocol === "UDP")
    ? [{ at: ["hostname"], must: `be absent, because the protocol is ${protocol}` }]
    : [],
);

/** Duplicate listener names are a separate breach. */
const distinctListeners: Rule<readonly GatewayListener[]> = (listeners) =>
  unique(({ port, protocol, hostname: name }: GatewayListener) => `${port} ${protocol} ${name ?? "*"}`)(listeners).map(({ at }) => ({
    at,
    must: "differ from the other listeners in port, protocol or hostname",
  }));

/** `spec.listeners` of a Gateway or ListenerSet. */
export const listeners = z
  .array(listener)
  .min(1)
  .max(64)
  .check(obeys<GatewayListener[]>(tlsFitsProtocol, hostnameFitsProtocol, uniqueNames, distinctListeners));
