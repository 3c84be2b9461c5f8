// Ignores certificates that a listener preserves because their Secret is missing.

import type { ResourceInputs } from "../../../resources/members";
import { preservedListenerKey } from "../../../resources/octavia/preserved-listener";
import { isRecord } from "../../specs";

/** Fields of a listener with the certificates that it serves. */
const SERVED: ReadonlySet<string> = new Set(["default_tls_container_ref", "sni_container_refs"]);

/**
 * The inputs before and after a change, without what the inputs after it keep: the certificates of listeners whose Secret is missing. They
 * stay on the load balancer, so that their absence is not a change.
 *
 * @param outputs outputs before: a listener that does not exist yet keeps nothing
 */
export function withoutPreservedCertificates(
  before: ResourceInputs,
  after: ResourceInputs,
  outputs: ResourceInputs,
): [ResourceInputs, ResourceInputs] {
  const existing = isRecord(outputs.loadBalancer) ? listIn(outputs.loadBalancer.listeners).filter(isRecord) : [];
  const preserved = listIn(after.keep);
  const preservedListeners = new Set(existing.map(listenerKey).filter((place) => preserved.includes(place)));
  const names = new Set<unknown>();
  const listener = (entry: unknown) => {
    if (!isRecord(entry) || !preservedListeners.has(listenerKey(entry))) return entry;
    const [served, rest] = [true, false].map((serves) => Object.entries(entry).filter(([field]) => SERVED.has(field) === serves));
    for (const ref of served?.flatMap(([, value]) => value) ?? []) if (isRecord(ref)) names.add(ref.name);
    return Object.fromEntries(rest ?? []);
  };
  const [earlier, later] = [before, after].map(({ keep: _, ...inputs }): ResourceInputs => {
    const { loadBalancer } = inputs;
    if (preservedListeners.size === 0 || !isRecord(loadBalancer) || !Array.isArray(loadBalancer.listeners)) return inputs;
    return { ...inputs, loadBalancer: { ...loadBalancer, listeners: loadBalancer.listeners.map(listener) } };
  });
  const withoutSecrets = (inputs: ResourceInputs = {}): ResourceInputs => {
    if (names.size === 0) return inputs;
    const { secrets, ...rest } = inputs;
    const remaining = listIn(secrets).filter((secret) => !(isRecord(secret) && names.has(secret.name)));
    return remaining.length > 0 ? { ...rest, secrets: remaining } : rest;
  };
  return [withoutSecrets(earlier), withoutSecrets(later)];
}

const listenerKey = ({ protocol, protocol_port }: ResourceInputs) => preservedListenerKey(String(protocol), Number(protocol_port));

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
