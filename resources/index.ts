// The table of all kinds of resources, and their types in states, events and URNs.

import { AVI_KINDS } from "./avi";
import { inventoryOf } from "./inventory";
import type { BackEndName, Kind } from "./kind";
import { ADDRESSES } from "./mizar/addresses";
import { MIZAR_KINDS } from "./mizar/objects";
import { OBJECT_STATUS } from "./object-status";
import { OBJECT_STATUSES } from "./object-statuses";
import { OCTAVIA_KINDS } from "./octavia/load-balancer";
import { DYNAMIC, kindTypeIn } from "./resource-type";
import { summaryKind } from "./summary";

const BACK_ENDS: { readonly [name in BackEndName]: readonly Kind[] } = { avi: AVI_KINDS, octavia: OCTAVIA_KINDS, mizar: MIZAR_KINDS };

/** Every kind of this package. */
export const KINDS: readonly Kind[] = [
  ...Object.entries(BACK_ENDS).flatMap(([name, kinds]) => [...kinds, inventoryOf(name as BackEndName), summaryKind(name as BackEndName)]),
  ...[ADDRESSES, OBJECT_STATUS, OBJECT_STATUSES],
];

const BY_TYPE: ReadonlyMap<string, Kind> = new Map(KINDS.map((kind) => [kind.type, kind]));

/** The kind of a resource by its type, `avi:Pool`; undefined for any other type. */
export const kindOf = (type: string): Kind | undefined => BY_TYPE.get(type);

/**
 * The type of the kind, `avi:Pool`, of a resource of ours in a state, in an event of the engine or in a URN, dynamic or of the plugin. Undefined
 * for components, whose type begins as that of the plugin's resources, and for resources of others.
 */
export function ownTypeIn(type: string): string | undefined {
  const typeName = kindTypeIn(type);
  return type.startsWith(DYNAMIC) || (typeName !== type && BY_TYPE.has(typeName)) ? typeName : undefined;
}
