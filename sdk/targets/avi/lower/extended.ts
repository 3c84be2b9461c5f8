// Applies HostRules and annotations to the bodies of virtual services.

import type { AviBody } from "../../../../resources/avi/body";
import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import { diagnose } from "../../../specs";
import type { HostExtension, PortListener } from "../extensions";
import { refTo } from "../names";
import type { AviLowering } from "./context";

/** First index of AKO's policies in a virtual service; lower ones are for other owners. */
const FIRST_INDEX = 11;
/** Number of indexes between our own policies and those of others. */
const GAP = 5;

/** The `http_policies` of a virtual service: our own, then referenced ones of other owners (ako-2x.md 10). */
export function attachPolicies(policies: readonly AviBody[], others: readonly string[] = []): Json[] | undefined {
  if (policies.length + others.length === 0) return undefined;
  const ownPolicies = policies.map((policy, i) => ({ index: FIRST_INDEX + i, http_policy_set_ref: refTo.httpPolicySet(policy.name) }));
  const behind = FIRST_INDEX + ownPolicies.length + GAP;
  return [...ownPolicies, ...others.map((reference, i) => ({ index: behind + i, http_policy_set_ref: reference }))];
}

/** Fields that an extension changes in the body of a virtual service, besides those that end TLS. */
export function extendedFields(policies: readonly AviBody[], extension?: HostExtension): { [field: string]: Json | undefined } {
  const scripts = extension?.dataScripts ?? [];
  return {
    http_policies: attachPolicies(policies, extension?.policySets),
    ...(scripts.length > 0 ? { vs_datascripts: scripts.map((reference, index) => ({ index, vs_datascript_set_ref: reference })) } : {}),
    ...extension?.fields,
  };
}

/** Fields of an extension that only a virtual service with an address takes. */
export function addressedFields(listeners: readonly PortListener[], extension?: HostExtension): { [field: string]: Json } {
  return {
    services: listeners.map(({ port, tls, http2 }) => ({ port, enable_ssl: tls, ...(http2 ? { enable_http2: true } : {}) })),
    ...extension?.addressed,
  };
}

/** Ports of a virtual service. */
export interface OwnListeners {
  listeners: readonly PortListener[];
  /** TLS listeners without a certificate: AKO requests them, and the controller refuses the whole virtual service. */
  uncertified: readonly PortListener[];
}

/** The ports of a virtual service: 80 and 443 or those of its extension. Ports of its placement replace them. */
export function listenersOf({ placement }: AviLowering, extension: HostExtension | undefined, secure: boolean): OwnListeners {
  const usual = [{ port: 80, tls: false }, ...(secure ? [{ port: 443, tls: true }] : [])];
  const placedListeners = new Map((placement?.listeners ?? []).map((listener) => [listener.port, listener]));
  const first = (extension?.listeners ?? usual).map((listener) => {
    const placed = placedListeners.get(listener.port);
    placedListeners.delete(listener.port);
    return placed ?? listener;
  });
  const all = [...first, ...placedListeners.values()];
  return { listeners: all.filter(({ tls }) => secure || !tls), uncertified: secure ? [] : all.filter(({ tls }) => tls) };
}

/** Reports TLS listeners of a host without a certificate. They are not created; a host without any other listener is not created either. */
export function reportWithoutCertificate(cx: AviLowering, host: string, { listeners, uncertified }: OwnListeners, owner: ObjectRef): void {
  for (const { port, by } of uncertified) {
    if (!by) continue;
    const message = `${host} of ${describeObject(owner)} has no certificate for TLS on port ${port}, and a controller refuses such a listener; the port is not served`;
    const remedy = `Give ${host} a certificate (tls of its object, or tls.sslKeyCertificate of its HostRule), or remove the listener.`;
    cx.report(diagnose("LB1301", by.rule, `${by.at}/enableSSL`, message, { remedy, about: { host, port } }));
  }
  const [first] = uncertified;
  if (!first || listeners.length > 0) return;
  const message = `${host} is not served: ${first.by ? `${describeObject(first.by.rule)} has` : "it has"} listeners for TLS alone, and the host has no certificate`;
  const remedy = `Give ${host} a certificate, or the rule a listener without TLS.`;
  cx.report(diagnose("LB1301", owner, "/spec", message, { remedy, about: { host } }));
}

