// The names of the Avi objects of Gateways.

import { type GatewayModel, type Rule, readsRequests } from "../../../routing";
import type { Spec } from "../../../specs";

/** Names of the objects of Gateways, before they are shortened. No name in Kubernetes has an underscore, so the parts stay apart. */
export interface GatewayNames {
  /** VsVip, virtual service for requests and its policy set. */
  gateway: string;
  /** Virtual service of TCP and UDP. */
  connections: string;
  /** Virtual service of TLS that is handed through, and its script. */
  passthrough: string;
  /** Pool group of a rule. A rule without a unique name goes by its number. */
  rule(of: Pick<Rule, "owner" | "at" | "name">): string;
  /** Certificate from a Secret. */
  certificate(secret: { namespace: string; name: string }): string;
  /** Pool of a backend of a rule. */
  pool(group: string, backend: { namespace: string; name: string }, port?: number): string;
}

/** Names within one Gateway: a Route may hang on several. */
export function gatewayNames(clusterName: string, model: GatewayModel): GatewayNames {
  const { ref } = model.owner;
  const gateway = `${clusterName}--Gateway-${ref.namespace}_${ref.name}`;
  const named = uniqueNames(model);
  return {
    gateway,
    connections: `${gateway}_l4`,
    passthrough: `${gateway}_passthrough`,
    rule({ owner, at, name }) {
      const ruleName = name !== undefined && named.has(keyOfName(owner, name)) ? `rule_${name}` : numberOf(at);
      return `${gateway}_${owner.ref.kind}_${owner.ref.namespace}_${owner.ref.name}_${ruleName}`;
    },
    certificate: ({ namespace, name }) => `${gateway}_Secret_${namespace}_${name}`,
    pool: (group, { namespace, name }, port) => `${group}_${namespace}_${name}${port === undefined ? "" : `_${port}`}`,
  };
}

/** Number of a rule: the last part of its pointer. */
export const numberOf = (at: string): string => at.split("/").at(-1) ?? "";

const keyOfName = ({ ref }: Spec, name: string) => `${ref.kind} ${ref.namespace}/${ref.name} ${name}`;

/** Names that belong to one rule of their Route only. */
function uniqueNames({ ports }: GatewayModel): Set<string> {
  const places = new Map<string, Set<string>>();
  for (const { owner, name, at } of ports.filter(readsRequests).flatMap(({ rules }) => rules)) {
    if (name === undefined) continue;
    const key = keyOfName(owner, name);
    places.set(key, (places.get(key) ?? new Set()).add(at));
  }
  return new Set([...places].filter(([, at]) => at.size === 1).map(([key]) => key));
}
