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
    for (const listener of listeners) markConflict(listener, taken);
    const unmarked = listeners.filter(({ conflict }) => !conflict);
    for (const listener of unmarked) markConflict(listener, unmarked);
    taken.push(...unmarked.filter((one) => !one.conflict && !isUnserved(one)));
  }
}

function markConflict(listener: Listener, others: readonly Listener[]): void {
  const other = others.find((each) => each !== listener && conflictOf(listener, each));
  const reason = other && conflictOf(listener, other);
  if (other && reason) listener.conflict = { reason, message: messageOf(listener, other, reason), at: listener.at };
}

/** Reason why two listeners cannot share an address. */
function conflictOf(listener: Listener, other: Listener): "HostnameConflict" | "ProtocolConflict" | undefined {
  if (listener.spec.port !== other.spec.port || isDatagram(listener) !== isDatagram(other)) return undefined;
  if (isUnserved(listener) || isUnserved(other)) return undefined;
  if (listener.spec.protocol !== other.spec.protocol || listener.spec.tls?.mode !== other.spec.tls?.mode) return "ProtocolConflict";
  return listener.hostname === other.hostname ? "HostnameConflict" : undefined;
}

const isDatagram = ({ spec }: Listener) => spec.protocol === "UDP";

/** A listener with an unsupported protocol uses no port, and one with a host that others claim takes no host from them. */
const isUnserved = ({ refused }: Listener) => refused?.reason === "UnsupportedProtocol" || refused?.reason === CLAIMED.reason;

function messageOf({ spec, hostname }: Listener, other: Listener, reason: string): string {
  const place = `listener ${other.spec.name} of ${describeObject(other.owner.ref)}`;
  if (reason === "ProtocolConflict") return `${place} has port ${spec.port} with protocol ${other.spec.protocol}`;
  return `${place} has port ${spec.port}${hostname ? ` and hostname ${hostname}` : ""} too`;
}
