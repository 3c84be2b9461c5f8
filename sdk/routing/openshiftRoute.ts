import type { Diagnostic } from "../../contract/diagnostic";
import { diagnose, type OpenShiftRoute } from "../specs";
import { warnUnlessPem } from "./certificates";
import type { Claim, FrontEnd } from "./claim";
import type { Termination } from "./model";

/** The front end for OpenShift Route (seed ako-objects.md, "Openshift Route"; ako.md 1.6). */
export function openShiftRouteClaims(route: OpenShiftRoute, { hosts, backends, report, admit }: FrontEnd): Claim[] {
  const { ref, host: fqdn, tls } = route;
  if (!fqdn) {
    report(diagnose("LB1202", ref, "/spec/host", "the Route has no host", { remedy: "Set spec.host; OpenShift fills it in a cluster." }));
    return [];
  }
  if (!hosts.admits(fqdn)) {
    report(diagnose("LB1201", ref, "/spec/host", `${fqdn} is not in ${hosts.admitted}; the Route contributes nothing`));
    return [];
  }
  if (tls?.termination === "passthrough") {
    report(diagnose("LB1301", ref, "/spec/tls/termination", "passthrough Routes are not translated yet; the Route contributes nothing"));
    return [];
  }
  admit(fqdn);
  const termination = tls && terminationOf(route, report);
  if (tls && !termination) return [];
  const validation = tls?.termination === "reencrypt" ? { caCertificate: tls.destinationCACertificate } : undefined;
  const to = {
    backends: route.backends.map(({ service, weight, pointer }) => ({
      ...backends.resolve(ref, pointer, service, route.port, report, true),
      weight,
      ...(validation ? { validation } : {}),
    })),
  };
  const common = { fqdn, at: "/spec/host", match: { path: route.path, type: "prefix" as const }, owner: route };
  const clear = { ...common, on: "clear" as const, scope: hosts.scope(route, "clear", "") };
  if (!termination) return [{ ...clear, to }];
  const claims: Claim[] = [{ ...common, on: "tls", scope: hosts.scope(route, "tls", ref.name), tls: termination, to }];
  if (tls.insecure === "Allow") claims.push({ ...clear, to });
  if (tls.insecure === "Redirect") claims.push({ ...clear, to: { redirect: "https", status: 302 } });
  return claims;
}

function terminationOf(route: OpenShiftRoute, report: (diagnostic: Diagnostic) => void): Termination | undefined {
  const { certificate, key, caCertificate } = route.tls ?? {};
  if (!certificate || !key) {
    const message = `${certificate ? "the key" : key ? "the certificate" : "certificate and key"} of the Route is missing; the host is not served`;
    report(diagnose("LB1108", route.ref, "/spec/tls", message, { remedy: "Put certificate and key into spec.tls." }));
    return undefined;
  }
  warnUnlessPem(route.ref, "/spec/tls", "the Route", certificate, key, report);
  return { source: route.ref, certificate, key, caCertificate };
}
