import * as pulumi from "@pulumi/pulumi";
import { isUnknown, unknown } from "@pulumi/pulumi/output";
import { isUnknown as isUnknownSpec, UNKNOWN } from "../specs";

/**
 * The value of an input with everything in it resolved; what a preview does not know becomes {@link UNKNOWN} in its place
 * instead of making the whole value unknown, so that structure, hosts, paths and ports stay visible.
 */
export async function resolveKnown<T>(input: pulumi.Input<T> | { [F in keyof T]: pulumi.Input<T[F]> }): Promise<T> {
  const output: object = pulumi.output<unknown>(input);
  if (!isPromised(output)) throw new TypeError("this version of @pulumi/pulumi does not tell what an output holds");
  return replace(await output.promise(true), isUnknown, UNKNOWN);
}

/** What the SDK's outputs have and its types do not show. */
interface Promised {
  promise(withUnknowns: boolean): Promise<unknown>;
}

function isPromised(output: object): output is Promised {
  return typeof Reflect.get(output, "promise") === "function";
}

/** The way back: every {@link UNKNOWN} in the value becomes an unknown output, where the type speaks of a plain value. */
export function withUnknownOutputs<T extends object>(value: T): T {
  return replace(value, isUnknownSpec, pulumi.output<unknown>(unknown));
}

/** What is replaced has the type of what it stands for: unknown values are everywhere possible, and no type says so. */
function replace<T>(value: unknown, matches: (value: unknown) => boolean, by: unknown): T {
  return replaced(value, matches, by) as T;
}

function replaced(value: unknown, matches: (value: unknown) => boolean, by: unknown): unknown {
  if (matches(value)) return by;
  if (Array.isArray(value)) return value.map((item) => replaced(item, matches, by));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, replaced(member, matches, by)]),
  );
}
