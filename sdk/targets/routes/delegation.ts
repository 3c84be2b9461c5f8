// Draws the delegation of IngressRoutes as a graph.

import { type IngressRoute, type IngressRouteService, ingressRouteReader } from "../../frontends";
import { Faults, type GraphOptions } from "../../graph/faults";
import { type Graph, GraphBuilder, type GraphState, only } from "../../graph/model";
import { shares } from "../../graph/shares";
import type { Status } from "../../routing";
import { keyOf, objectsOf, ownerNames, type SpecSet } from "../../specs";
import { translateToRoutes } from "./translate";

export interface DelegationOptions extends GraphOptions {
  /** As for `translateToRoutes`: `rootNamespaces`, `ingressClass`. Their faults are in the notes. */
  settings?: Readonly<Record<string, unknown>>;
}

/** State in the picture of each state of an object. */
const STATES: { readonly [state in Status["state"]]?: GraphState } = { valid: "ok", orphaned: "orphan" };

/**
 * Graph of delegations and their prefixes: hosts, the roots that own them, the IngressRoutes they lead to, and the Services at the end,
 * with namespaces as groups. Every IngressRoute of our class is one node, also when nothing leads to it; faults carry their reason. Pure,
 * never throws on faulty specs.
 *
 * @example
 * ```ts
 * import { delegationGraph, parseManifests, readSpecs, toSvg } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: v1\nkind: Service\nmetadata: { name: web }", "web.yaml");
 * console.log(toSvg(delegationGraph(readSpecs(objects, diagnostics), { settings: { rootNamespaces: ["roots"] } })));
 * ```
 */
export function delegationGraph(specs: SpecSet, { settings = {}, hosts, ...sources }: DelegationOptions = {}): Graph {
  const { statuses, diagnostics } = translateToRoutes(specs, { settings });
  const judged = new Map(statuses.filter(({ object }) => object.kind === "IngressRoute").map((status) => [keyOf(status.object), status]));
  const graph = new GraphBuilder("Delegation of IngressRoutes");
  const faults = new Faults(sources);
  const ingressRoutes = objectsOf(specs, ingressRouteReader);
  const byName = new Map(ingressRoutes.map((object) => [keyOf(object.ref), object]));
  for (const [key, status] of judged) drawObject(graph, status, byName.get(key), faults);
  for (const object of ingressRoutes) {
    const status = judged.get(keyOf(object.ref));
    if (!status) continue;
    if (object.virtualHost) drawHost(graph, object, status);
    drawRoutes(graph, object, status, { specs, judged, byName });
  }
  for (const { object, message } of diagnostics) if (object.kind === "Settings") graph.note(message);
  if (judged.size === 0) graph.note("There is no IngressRoute of our class among the specs.");
  return only(graph.build(), hosts);
}

const idOf = (ref: { namespace: string; name: string }) => `ingressroute/${keyOf(ref)}`;
const namespaceGroup = (graph: GraphBuilder, namespace: string) => graph.group(`namespace/${namespace}`, `namespace ${namespace}`);

