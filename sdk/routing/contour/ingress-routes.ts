import { diagnose, type IngressRoute, keyOf } from "../../specs";
import type { Claim, TcpClaim } from "../claim";
import type { ContourContext } from "./context";
import { nameOf } from "./context";
import type { Fault } from "./fault";
import { forwardOf, tcpBackendOf } from "./forward";
import { nameFaults, namesOf, sharedNames } from "./host-names";
import { type RootTls, tlsOf } from "./tls";
import { Tree } from "./tree";
import { type Verdict, Verdicts } from "./verdicts";

/** What a front end makes of all its objects together. */
export interface FrontEndResult {
  claims: Claim[];
  tcpClaims: TcpClaim[];
  /** Every object that is ours, and what is thought of it. */
  judged: { owner: IngressRoute; verdict: Verdict }[];
}

const ORPHANED: Verdict = {
  state: "orphaned",
  description: "this IngressRoute is not part of a delegation chain from a root IngressRoute",
};

/**
 * The front end for IngressRoute: roots own hosts, delegation makes a graph over namespaces, and edges that no root reaches
 * have no effect (seed, "Delegation rules").
 *
 * @param objects those of our class, sorted by namespace/name
 */
export function ingressRouteClaims(cx: ContourContext, objects: readonly IngressRoute[]): FrontEndResult {
  const verdicts = new Verdicts(cx);
  const looked = { routes: new Set<IngressRoute>(), tcp: new Set<IngressRoute>() };
  const roots = objects.filter(({ virtualHost }) => virtualHost);
  const shared = sharedNames(roots);
  warnOfCase(cx, roots);
  const claims: Claim[] = [];
  const tcpClaims: TcpClaim[] = [];
  for (const root of roots) {
    const tls = tlsOf(cx, root);
    const faults = [...(shared.get(root) ?? []), ...namespaceFaults(cx, root), ...nameFaults(root), ...tls.faults];
    const tree = new Tree(cx, verdicts, root.virtualHost!.fqdn, looked);
    const tcp = root.tcpProxy && (tls.passthrough || tls.termination);
    const sound = tcp ? tree.walkTcp([root], faults) : tree.walkRoutes([root], "", faults);
    if (sound && !tcp && root.routes.length === 0) {
      cx.report(diagnose("LB1521", root.ref, "/spec/routes", "there are no routes, so nothing of the host is served"));
    }
    const made = claimsOf(cx, root, tree, tls);
    claims.push(...made.claims);
    tcpClaims.push(...made.tcpClaims);
  }
  for (const object of objects) unusedParts(cx, object, looked);
  const judged = objects.map((owner) => {
    const verdict = verdicts.of(owner) ?? ORPHANED;
    if (verdict === ORPHANED) {
      const remedy = `Delegate to ${nameOf(owner)} from a valid IngressRoute that a root reaches.`;
      cx.report(diagnose("LB1515", owner.ref, "", "no valid root reaches this IngressRoute, so it has no effect", { remedy }));
    }
    return { owner, verdict };
  });
  return { claims, tcpClaims, judged };
}

function namespaceFaults({ rules }: ContourContext, { ref }: IngressRoute): Fault[] {
  if (rules.rootNamespaces.length === 0 || rules.rootNamespaces.includes(ref.namespace)) return [];
  const remedy = `Roots may stand in: ${rules.rootNamespaces.join(", ")} (setting rootNamespaces).`;
  return [{ code: "LB1501", at: "/metadata/namespace", message: "root IngressRoute cannot be defined in this namespace", remedy }];
}

/** Every name of the root serves the same routes: on TLS if it has a certificate, with clear text redirected unless permitted. */
function claimsOf(
  cx: ContourContext,
  root: IngressRoute,
  tree: Tree,
  { termination }: RootTls,
): { claims: Claim[]; tcpClaims: TcpClaim[] } {
  const claims: Claim[] = [];
  const tcpClaims: TcpClaim[] = [];
  const secret = termination ? keyOf(termination.source) : "";
  const leaves = [...tree.routes.values()].map(({ route, chain }) => {
    const owner = chain.at(-1)!;
    const permitted = route.permitInsecure && !cx.rules.disablePermitInsecure;
    if (termination && route.permitInsecure && !permitted) {
      const message = "permitInsecure is not used: the setting disablePermitInsecure is on";
      cx.report(diagnose("LB1524", owner.ref, `${route.pointer}/permitInsecure`, message));
    }
    return { owner, through: chain.slice(0, -1), route, permitted, to: forwardOf(cx, owner, route) };
  });
  const backends = tree.tcp?.owner.tcpProxy?.services.flatMap((service) => tcpBackendOf(cx, tree.tcp!.owner, service));
  for (const fqdn of namesOf(root)) {
    if (leaves.length === 0 && !backends) continue;
    if (!cx.hosts.admits(fqdn)) {
      const message = `${fqdn} is not in ${cx.hosts.admitted}; nothing of it is served`;
      cx.report(diagnose("LB1201", root.ref, "/spec/virtualhost", message));
      continue;
    }
    const clear = { fqdn, scope: cx.hosts.scope(root, "clear", ""), on: "clear" as const, asWritten: true };
    const secure = { ...clear, scope: cx.hosts.scope(root, "tls", secret), on: "tls" as const, tls: termination };
    if (backends && tree.tcp) {
      const through = tree.tcp.chain.slice(0, -1);
      tcpClaims.push({ owner: tree.tcp.owner, fqdn, scope: secure.scope, at: "/spec/tcpproxy", tls: termination, backends, through });
    }
    for (const { owner, through, route, permitted, to } of leaves) {
      const common = { owner, through, at: route.pointer, match: { path: route.match, type: "prefix" as const, longestWins: true } };
      if (!termination) claims.push({ ...clear, ...common, to });
      else claims.push({ ...secure, ...common, to }, { ...clear, ...common, to: permitted ? to : { redirect: "https", status: 301 } });
    }
  }
  return { claims, tcpClaims };
}

/** A root or edge has routes and a TCP proxy, and only the one that led to it counts (contour.md 1.2, step 6). */
function unusedParts(cx: ContourContext, object: IngressRoute, looked: { routes: Set<IngressRoute>; tcp: Set<IngressRoute> }): void {
  const unused = (field: string, why: string) =>
    cx.report(diagnose("LB1006", object.ref, `/spec/${field}`, `${field} is not used: ${why}`));
  const [byRoutes, byTcp] = [looked.routes.has(object), looked.tcp.has(object)];
  if (byTcp && !byRoutes && object.routes.length > 0) unused("routes", "the TLS port of the host is proxied as a whole");
  if (byRoutes && !byTcp && object.tcpProxy) unused("tcpproxy", "it needs a root with a certificate or passthrough that leads to it");
}

/** `X.com` and `x.com` are two hosts to Contour and one to clients (contour.md 1.2). */
function warnOfCase(cx: ContourContext, roots: readonly IngressRoute[]): void {
  const first = new Map<string, { name: string; root: IngressRoute }>();
  for (const root of roots) {
    for (const name of namesOf(root)) {
      const other = first.get(name.toLowerCase());
      if (!other) first.set(name.toLowerCase(), { name, root });
      else if (other.name !== name) {
        const message = `${name} and ${other.name} of IngressRoute ${nameOf(other.root)} differ only in case; clients take them for one host`;
        cx.report(diagnose("LB1527", root.ref, "/spec/virtualhost", message));
      }
    }
  }
}
