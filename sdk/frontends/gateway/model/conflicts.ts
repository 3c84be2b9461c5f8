import { describeObject } from "../../../../kinds/diagnostic";
import type { Listener } from "./listeners";

/**
 * Marks listeners of one address that exclude each other (gateway-api.md 3.2). Within one object all of them lose; between objects the
 * earlier one wins: the Gateway, then its ListenerSets in the order given.
 */
export function markConflicts(groups: readonly (readonly Listener[])[]): void {
  const taken: Listener[] = [];
  for (const listeners of groups) {
    for (const one of listeners) {
      const earlier = taken.find((other) => conflictOf(one, other));
      const twin = earlier ?? listeners.find((other) => other !== one && conflictOf(one, other));
      const reason = twin && conflictOf(one, twin);
      if (twin && reason) one.conflict = { reason, message: messageOf(one, twin, reason), at: one.at };
    }
    taken.push(...listeners.filter(({ conflict, refused }) => !conflict && refused?.reason !== "UnsupportedProtocol"));
  }
}

/** Reason why two listeners cannot be on one address. */
function conflictOf(one: Listener, other: Listener): "HostnameConflict" | "ProtocolConflict" | undefined {
  if (one.spec.port !== other.spec.port || isDatagram(one) !== isDatagram(other)) return undefined;
  if (isUnserved(one) || isUnserved(other)) return undefined;
  if (one.spec.protocol !== other.spec.protocol || one.spec.tls?.mode !== other.spec.tls?.mode) return "ProtocolConflict";
  return one.hostname === other.hostname ? "HostnameConflict" : undefined;
}

const isDatagram = ({ spec }: Listener) => spec.protocol === "UDP";

/** A protocol that is not served takes no port. */
const isUnserved = ({ refused }: Listener) => refused?.reason === "UnsupportedProtocol";

function messageOf({ spec, hostname }: Listener, other: Listener, reason: string): string {
  const place = `listener ${other.spec.name} of ${describeObject(other.owner.ref)}`;
  if (reason === "ProtocolConflict") return `${place} has port ${spec.port} with protocol ${other.spec.protocol}`;
  return `${place} has port ${spec.port}${hostname ? ` and hostname ${hostname}` : ""} too`;
}
