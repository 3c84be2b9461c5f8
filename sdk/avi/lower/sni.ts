import type { AviBody, PoolInputs, SniVSInputs } from "../../../contract/avi";
import type { ObjectRef } from "../../../contract/diagnostic";
import type { Forward, HttpRoute, Termination } from "../../routing";
import { compare } from "../../specs";
import type { Planned, PlannedChild } from "../plan";
import { refTo } from "../references";
import type { Lowering } from "./context";
import { attachPolicies, lowerSwitching } from "./policy";
import { lowerPool } from "./pool";

/** A route on TLS and the host it is for. */
export interface SecureRoute {
  host: string;
  route: HttpRoute & { to: Forward };
}

/** What one SNI child serves. */
export interface Child {
  name: string;
  /** Long name of the certificate. */
  certificate: string;
  termination: Termination;
  parent: string;
  routes: SecureRoute[];
}

/** The child of one secure host, or of one Ingress and Secret under namespace shards (ako.md 1.3). */
export function lowerChild(cx: Lowering, child: Child): { vs: PlannedChild; pools: Planned<PoolInputs>[] } {
  const { settings, names } = cx;
  const about = child.routes[0]!.route.owner.ref;
  const name = cx.name(child.name, about);
  const pools: Planned<PoolInputs>[] = [];
  const poolGroups: AviBody[] = [];
  const policies: AviBody[] = [];
  for (const { host, route } of child.routes) {
    const { ref } = route.owner;
    const path = names.sniPath(ref.namespace, host, route.match.path, ref.name);
    const group = cx.name(path, ref);
    const own = route.to.backends.map((backend) => {
      const service = backend.weight === undefined ? undefined : backend.service.name;
      return {
        ratio: backend.weight ?? 100,
        pool: lowerPool(cx, names.sniPath(ref.namespace, host, route.match.path, ref.name, service), ref, backend),
      };
    });
    pools.push(...own.map(({ pool }) => pool));
    const members = own.map(({ ratio, pool }) => ({ pool_ref: refTo.pool(pool.name), ratio }));
    poolGroups.push(cx.body("poolgroup", group, { implicit_priority_labels: false, members }));
    policies.push(lowerSwitching(cx, { policy: group, rule: (i) => cx.name(`${path}-${i}`, ref) }, host, route.match, group));
  }
  const certificates = lowerCertificates(cx, child, about);
  const virtualService = cx.body("virtualservice", name, {
    type: "VS_TYPE_VH_CHILD",
    [parentField(settings.controllerVersion)]: refTo.virtualService(child.parent),
    vh_domain_name: [...new Set(child.routes.map(({ host }) => host))].sort(compare),
    application_profile_ref: refTo.applicationProfile("System-Secure-HTTP"),
    network_profile_ref: refTo.networkProfile("System-TCP-Proxy"),
    ssl_key_and_certificate_refs: [refTo.certificate(certificates.certificate.name)],
    http_policies: attachPolicies(policies),
    ign_pool_net_reach: false,
    east_west_placement: false,
  });
  const inputs: SniVSInputs = { owner: cx.owner, ...certificates, poolGroups, policies, virtualService };
  const owners = [...new Set(child.routes.map(({ route }) => route.owner.ref))];
  return { vs: { name, inputs, owners, parent: child.parent }, pools };
}

function lowerCertificates(cx: Lowering, { certificate: long, termination }: Child, about: ObjectRef) {
  const type = "SSL_CERTIFICATE_TYPE_VIRTUALSERVICE";
  const { certificate, key, caCertificate } = termination;
  const name = cx.name(long, about);
  if (!caCertificate) {
    return {
      certificate: cx.body("sslkeyandcertificate", name, { type, certificate: { certificate: certificate as string }, key: key as string }),
    };
  }
  const ca = cx.name(cx.names.caCertificate(long), about);
  return {
    caCertificate: cx.body("sslkeyandcertificate", ca, {
      type: "SSL_CERTIFICATE_TYPE_CA",
      certificate: { certificate: caCertificate as string },
      key: "",
    }),
    certificate: cx.body("sslkeyandcertificate", name, {
      type,
      certificate: { certificate: certificate as string },
      key: key as string,
      ca_certs: [{ ca_ref: refTo.certificate(ca), name: ca }],
    }),
  };
}

/** Controllers from 22.1 on call the parent reference `vh_parent_vs_ref`, older ones `vh_parent_vs_uuid`. */
function parentField(controllerVersion: string): string {
  const [major = 0, minor = 0] = controllerVersion.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 1) ? "vh_parent_vs_ref" : "vh_parent_vs_uuid";
}
