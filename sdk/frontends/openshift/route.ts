// Translates OpenShift Routes into candidates.

import { holdsCertificate } from "../../../resources/pem";
import type { Candidate, CandidateContext, RouteCandidate, TcpCandidate } from "../../routing/candidates";
import { terminationFromSecret, warnOfAuthority, warnOfOtherHost, warnOfPair } from "../../routing/certificates";
import type { Backend, Termination } from "../../routing/model";
import { HTTP_LISTENER, HTTPS_LISTENER, pathOnly, type Redirect, type RuleMatch, toHttps } from "../../routing/rule";
import { breaksLine, diagnose, keyOf, LINE_BREAK } from "../../specs";
import type { OpenShiftRoute } from "./route-reader";

/** Candidates of an OpenShift Route (seed ako-objects.md, "Openshift Route"; ako.md 1.6). */
export function openShiftRouteCandidates(route: OpenShiftRoute, cx: CandidateContext, clusterSecret?: ClusterSecret): Candidate[] {
  const { ref, tls } = route;
  const { hosts, backends, report, admit, reportUnresolvedRef } = cx;
  const fqdn = route.host || (route.subdomain && hosts.below?.(route.subdomain));
  if (route.subdomain && (route.host || !fqdn)) report(diagnose("LB1006", ref, "/spec/subdomain", "the field subdomain is not used"));
  if (!fqdn) {
    report(diagnose("LB1202", ref, "/spec/host", "the Route has no host", { remedy: "Set spec.host; OpenShift fills it in a cluster." }));
    return [];
  }
  if (!hosts.admits(fqdn)) {
    report(
      diagnose("LB1201", ref, "/spec/host", `${fqdn} is not in ${hosts.admitted}; the Route is ignored`, {
        about: { host: fqdn },
      }),
    );
    return [];
  }
  if (breaksLine(route.path)) {
    report(diagnose("LB1220", ref, "/spec/path", `the path ${LINE_BREAK}; the Route is ignored`));
    return [];
  }
  authoritiesOf(route, report);
  if (keysInFields(route, report)) {
    reportUnresolvedRef(fqdn, "an authority for its servers");
    return [];
  }
  const passthrough = tls?.termination === "passthrough";
  const allowed = tls?.insecure === "Allow" && (!passthrough || hosts.clearBesidePassthrough);
  if (!passthrough || allowed) admit(fqdn);
  const ruled = passthrough ? undefined : hosts.termination?.(fqdn);
  const termination = passthrough ? undefined : (ruled ?? (tls && terminationOf(route, fqdn, cx, clusterSecret)));
  if (tls && !passthrough && !termination) return [];
  if (ruled) reportLost(route, fqdn, report);
  const validation = tls?.termination === "reencrypt" && !ruled ? { caCertificate: tls.destinationCACertificate } : undefined;
  const to = {
    spreads: true,
    backends: eachOnce(route, report).map(({ service, weight, pointer }) => ({
      ...backends.resolve(ref, pointer, service, route.port, report, true),
      weight,
      ...(validation ? { validation } : {}),
    })),
  };
  const redirect = tls?.insecure === "Redirect" && !ruled ? toHttps(302) : undefined;
  const through = passthrough ? [passthroughCandidate(route, fqdn, to.backends, redirect, cx)] : [];
  if (passthrough && !allowed) return through;
  const common = { fqdn, at: "/spec/host", match: matchOf(route, cx), owner: route };
  const clear = { ...common, listener: HTTP_LISTENER, scope: hosts.scope(route, "clear", "", fqdn) };
  if (passthrough) return [...through, { ...clear, to }];
  if (!termination) return [{ ...clear, to }];
  const refusesClear = tls?.insecure === "None" && !ruled;
  const secure: RouteCandidate = {
    ...common,
    listener: HTTPS_LISTENER,
    scope: hosts.scope(route, "tls", ref.name, fqdn),
    tls: termination,
    to,
    refusesClear,
  };
  return [secure, ...(allowed ? [{ ...clear, to }] : []), ...(redirect ? [{ ...clear, to: redirect }] : [])];
}

