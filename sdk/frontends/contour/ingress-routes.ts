// Front end for IngressRoute.

import type { Candidate } from "../../routing/candidates";
import { HTTP_LISTENER, HTTPS_LISTENER, pathOnly, toHttps } from "../../routing/rule";
import type { FixedStatus } from "../../routing/status";
import { diagnose, keyOf } from "../../specs";
import { type ContourContext, type ContourFault, DelegationStatuses, type FrontEndResult, ingressRouteName } from "./context";
import { DelegationTree } from "./delegation";
import { forwardOf, tcpBackendOf } from "./forward";
import type { IngressRoute } from "./ingress-route-reader";
import { isRoot, nameFaults, namesOf, namespaceFaults, type Root, type RootTls, sharedNames, tlsOf, warnOfCase } from "./virtual-host";

/**
 * Candidates of IngressRoutes: roots own hosts, delegations form a graph across namespaces, and edges that no root reaches have no effect
 * (seed, "Delegation rules").
 *
 * @param objects those of our class, sorted by namespace/name
 */
export function ingressRouteCandidates(cx: ContourContext, objects: readonly IngressRoute[]): FrontEndResult {
  const verdicts = new DelegationStatuses(cx);
  const looked = { routes: new Set<IngressRoute>(), tcp: new Set<IngressRoute>() };
  const roots = objects.filter(isRoot);
  const shared = sharedNames(roots);
  warnOfCase(cx, roots);
  const endings = new Map(roots.map((root) => [root, tlsOf(cx, root)]));
  const hostFaults = new Map<IngressRoute, readonly ContourFault[]>(
    [...endings].map(([root, { faults }]) => {
      return [root, [...(shared.get(root) ?? []), ...namespaceFaults(cx, root), ...nameFaults(root), ...faults]];
    }),
  );
  const candidates = [...endings].flatMap(([root, tls]) => {
    const tree = new DelegationTree(cx, verdicts, root.virtualHost.fqdn, namesOf(root), hostFaults, looked);
    const from = { owner: root, through: [] };
    const tcp = root.tcpProxy && (tls.passthrough || tls.termination);
    const sound = tcp ? tree.walkTcp(from) : tree.walkRoutes(from, "");
    if (sound && !tcp && root.routes.length === 0) {
      cx.report(diagnose("LB1521", root.ref, "/spec/routes", "there are no routes, so nothing of the host is served"));
    }
    return candidatesOf(cx, root, tree, tls);
  });
  for (const object of objects) unusedParts(cx, object, looked);
  return { candidates, judged: objects.map((owner) => ({ owner, verdict: verdicts.of(owner) ?? orphaned(cx, owner) })) };
}

function orphaned(cx: ContourContext, { ref }: IngressRoute): FixedStatus {
  const remedy = `Delegate to ${ingressRouteName({ ref })} from a valid IngressRoute that a root reaches.`;
  cx.report(diagnose("LB1515", ref, "", "no valid root reaches this IngressRoute, so it has no effect", { remedy }));
  return { state: "orphaned", description: "this IngressRoute is not part of a delegation chain from a root IngressRoute" };
}

/** Every name of a root serves the same routes: on TLS with a certificate, with HTTP redirected unless permitted. */
function candidatesOf(cx: ContourContext, root: Root, tree: DelegationTree, { termination }: RootTls): Candidate[] {
  const routes: Candidate[] = [];
  const connections: Candidate[] = [];
  const secret = termination ? keyOf(termination.source) : "";
  const leaves = [...tree.routes.values()].map(({ owner, through, route }) => {
    const permitted = route.permitInsecure && !cx.rules.disablePermitInsecure;
    if (termination && route.permitInsecure && !permitted) {
      const message = "permitInsecure is not used: the setting disablePermitInsecure is on";
      cx.report(diagnose("LB1524", owner.ref, `${route.pointer}/permitInsecure`, message));
    }
    return { owner, through, route, permitted, to: forwardOf(cx, owner, route) };
  });
  const tcp = tree.tcp && {
    ...tree.tcp,
    backends: tree.tcp.owner.tcpProxy?.services.flatMap((service) => tcpBackendOf(cx, tree.tcp?.owner ?? root, service)) ?? [],
  };
  for (const fqdn of namesOf(root)) {
    if (leaves.length === 0 && !tcp) continue;
    if (!cx.hosts.admits(fqdn)) {
      const message = `${fqdn} is not in ${cx.hosts.admitted}; nothing of it is served`;
      cx.report(diagnose("LB1201", root.ref, "/spec/virtualhost", message, { about: { host: fqdn } }));
      continue;
    }
    const clear = { fqdn, scope: cx.hosts.scope(root, "clear", "", fqdn), listener: HTTP_LISTENER, asWritten: true };
    const secure = { ...clear, scope: cx.hosts.scope(root, "tls", secret, fqdn), listener: HTTPS_LISTENER, tls: termination };
    if (tcp) connections.push({ ...tcp, fqdn, scope: secure.scope, at: "/spec/tcpproxy", tls: termination });
    for (const { owner, through, route, permitted, to } of leaves) {
      const common = { owner, through, at: route.pointer, match: pathOnly({ is: "characters", value: route.match, longestWins: true }) };
      if (!termination) routes.push({ ...clear, ...common, to });
      else routes.push({ ...secure, ...common, to }, { ...clear, ...common, to: permitted ? to : toHttps(301) });
    }
  }
  return [...routes, ...connections];
}

/** Reports routes or a TCP proxy of an object that no delegation reached (contour.md 1.2, step 6). */
function unusedParts(cx: ContourContext, object: IngressRoute, looked: { routes: Set<IngressRoute>; tcp: Set<IngressRoute> }): void {
  const unused = (field: string, why: string) =>
    cx.report(diagnose("LB1006", object.ref, `/spec/${field}`, `${field} is not used: ${why}`));
  const [byRoutes, byTcp] = [looked.routes.has(object), looked.tcp.has(object)];
  if (byTcp && !byRoutes && object.routes.length > 0) unused("routes", "the TLS port of the host is proxied as a whole");
  if (byRoutes && !byTcp && object.tcpProxy) unused("tcpproxy", "it needs a root with a certificate or passthrough that leads to it");
}
