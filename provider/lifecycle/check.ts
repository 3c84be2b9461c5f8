// Checks inputs against the schema of their kind, and parses those of programs and states.

import { z } from "zod";
import type { Kind } from "../../resources/kind";
import { nearest } from "../../resources/nearest";
import { hasUnknown, isObject, isUnknown, type Properties } from "./bodies/json";
import type { CheckFailure } from "./handler";
import { failure } from "./messages/errors";

/** Values that preview knows: any of them may be missing. */
export type Known<T> = T extends readonly (infer E)[] ? Known<E>[] : T extends object ? { [F in keyof T]?: Known<T[F]> } : T;

/** True for a place, by the names of its fields, that preview cannot know. */
export type UnknownAt = (...path: (string | number)[]) => boolean;

/** One thing that is wrong: where, and why. */
export interface InputFault {
  path: readonly PropertyKey[];
  why: string;
}

/** Style in which a kind reports faults. */
export interface CheckStyle {
  /** The property that the engine shows with its value; never one that may hold a secret. Default: the one that is wrong. */
  property?: string;
  /** Spells a place. Default `metadata/name`. */
  place?(path: readonly PropertyKey[]): string;
}

/** Finds the faults of the inputs by the schema of their kind. A value that is unknown at preview is not a fault. */
export function schemaFaults(kind: Kind, inputs: Properties): InputFault[] {
  const parsed = kind.schema.safeParse(withoutNulls(inputs), { error: wording });
  if (parsed.success) return [];
  return countedFaults(
    parsed.error.issues.filter((issue) => !concernsUnknown(issue, inputs)),
    inputs,
  );
}

/** Faults as the engine takes them. */
export function checkFailures(
  faults: readonly InputFault[],
  code: string,
  { property, place = pathText }: CheckStyle = {},
): CheckFailure[] {
  return faults.map(({ path, why }) => ({ property: property ?? String(path[0] ?? ""), reason: `${code}: ${place(path)}: ${why}` }));
}

/**
 * The inputs of a program as their kind declares them.
 *
 * @throws LbError LB2016 for what no preview knew to be wrong
 */
export function parseInputs<S extends z.ZodType>(kind: Kind<S>, inputs: Properties): z.output<S> {
  const parsed = kind.schema.safeParse(withoutNulls(inputs), { error: wording });
  if (parsed.success) return parsed.data;
  const [fault] = countedFaults(parsed.error.issues, inputs);
  // what is left to the server goes as it is
  if (!fault && inputs.unchecked === true) return withoutNulls(inputs) as z.output<S>;
  throw failure("LB2016", { message: fault ? `${pathText(fault.path)}: ${fault.why}` : "the inputs cannot be read" });
}

/** Parts of a state that read as inputs of this kind: a field that was edited by hand and cannot be read is left out. */
export function inputsInState<S extends z.ZodType>({ schema }: Kind<S>, state: Properties): Partial<z.output<S>> {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const fields = Object.entries<z.ZodType>(shape).map(([field, type]) => [field, type.safeParse(withoutNulls(state[field]))] as const);
  return Object.fromEntries(
    fields.flatMap(([field, { success, data }]) => (success && data !== undefined ? [[field, data]] : [])),
  ) as Partial<z.output<S>>;
}

/** The properties of a state that are inputs, unchanged. */
export function declaredIn({ schema }: Kind, state: Properties): Properties {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return Object.fromEntries(fields.map((field) => [field, state[field]]));
}

/** The inputs that preview knows, and which it does not. */
export function knownInputs<S extends z.ZodType>(_kind: Kind<S>, inputs: Properties): { known: Known<z.output<S>>; unknownAt: UnknownAt } {
  const unknownAt: UnknownAt = (...path) => onPath(inputs, path).some(isUnknown);
  return { known: withoutUnknowns(withoutNulls(inputs)) as Known<z.output<S>>, unknownAt };
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join("/");
}

/** The values from the root down to a place. */
function onPath(root: unknown, path: readonly PropertyKey[]): unknown[] {
  const values = [root];
  for (const step of path) {
    const last = values.at(-1);
    values.push(Array.isArray(last) ? last[Number(step)] : isObject(last) ? last[String(step)] : undefined);
  }
  return values;
}

/** A rule about several fields, or a choice of forms, may fail only because one of them is not known. */
function concernsUnknown({ code, path }: z.core.$ZodIssue, inputs: Properties): boolean {
  const values = onPath(inputs, path);
  if (values.some(isUnknown)) return true;
  return (code === "custom" || code === "invalid_union") && hasUnknown(values.at(-1) as Properties[string]);
}

/** Faults that a later version of an API may accept although the one that we know does not. */
const OF_TOMORROW: readonly z.core.$ZodIssue["code"][] = ["unrecognized_keys", "invalid_value", "too_big", "too_small", "invalid_type"];

/** The faults that count: of resources with `unchecked` the server judges the fields of bodies, and we judge what is ours. */
function countedFaults(issues: readonly z.core.$ZodIssue[], { unchecked }: Properties): InputFault[] {
  const faults = (issue: z.core.$ZodIssue) =>
    faultsOf(issue).filter(({ path }) => unchecked !== true || path.length < 2 || !OF_TOMORROW.includes(issue.code));
  return issues.flatMap(faults);
}

/** A property that does not exist has a fault of its own, and a line of the message. */
function faultsOf(issue: z.core.$ZodIssue): InputFault[] {
  if (issue.code !== "unrecognized_keys") return [{ path: issue.path, why: issue.message }];
  const lines = issue.message.split("\n");
  return issue.keys.map((key, index) => ({ path: [...issue.path, key], why: lines[index] ?? issue.message }));
}

/** There is no such property: the one that is meant, else all that there are. */
function noSuchProperty(key: string, schema: unknown): string {
  const properties = schema instanceof z.ZodObject ? Object.keys(schema.shape) : ["others"];
  const meant = nearest(key, properties);
  return meant ? `there is no such property; is ${meant} meant?` : `there is no such property, only ${properties.join(", ")}`;
}

const EXPECTED: { readonly [type: string]: string } = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a body",
  record: "a body",
};

/** An issue in words for people; a schema that has better ones gives them itself. */
const wording: z.core.$ZodErrorMap = (issue) => {
  const { input, schema } = issue;
  switch (issue.code) {
    case "invalid_type":
      return input === undefined ? "is missing" : `${EXPECTED[issue.expected] ?? issue.expected} is expected`;
    case "unrecognized_keys":
      return issue.keys.map((key) => noSuchProperty(key, schema)).join("\n");
    case "invalid_value":
      return input === undefined ? "is missing" : `is ${String(input)}, one of ${issue.values.map(String).join(", ")} is expected`;
    case "too_small":
    case "too_big":
      if (issue.origin === "string" && input === "") return "is missing";
      if (!(schema instanceof z.ZodNumber)) return undefined;
      return `is ${String(input)}, a number from ${schema.minValue} to ${schema.maxValue} is expected`;
    default:
      return undefined;
  }
};

function withoutNulls<T>(value: T): T {
  return without(value, (one) => one === null) as T;
}

function withoutUnknowns<T>(value: T): unknown {
  return without(value, isUnknown);
}

function without(value: unknown, drops: (value: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => (drops(element) ? element : without(element, drops)));
  if (!isObject(value)) return drops(value) ? undefined : value;
  const kept = Object.entries(value).filter(([, member]) => member !== undefined && !drops(member));
  return Object.fromEntries(kept.map(([key, member]) => [key, without(member, drops)]));
}