/** Reports ignored TLS settings: if a HostRule gives the host its certificate, AKO 2 only uses policy Allow (ParseHostPathForRoute). */
function reportLost({ ref, tls }: OpenShiftRoute, fqdn: string, report: CandidateContext["report"]): void {
  const say = (field: string, lost: string, remedy: string) => {
    const message = `${fqdn} has the certificate of a HostRule, so AKO 2 does not use ${lost} of the Route`;
    report(diagnose("LB1302", ref, `/spec/tls/${field}`, message, { remedy }));
  };
  if (tls?.termination === "reencrypt")
    say(
      "termination",
      "the termination reencrypt: servers are spoken to in clear text",
      "Add an HTTPRule with tls.type reencrypt for the path.",
    );
  if (tls?.insecure === "Redirect" || tls?.insecure === "None")
    say(
      "insecureEdgeTerminationPolicy",
      `insecureEdgeTerminationPolicy ${tls.insecure}`,
      "Put certificate and key into the Route instead, or add a policy set for port 80 to the HostRule (httpPolicy).",
    );
}

/** Fields that a termination does not use. The API server of OpenShift refuses such a Route (validateTLS of route.openshift.io). */
const UNUSED = {
  edge: ["destinationCACertificate"],
  reencrypt: [],
  passthrough: ["certificate", "key", "caCertificate", "destinationCACertificate", "externalCertificate"],
} as const;

/** Warnings for unused PEM texts and unreadable authorities. */
function authoritiesOf({ ref, tls }: OpenShiftRoute, report: CandidateContext["report"]): void {
  if (!tls) return;
  const unused: readonly string[] = UNUSED[tls.termination];
  for (const field of UNUSED[tls.termination]) {
    if (!tls[field]) continue;
    const message = `${field} is not used with termination ${tls.termination}`;
    report(diagnose("LB1117", ref, `/spec/tls/${field}`, message, { remedy: `Remove ${field}.` }));
  }
  if (tls.termination === "reencrypt" && !tls.destinationCACertificate && !tls.keysIn.includes("destinationCACertificate")) {
    const message = "TLS to the servers is not verified: the Route has no destinationCACertificate";
    report(diagnose("LB1117", ref, "/spec/tls", message, { remedy: "Add the authority of the servers' certificates." }));
  }
  for (const field of ["caCertificate", "destinationCACertificate"] as const) {
    const certificate = tls[field];
    if (certificate && !unused.includes(field))
      warnOfAuthority({ certificate, source: "the Route", owner: ref, at: `/spec/tls/${field}` }, report);
  }
}

/**
 * Errors for private keys in certificate fields. True if the field for verifying servers contained nothing else: verification would be
 * skipped.
 */
function keysInFields({ ref, tls }: OpenShiftRoute, report: CandidateContext["report"]): boolean {
  if (!tls) return false;
  const unverified = tls.termination === "reencrypt" && tls.keysIn.includes("destinationCACertificate") && !tls.destinationCACertificate;
  for (const field of tls.keysIn) {
    const isSwapped = field === "certificate" && !tls.certificate && typeof tls.key === "string" && holdsCertificate(tls.key);
    const what = isSwapped ? "certificate and key of the Route are swapped: certificate holds" : `${field} of the Route holds`;
    const nothing = isSwapped || tls[field] ? "" : " and no certificate";
    const lost =
      unverified && field === "destinationCACertificate" ? "; the Route is ignored, because its servers could not be verified" : "";
    report(diagnose("LB1120", ref, `/spec/tls/${field}`, `${what} a private key${nothing}${lost}`));
  }
  return unverified;
}

/** OpenShift's router matches whole segments; a trailing slash matches only paths below. */
function matchOf({ ref, host, path }: OpenShiftRoute, { hosts, report }: CandidateContext): RuleMatch {
  if (path === "" || path.endsWith("/")) return pathOnly({ is: "characters", value: path });
  if (!hosts.routePaths) return pathOnly({ is: "segments", value: path });
  const message = `${host}${path} also matches ${path}bar: ${hosts.routePaths} compares paths of Routes by characters, OpenShift by segments`;
  report(diagnose("LB1302", ref, "/spec/path", message));
  return pathOnly({ is: "characters", value: path });
}

