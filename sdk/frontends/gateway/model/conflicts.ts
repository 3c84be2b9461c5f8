// Finds listeners that cannot share an address.

import { describeObject } from "../../../../resources/diagnostic";
import { CLAIMED } from "./annotations";
import type { Listener } from "./listeners";

/**
 * Marks conflicting listeners of one address (gateway-api.md 3.2). Between objects the earlier wins: the Gateway, then its ListenerSets in
 * the given order. Within one object all conflicting listeners lose.
 */
export function markConflicts(groups: readonly (readonly Listener[])[]): void {
  const taken: Listener[] = [];
  for (const listeners of groups) {
    for (const one of listeners) markConflict(one, taken);
    const unmarked = listeners.filter(({ conflict }) => !conflict);
    for (const one of unmarked) markConflict(one, unmarked);
    taken.push(...unmarked.filter((one) => !one.conflict && !isUnserved(one)));
  }
}

function markConflict(one: Listener, others: readonly Listener[]): void {
  const other = others.find((each) => each !== one && conflictOf(one, each));
  const reason = other && conflictOf(one, other);
  if (other && reason) one.conflict = { reason, message: messageOf(one, other, reason), at: one.at };
}

/** Reason why two listeners cannot share an address. */
function conflictOf(one: Listener, other: Listener): "HostnameConflict" | "ProtocolConflict" | undefined {
  if (one.spec.port !== other.spec.port || isDatagram(one) !== isDatagram(other)) return undefined;
  if (isUnserved(one) || isUnserved(other)) return undefined;
  if (one.spec.protocol !== other.spec.protocol || one.spec.tls?.mode !== other.spec.tls?.mode) return "ProtocolConflict";
  return one.hostname === other.hostname ? "HostnameConflict" : undefined;
}

const isDatagram = ({ spec }: Listener) => spec.protocol === "UDP";

/** A listener with an unsupported protocol uses no port, and one with a host that others claim takes no host from them. */
const isUnserved = ({ refused }: Listener) => refused?.reason === "UnsupportedProtocol" || refused?.reason === CLAIMED.reason;

function messageOf({ spec, hostname }: Listener, other: Listener, reason: string): string {
  const place = `listener ${other.spec.name} of ${describeObject(other.owner.ref)}`;
  if (reason === "ProtocolConflict") return `${place} has port ${spec.port} with protocol ${other.spec.protocol}`;
  return `${place} has port ${spec.port}${hostname ? ` and hostname ${hostname}` : ""} too`;
}
