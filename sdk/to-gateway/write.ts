// Writes Gateway API manifests for the routing model of a target.

import { addTo } from "../../resources/lists";
import type { Status, VirtualHost } from "../routing";
import { knownAnnotation, pointer, restrictionsIn, restrictionText, type Spec } from "../specs";
import type { GatewayView } from "../targets";
import { InlineSecrets } from "./certificates";
import type { Writing } from "./context";
import { Grants } from "./grants";
import { type HostGroup, writeGroup } from "./group";
import { type Loss, Losses } from "./losses";
import { gatewayManifest, type Manifest } from "./manifests";
import { Names } from "./names";
import { writePassthrough } from "./passthrough";
import { Policies } from "./policies";
import { isReplaced } from "./replaced";

/** Choices of the user. */
export interface ToGatewayOptions {
  /** Namespace of the Gateways; default: that of the objects on a Gateway, `default` where they are from several. */
  gatewayNamespace?: string;
  /** Names that are in use. */
  names?: Names;
}

/** Gateway API instead of Ingresses, Routes and IngressRoutes. */
export interface ToGateway {
  manifests: Manifest[];
  /** Secrets with certificates and keys from the objects themselves, for the listeners. */
  secrets: Manifest[];
  losses: Loss[];
  /** Hosts of the Gateways that forward all connections of a port, by `namespace/name`. */
  connections: ReadonlyMap<string, string>;
}

/**
 * Writes Gateway API for all that a target reads of other kinds: everything of the model is in the manifests or among the losses. Pure.
 *
 * @param statuses outcomes of the specs on the target: nothing is written of objects that it does not serve
 */
export function toGateway(view: GatewayView, statuses: readonly Status[], options: ToGatewayOptions = {}): ToGateway {
  const cx: Writing = {
    view,
    losses: new Losses(),
    names: options.names ?? new Names(),
    grants: new Grants(),
    policies: new Policies(),
    gatewayNamespace: options.gatewayNamespace,
    manifests: [],
  };
  for (const { object, at, message } of view.unconvertible) cx.losses.add(object, at, message);
  for (const { owner } of view.model.subjects) noteAnnotations(cx.losses, owner);
  const secrets = new InlineSecrets();
  const { plain, proxied } = groupsOf(view, cx.losses);
  for (const group of plain) writeGroup(cx, secrets, group);
  const connections = new Map(proxied.flatMap(([name, hosts]) => [...writePassthrough(cx, name, hosts)]));
  noteUnserved(cx.losses, statuses);
  const [controllerName = ""] = view.rules.controllers;
  const manifests = [...cx.manifests, ...cx.policies.manifests(cx.names), ...cx.grants.manifests(cx.names)].sort(byKind);
  return {
    manifests: manifests.length > 0 ? [gatewayManifest("GatewayClass", view.className, undefined, { controllerName }), ...manifests] : [],
    secrets: secrets.all.map(({ manifest }) => manifest),
    losses: cx.losses.all,
    connections,
  };
}

type ProxiedHost = VirtualHost & { tcp: NonNullable<VirtualHost["tcp"]> };

const isProxied = (host: VirtualHost): host is ProxiedHost => host.tcp !== undefined;

/** Names of hosts as a listener has them. */
const HOSTNAME = /^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Hosts by load balancer; a host whose name Gateway API does not allow is lost. */
function groupsOf(view: GatewayView, losses: Losses): { plain: HostGroup[]; proxied: [string, ProxiedHost[]][] } {
  const plain = new Map<string, HostGroup>();
  const proxied = new Map<string, ProxiedHost[]>();
  const hostByKey = new Map<string, VirtualHost>();
  const hostGroup = (name: string) => {
    const group = plain.get(name) ?? { name, hosts: [], defaults: [] };
    plain.set(name, group);
    return group;
  };
  for (const host of view.model.hosts) {
    const name = view.groupOf(host);
    const key = `${name} ${host.fqdn.toLowerCase()}`;
    const twin = hostByKey.get(key);
    const isName = host.fqdn === "*" || (HOSTNAME.test(host.fqdn.toLowerCase()) && host.fqdn.length <= 253);
    if (twin || !isName) {
      const why = twin ? `it is the host ${twin.fqdn} of the same address` : "it is no name of a host in Gateway API";
      for (const part of [...host.routes, ...(host.tcp ? [host.tcp] : [])])
        losses.add(part.owner.ref, part.at ?? "", `${host.fqdn} is not written: ${why}`);
      continue;
    }
    hostByKey.set(key, host);
    if (isProxied(host)) addTo(proxied, name, host);
    else hostGroup(name).hosts.push(host);
  }
  for (const defaultBackend of view.model.defaults) hostGroup(defaultGroup(view, defaultBackend.scope)).defaults.push(defaultBackend);
  return { plain: [...plain.values()], proxied: [...proxied] };
}

/** Group of a default backend: that of the hosts of its scope, else of the scope. */
const defaultGroup = (view: GatewayView, scope: string): string => {
  const beside = view.model.hosts.find((host) => host.scope === scope && !host.tcp);
  return beside ? view.groupOf(beside) : scope;
};

/** Records objects of which the target serves nothing. */
function noteUnserved(losses: Losses, statuses: readonly Status[]): void {
  for (const { object, state, description } of statuses) {
    if (!isReplaced(object) || !["rejected", "skipped", "invalid", "Invalid", "orphaned"].includes(state)) continue;
    losses.add(object, "", `nothing is written for it, as it is not served: ${description}`, "notice");
  }
}

/** Records lost annotations: Gateway API cannot restrict clients, and its Routes do not read annotations of controllers. */
function noteAnnotations(losses: Losses, { ref, meta }: Spec): void {
  if (!isReplaced(ref)) return;
  for (const restriction of restrictionsIn(meta.annotations)) {
    const message = `${restrictionText(restriction)}, and the written manifests do not: everybody may connect`;
    losses.add(ref, pointer("metadata", "annotations", restriction.names[0] ?? ""), message);
  }
  for (const [name, value] of Object.entries(meta.annotations)) {
    const { does, controller } = knownAnnotation(name, value) ?? {};
    if (does !== "routes" || controller === "AKO") continue;
    losses.add(ref, pointer("metadata", "annotations", name), `what the annotation ${name} of ${controller} asks for is not written`);
  }
}

const KINDS = ["Gateway", "ListenerSet", "HTTPRoute", "TLSRoute", "TCPRoute", "ConfigMap", "BackendTLSPolicy", "ReferenceGrant"];

const byKind = (a: Manifest, b: Manifest) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
