import type { Termination } from "../../routing";
import { type HostRule, keyOf, type SpecSet } from "../../specs";
import { Refused } from "./references";

type NamedCertificate = { name: string; type: "ref" | "secret" };

/** The certificates that a HostRule gives its host: objects of the controller, which count alone where there are any, or Secrets of its namespace. */
export function hostTermination({ ref, virtualhost }: HostRule, specs: Pick<SpecSet, "secrets">): Termination | undefined {
  const wanted = virtualhost.tls?.sslKeyCertificate;
  if (!wanted) return undefined;
  const named = [wanted, ...(wanted.alternateCertificate ? [wanted.alternateCertificate] : [])];
  const held = named.filter(({ type }) => type === "ref").map(({ name }) => name);
  const [first, second] = named.filter(({ type }) => type === "secret").map((one) => pairOf(ref.namespace, one, specs));
  if (held.length > 0 || !first) return { source: ref, certificate: "", key: "", held };
  return { ...first, ...(second ? { alternate: { certificate: second.certificate, key: second.key } } : {}) };
}

function pairOf(namespace: string, { name }: NamedCertificate, { secrets }: Pick<SpecSet, "secrets">): Termination {
  const secret = secrets.get(keyOf({ namespace, name }));
  if (!secret) throw new MissingSecret(namespace, name);
  const { "tls.crt": certificate, "tls.key": key } = secret.values;
  if (certificate === undefined || key === undefined) throw new Refused(`secret "${name}" lacks tls.crt or tls.key`);
  return { source: secret.ref, certificate, key };
}

/** The rule is refused because the specs lack its Secret. */
export class MissingSecret extends Refused {
  constructor(
    readonly namespace: string,
    readonly secret: string,
  ) {
    super(`secret "${secret}" not found`);
  }
}
