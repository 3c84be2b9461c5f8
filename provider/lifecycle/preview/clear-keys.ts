// Refuses private keys in inputs that are not secret.

import { type FieldTable, factAt } from "../../../resources/field-table";
import { holdsPrivateKey } from "../../../resources/pem";
import { isObject, type Properties } from "../bodies/json";
import { checkFailures, type InputFault } from "../check";
import type { CheckFailure } from "../handler";
import { pointerText } from "../messages/pointer-text";

/** No private key is shorter. */
const SHORTEST = 40;

/**
 * Failures for private keys in fields that no table calls secret: previews and the state would show them. A program may have put them
 * there, or a transform.
 */
export function keysInClear(fields: FieldTable, inputs: Properties): CheckFailure[] {
  if (!isKeyIn(inputs)) return [];
  const why =
    "holds a private key, and the field is not secret: previews and the state would show it. Keys are for the key of a certificate";
  const inClear = placesOfKeys(inputs, []).filter((path) => !isSecret(fields, path));
  return checkFailures(
    inClear.map((path): InputFault => ({ path, why })),
    "LB2024",
    { property: "", place: pointerText },
  );
}

const isSecret = (fields: FieldTable, path: readonly PropertyKey[]): boolean => {
  const names = path.filter((step): step is string => typeof step === "string");
  return names.some((_, last) => factAt(fields, names.slice(0, last + 1), "secret") === true);
};

/** True if a value contains a private key. Most contain none, and their places are not computed. */
function isKeyIn(value: unknown): boolean {
  if (typeof value === "string") return value.length >= SHORTEST && holdsPrivateKey(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isKeyIn);
}

function placesOfKeys(value: unknown, path: readonly PropertyKey[]): (readonly PropertyKey[])[] {
  if (typeof value === "string") return isKeyIn(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((one: unknown, index) => placesOfKeys(one, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([field, member]) => placesOfKeys(member, [...path, field])) : [];
}
