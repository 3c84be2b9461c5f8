// The DNS names that AKO makes for Services and Gateways.

import type { AviSettings } from "../settings";

/** The longest label of DNS. */
const LONGEST = 63;
const LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/** `host.domain`; a domain that begins with a dot gets no second one. */
export function withDomain(host: string, domain: string): string {
  return domain.startsWith(".") ? host + domain : `${host}.${domain}`;
}

/** The domain in which names are made: that of the settings, if the cloud has it, else the first. */
export function ownDomain({ subDomains, defaultDomain }: Pick<AviSettings, "subDomains" | "defaultDomain">): string | undefined {
  return subDomains.includes(defaultDomain) ? defaultDomain : [...subDomains].sort()[0];
}

/** DNS name that AKO makes for an object without one: a part and the part that it belongs to, in the form of `autoFQDN`. */
export function madeName(name: string, within: string, settings: AviSettings): string | undefined {
  const domain = ownDomain(settings);
  if (domain === undefined || settings.autoFQDN === "disabled") return undefined;
  return withDomain(settings.autoFQDN === "flat" ? `${name}-${within}` : `${name}.${within}`, domain);
}

/**
 * DNS name that AKO makes for a Service. Its name and namespace may begin with a digit, which a label of RFC 1035 does not: AKO 2 puts a
 * letter before them; and the one label of `flat` is cut to what DNS takes, the name first (getAutoFQDNForService).
 */
export function serviceName(name: string, namespace: string, settings: AviSettings): string | undefined {
  const [label, space] = [asLabel(name, "s"), asLabel(namespace, "n")];
  return settings.autoFQDN === "flat" ? madeName(...cut(label, space), settings) : madeName(label, space, settings);
}

function asLabel(text: string, letter: string): string {
  const corrected = letter + text;
  return !isLabel(text) && isLabel(corrected) ? corrected : text;
}

const isLabel = (text: string) => text.length <= LONGEST && LABEL.test(text);

function cut(name: string, namespace: string): [string, string] {
  if (name.length + namespace.length + 1 <= LONGEST) return [name, namespace];
  if (LONGEST - namespace.length - 1 > 0) return [name.slice(0, LONGEST - namespace.length - 1), namespace];
  const room = LONGEST - name.length - 1;
  const space = namespace.slice(0, room > 0 ? room : 48).replace(/-+$/, "");
  return [name.slice(0, LONGEST - space.length - 1), space];
}
