import type { ListenerBody, TlsSecret } from "../../../kinds/octavia/inputs";
import type { Termination, VirtualHost } from "../../routing";
import { compare, isUnknown } from "../../specs";
import { known } from "../known";
import { fingerprint, shorten } from "../names";

/** The first host's certificate answers clients that name no host; all others are chosen by the name (SNI). */
export function certificates(loadBalancer: string, hosts: readonly VirtualHost[], secrets: Map<string, TlsSecret>): Partial<ListenerBody> {
  const names = [...hosts].sort((a, b) => compare(a.fqdn, b.fqdn)).flatMap(({ tls }) => (tls ? [store(loadBalancer, tls, secrets)] : []));
  const [first, ...others] = [...new Set(names)].map((name) => ({ name }));
  if (!first) return {};
  return { default_tls_container_ref: first, ...(others.length > 0 ? { sni_container_refs: others } : {}) };
}

/** Barbican secrets never change: another certificate is another secret, so the name holds a fingerprint. */
function store(loadBalancer: string, tls: Termination, secrets: Map<string, TlsSecret>): string {
  const { source, certificate, key, caCertificate } = tls;
  const chain = [certificate, caCertificate].filter((part) => part !== undefined);
  const unknown = [...chain, key].find(isUnknown);
  const place = `${loadBalancer}/${source.namespace}/${source.name}`;
  const text = chain.map((part) => known<string>(part).trimEnd?.()).join("\n");
  const name = unknown ? known<string>(unknown) : shorten(`${place}-${fingerprint(text, known(key))}`);
  secrets.set(unknown ? place : name, { name, certificate: unknown ? known(unknown) : `${text}\n`, key: known(key) });
  return name;
}
