// Finds the secret fields of inputs, wraps them as secrets, and finds the lists without any, which may be packed.

import { type FieldPath, pathsWith } from "./field-table";
import type { Kind } from "./kind";

/** Secret fields of a kind, as paths: those that its table calls secret, in every slot. */
export const secretPaths = ({ fields }: Pick<Kind, "fields">): readonly FieldPath[] => pathsWith(fields, "secret");

/**
 * The packed lists and bodies of inputs that hold no secret. A hidden text in the state knows no parts, and the engine encrypts what it finds
 * at its place, so a list with a secret in it stays as it is.
 */
export function packedPaths(kind: Pick<Kind, "fields">, inputs: object): FieldPath[] {
  const secrets = secretPaths(kind);
  const within = (place: FieldPath) => secrets.filter((path) => place.every((field, at) => path[at] === field));
  return pathsWith(kind.fields, "packed").filter((place) => !within(place).some((path) => holds(inputs, path)));
}

function holds(value: unknown, [field, ...below]: FieldPath): boolean {
  if (field === undefined) return value !== undefined && value !== null && value !== "";
  if (Array.isArray(value)) return value.some((one) => holds(one, [field, ...below]));
  return typeof value === "object" && value !== null && Object.hasOwn(value, field) && holds((value as Body)[field], below);
}

type Body = { readonly [field: string]: unknown };

/** Says of a value that it is no body with fields, although it may become one: an output, a promise. */
type IsOpaque = (value: unknown) => boolean;

/**
 * Inputs with every secret field wrapped, however many bodies have it. A body that is an output as a whole is wrapped as a whole, because
 * outputs know no parts.
 */
export function withSecrets<I extends object>(
  kind: Pick<Kind, "fields">,
  inputs: I,
  wrap: (value: unknown) => unknown,
  isOpaque: IsOpaque,
): I {
  const inside = (value: unknown, [field, ...below]: FieldPath): unknown => {
    if (field === undefined || isOpaque(value)) return wrap(value);
    if (Array.isArray(value)) return value.map((one: unknown) => inside(one, [field, ...below]));
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, field)) return value;
    const { [field]: member } = value as Body;
    return member === undefined || member === null || member === "" ? value : { ...value, [field]: inside(member, below) };
  };
  return secretPaths(kind).reduce((all, path) => inside(all, path) as I, inputs);
}