/** The names of a host: `dns` without the one for global load balancing, which points elsewhere. */
export function namesOf(host: string, extension?: HostExtension): { all: string[]; dns: string[] } {
  const dns = [host, ...(extension?.aliases ?? [])];
  return { dns, all: [...dns, ...(extension?.globalName ? [extension.globalName] : [])] };
}

const ICAP = "icap_request_profile_refs";

/** Returns the settings that a shared virtual service takes. It is not a host, and without EVH AKO gives it no ICAP profile (AviVsBuild). */
export function extensionOfShared(cx: AviLowering, name: string, extension?: HostExtension): HostExtension | undefined {
  if (!extension) return undefined;
  reportHostWords(cx, name, extension);
  if (cx.akoVersion.enhanced || extension.fields[ICAP] === undefined) return extension;
  const { [ICAP]: _icap, ...fields } = extension.fields;
  const message = `icapProfile is not used for ${name}: without EVH AKO 2 gives a shared virtual service none`;
  const remedy = "Name hosts with TLS in the rule: their virtual services take it.";
  cx.report(diagnose("LB1312", extension.ref, "/spec/virtualhost/icapProfile", message, { remedy }));
  return { ...extension, fields };
}

/** Reports settings for hosts in a rule that names a shared virtual service. Redirects belong to its hosts. */
function reportHostWords({ report }: AviLowering, name: string, extension: HostExtension): void {
  const { forShared, aliases, globalName, withoutPolicies, ref } = extension;
  const unused = [...(aliases.length > 0 ? ["aliases"] : []), ...(globalName ? ["gslb"] : []), ...(withoutPolicies ? ["overwrite"] : [])];
  if (!forShared || unused.length === 0) return;
  const message = `${unused.join(", ")} not used for ${name}: it is a shared virtual service, not a host`;
  report(diagnose("LB1312", ref, "/spec/virtualhost", message, { remedy: "Set it in a rule for the host." }));
}

/** Reports fields of a rule that a child cannot have: its parent has the address and the ports. */
export function reportUnusedOfChild(cx: AviLowering, host: string, extension?: HostExtension): void {
  if (!extension) return;
  const { listeners, address, addressed, ref } = extension;
  const unused = [...(listeners ? ["listeners"] : []), ...(address ? ["the address"] : []), ...Object.keys(addressed)];
  if (unused.length === 0) return;
  const message = `${unused.join(", ")} not used for ${host}: its virtual service has the address of its parent`;
  const remedy = "Name the shared virtual service in a rule of its own (fqdnType Contains), or use shard size DEDICATED.";
  cx.report(diagnose("LB1312", ref, "/spec/virtualhost", message, { remedy, about: { host } }));
}

/** Reports fields of a rule that a host in clear text cannot have, because it is part of a shared virtual service. Only `gslb` counts. */
export function reportUnusedInClearText(cx: AviLowering, host: string, extension?: HostExtension): void {
  if (!extension) return;
  const { fields, policySets, dataScripts, aliases, sslProfile, regularExpressions, rootPath, withoutPolicies } = extension;
  const count = Object.keys(fields).length + policySets.length + dataScripts.length + aliases.length;
  if (count === 0 && !sslProfile && !regularExpressions && !rootPath && !withoutPolicies) return;
  const message = `${host} has no virtual service of its own, as AKO 2 has it for clear text without EVH: of the rule only gslb is used`;
  cx.report(
    diagnose("LB1312", extension.ref, "/spec/virtualhost", message, {
      remedy: "Give the host a certificate, or use EVH or DEDICATED.",
      about: { host },
    }),
  );
}
