import type { Json } from "../kind";

type Body = { readonly [field: string]: Json | undefined };

/** Names under which clients come to a VsVip. */
export const fqdnsOf = ({ dns_info }: Body): string[] => textsIn(dns_info, "fqdn");

/** Hosts that a child virtual service answers for: an SNI child has their names, an EVH child one match for each. */
export function childHosts({ vh_domain_name, vh_matches }: Body): string[] {
  const names = Array.isArray(vh_domain_name) ? vh_domain_name.filter((name) => typeof name === "string") : [];
  return [...new Set([...names, ...textsIn(vh_matches, "host")])];
}

/** The texts that stand in one field of a list of messages. */
function textsIn(list: Json | undefined, field: string): string[] {
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    if (typeof one !== "object" || one === null || Array.isArray(one)) return [];
    const { [field]: text } = one;
    return typeof text === "string" ? [text] : [];
  });
}
