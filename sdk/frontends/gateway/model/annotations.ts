import type { Resolution } from "../../../routing/front-end";
import { ignoredAnnotations, isLostRestriction, pointer, type Spec } from "../../../specs";
import type { Gateway } from "../gateway-reader";
import type { Fault } from "./conditions";

/** Annotations that other controllers read: of Gateways, ListenerSets and Routes. No restriction of clients among them is applied. */

/** Reasons of Accepted=False. */
const REASONS: Readonly<Record<string, string>> = { Gateway: "Invalid", ListenerSet: "NotAllowed", XListenerSet: "NotAllowed" };

/** Reason for a name that other namespaces claim. */
export const CLAIMED = { reason: "HostnameClaimed", code: "LB1221" } as const;

/**
 * Reports the annotations of an object that are not used.
 *
 * @returns the fault for which nothing of the object may be served: it would be served to everybody (setting lostRestrictions), or others claim
 * a name in them
 */
export function unusedAnnotations(
  { report, lostRestriction, claimedName }: Resolution,
  owner: Spec,
  used: readonly string[] = [],
): Fault | undefined {
  ignoredAnnotations(owner.ref, owner.meta.annotations, used).forEach(report);
  const reason = REASONS[owner.ref.kind];
  const claimed = claimedName(owner);
  if (claimed) return { ...CLAIMED, reason: reason ?? CLAIMED.reason, message: claimed.message, at: claimed.pointer };
  const lost = lostRestriction(owner);
  return lost && { reason: reason ?? "UnsupportedValue", code: "LB1316", message: lost.message, at: lost.pointer };
}

/** The same of a Gateway. The annotations for what is made for it restrict clients as its own do. */
export function unusedAnnotationsOfGateway(resolution: Resolution, gateway: Gateway, used: readonly string[] = []): Fault | undefined {
  const made = ignoredAnnotations(gateway.ref, gateway.spec.infrastructure?.annotations ?? {}).filter(isLostRestriction);
  for (const lost of made) resolution.report({ ...lost, pointer: lost.pointer.replace(OWN, MADE) });
  return unusedAnnotations(resolution, gateway, used);
}

const OWN = pointer("metadata", "annotations");
const MADE = pointer("spec", "infrastructure", "annotations");
