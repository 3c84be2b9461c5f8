import * as pulumi from "@pulumi/pulumi";
import { isUnknown, unknown } from "@pulumi/pulumi/output";
import { isUnknown as isUnknownSpec, UNKNOWN } from "../specs";

/**
 * The value of an input with everything in it resolved; what a preview does not know becomes {@link UNKNOWN} in its place
 * instead of making the whole value unknown, so that structure, hosts, paths and ports stay visible.
 */
export async function resolveKnown(input: unknown): Promise<unknown> {
  const output = pulumi.output(input) as unknown as { promise(withUnknowns: boolean): Promise<unknown> };
  return replace(await output.promise(true), isUnknown, UNKNOWN);
}

/** The way back: every {@link UNKNOWN} in the value becomes an unknown output, where the type speaks of a plain value. */
export function withUnknownOutputs<T extends object>(value: T): T {
  return replace(value, isUnknownSpec, pulumi.output(unknown as unknown)) as T;
}

function replace(value: unknown, matches: (value: unknown) => boolean, by: unknown): unknown {
  if (matches(value)) return by;
  if (Array.isArray(value)) return value.map((item) => replace(item, matches, by));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, replace(member, matches, by)]),
  );
}