function drawObject(
  graph: GraphBuilder,
  { object, state, description, diagnostics }: Status,
  spec: IngressRoute | undefined,
  faults: Faults,
): void {
  const shown = STATES[state] ?? "fault";
  const others = new Set(
    diagnostics.filter(({ severity, message }) => severity === "error" && message !== description).map((d) => d.message),
  );
  const more = shown === "fault" && others.size > 0 ? `${description} (and ${others.size} more)` : description;
  graph.node({
    id: idOf(object),
    kind: "ingressroute",
    label: keyOf(object),
    details: [`${spec?.virtualHost ? "root" : "edge"}, ${state}`],
    state: shown,
    ...(shown === "fault" ? { reason: more } : {}),
    remarks: diagnostics
      .filter(({ severity }) => severity !== "notice")
      .map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`),
    specs: ownerNames([object]),
    said: faults.said(object, diagnostics),
    group: namespaceGroup(graph, object.namespace),
  });
}

function drawHost(graph: GraphBuilder, { ref, virtualHost }: IngressRoute, { state }: Status): void {
  const { fqdn = "", aliases = [], tls } = virtualHost ?? {};
  const certificate = tls?.passthrough ? ["TLS ends at the servers"] : tls ? [`TLS with Secret ${tls.secretName}`] : [];
  const id = graph.node({
    id: `host/${fqdn}`,
    kind: "host",
    label: fqdn.trim() || "(no host name)",
    details: [...aliases.map((alias) => `also ${alias}`), ...certificate],
    aliases,
    state: state === "valid" ? "ok" : "idle",
    group: namespaceGroup(graph, ref.namespace),
  });
  graph.edge(id, idOf(ref), { state: state === "valid" ? "ok" : "idle" });
}

interface Sources {
  specs: SpecSet;
  judged: ReadonlyMap<string, Status>;
  byName: ReadonlyMap<string, IngressRoute>;
}

function drawRoutes(graph: GraphBuilder, owner: IngressRoute, status: Status, { specs, judged, byName }: Sources): void {
  const proxy = owner.tcpProxy && { ...owner.tcpProxy, label: "TCP proxy", pointer: "/spec/tcpproxy" };
  const routes = owner.routes.map((route) => ({ ...route, label: route.match || '""' }));
  for (const { label, services, delegate, pointer } of [...routes, ...(proxy ? [proxy] : [])]) {
    const parts = shares(services.map(({ weight = 0 }) => (weight > 0 ? weight : undefined)));
    for (const [i, service] of services.entries()) {
      const state = delegationState(status, service.pointer);
      const share = services.length > 1 ? { share: parts[i] } : {};
      graph.edge(idOf(owner.ref), drawService(graph, owner, service, specs), { label, ...share, state });
    }
    if (!delegate) continue;
    const target = { namespace: delegate.namespace || owner.ref.namespace, name: delegate.name };
    if (!judged.has(keyOf(target))) drawMissing(graph, target, byName.has(keyOf(target)));
    graph.edge(idOf(owner.ref), idOf(target), { label, state: delegationState(status, `${pointer}/delegate`) });
  }
}

function drawService(
  graph: GraphBuilder,
  { ref: { namespace } }: IngressRoute,
  { name, port }: IngressRouteService,
  specs: SpecSet,
): string {
  const service = specs.services.get(keyOf({ namespace, name }));
  const hasPort = service?.ports.some((one) => one.port === port);
  return graph.node({
    id: `service/${namespace}/${name}:${port}`,
    kind: "service",
    label: `${name}:${port}`,
    specs: [`Service/${namespace}/${name}`],
    state: hasPort ? "ok" : "missing",
    ...(hasPort
      ? {}
      : { reason: service ? `Service ${namespace}/${name} has no port ${port}` : `there is no Service ${namespace}/${name}` }),
    group: namespaceGroup(graph, namespace),
  });
}

/** A ghost in the place of the object that a delegation names; `other` when it is there and of another class. */
function drawMissing(graph: GraphBuilder, target: { namespace: string; name: string }, other: boolean): void {
  graph.node({
    id: idOf(target),
    kind: "ingressroute",
    label: keyOf(target),
    details: ["missing"],
    state: "missing",
    reason: other ? "this IngressRoute is of another class" : "there is no such IngressRoute",
    group: namespaceGroup(graph, target.namespace),
  });
}

/** Diagnostics of a parent about its child: it is missing, or it is invalid. */
const MISSING = "LB1513";
const INVALID = "LB1514";

/**
 * State of a route, from the diagnostics about its place. A child is judged for each delegation by itself, and the parent gets a diagnostic
 * for each (LB1513, LB1514). So the same child may be good along one line and bad along another.
 *
 * @param at JSON pointer of the delegate or service
 */
function delegationState({ state, diagnostics }: Status, at: string): GraphState {
  const here = diagnostics.filter(({ pointer }) => pointer === at || pointer.startsWith(`${at}/`));
  if (here.some(({ code }) => code === MISSING)) return "missing";
  if (here.some(({ code, severity }) => code === INVALID || severity === "error")) return "fault";
  return state === "valid" ? "ok" : "idle";
}