/** Servers terminate TLS, so paths cannot be matched; HTTP does not reach them. */
function passthroughCandidate(
  route: OpenShiftRoute,
  fqdn: string,
  backends: Backend[],
  redirect: Redirect | undefined,
  { hosts, report }: CandidateContext,
): TcpCandidate {
  const { ref, path, tls } = route;
  if (path && path !== "/")
    report(diagnose("LB1302", ref, "/spec/path", `the path ${path} of a passthrough Route is not used: the request is encrypted`));
  if (tls?.insecure === "Allow" && hosts.clearBesidePassthrough) {
    const message =
      "insecureEdgeTerminationPolicy Allow: clear text of the host is served too, as AKO has it; OpenShift refuses such a Route";
    report(diagnose("LB1302", ref, "/spec/tls/insecureEdgeTerminationPolicy", message, { remedy: "Use None or Redirect." }));
  } else if (tls?.insecure === "Allow") {
    const message = "insecureEdgeTerminationPolicy Allow is not used with passthrough: clear text of the host is not served";
    report(diagnose("LB1302", ref, "/spec/tls/insecureEdgeTerminationPolicy", message, { remedy: "Use None or Redirect." }));
  }
  const scope = hosts.scope(route, "tcp", "", fqdn);
  return { owner: route, fqdn, scope, at: "/spec/host", backends, redirect, through: [] };
}

/** Adds the weights of a Service that is named twice. */
function eachOnce({ ref, backends }: OpenShiftRoute, report: CandidateContext["report"]): OpenShiftRoute["backends"] {
  const byService = new Map<string, OpenShiftRoute["backends"][number]>();
  for (const backend of backends) {
    const first = byService.get(backend.service);
    if (first)
      report(diagnose("LB1302", ref, `${backend.pointer}/name`, `Service ${backend.service} is there twice; its weights are added`));
    byService.set(backend.service, first ? { ...first, weight: first.weight + backend.weight } : backend);
  }
  return [...byService.values()];
}

/** Secret of the cluster. */
type ClusterSecret = { namespace: string; name: string };

function terminationOf(
  route: OpenShiftRoute,
  fqdn: string,
  cx: CandidateContext,
  secret: ClusterSecret | undefined,
): Termination | undefined {
  const { certificate, key, caCertificate, externalCertificate } = route.tls ?? {};
  if (externalCertificate) return terminationOfSecret(route, fqdn, cx, externalCertificate);
  const { specs, report, reportUnresolvedRef } = cx;
  if ((!certificate || !key) && secret) {
    const termination = terminationFromSecret(specs, route.ref, "/spec/tls", secret.name, report, secret.namespace);
    if (!termination) reportUnresolvedRef(fqdn, `Secret ${keyOf(secret)}`);
    return termination && { ...termination, clusterWide: true };
  }
  if (!certificate || !key) {
    const message = `${certificate ? "the key" : key ? "the certificate" : "certificate and key"} of the Route is missing; the host is not served`;
    report(diagnose("LB1108", route.ref, "/spec/tls", message));
    return undefined;
  }
  const pair = { certificate, key, source: "the Route", owner: route.ref, at: "/spec/tls" };
  warnOfPair(pair, report);
  warnOfOtherHost(fqdn, { ...pair, at: "/spec/tls/certificate" }, report);
  return { source: route.ref, certificate, key, caCertificate };
}

/** OpenShift refuses a Route with both a certificate and externalCertificate; here the Secret is used. */
function terminationOfSecret(
  { ref, tls }: OpenShiftRoute,
  fqdn: string,
  { specs, report, reportUnresolvedRef }: CandidateContext,
  name: string,
): Termination | undefined {
  const at = "/spec/tls/externalCertificate/name";
  for (const field of ["certificate", "key"] as const) {
    if (!tls?.[field]) continue;
    const message = `${field} is not used beside externalCertificate`;
    report(diagnose("LB1117", ref, `/spec/tls/${field}`, message, { remedy: `Remove ${field}.` }));
  }
  const termination = terminationFromSecret(specs, ref, at, name, report);
  if (!termination) {
    reportUnresolvedRef(fqdn, `Secret ${keyOf({ namespace: ref.namespace, name })}`);
    return undefined;
  }
  warnOfOtherHost(fqdn, { certificate: termination.certificate, source: `Secret ${keyOf(termination.source)}`, owner: ref, at }, report);
  return { ...termination, caCertificate: tls?.caCertificate };
}
