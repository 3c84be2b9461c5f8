// Reports annotations of other controllers on Gateways, ListenerSets and Routes; restrictions among them are not applied.

import type { Resolution } from "../../../routing/front-end";
import { ignoredAnnotations, isLostRestriction, pointer, type Spec } from "../../../specs";
import type { Gateway } from "../gateway-reader";
import type { Fault } from "./conditions";

/** Reasons of Accepted=False. */
const REASONS: Readonly<Record<string, string>> = { Gateway: "Invalid", ListenerSet: "NotAllowed", XListenerSet: "NotAllowed" };

/** Reason for a name that other namespaces claim. */
export const CLAIMED = { reason: "HostnameClaimed", code: "LB1221" } as const;

/**
 * Reports the unused annotations of an object.
 *
 * @returns the fault if no part of the object may be served: its restriction is lost (setting lostRestrictions), or other namespaces claim
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

/** Reports the unused annotations of a Gateway, including those for created objects, which may restrict clients too. */
export function unusedAnnotationsOfGateway(resolution: Resolution, gateway: Gateway, used: readonly string[] = []): Fault | undefined {
  const made = ignoredAnnotations(gateway.ref, gateway.spec.infrastructure?.annotations ?? {}).filter(isLostRestriction);
  for (const lost of made) resolution.report({ ...lost, pointer: lost.pointer.replace(OWN, MADE) });
  return unusedAnnotations(resolution, gateway, used);
}

const OWN = pointer("metadata", "annotations");
const MADE = pointer("spec", "infrastructure", "annotations");
