// Reports two components of one program that would register the same resource names.

import type * as pulumi from "@pulumi/pulumi";
import { LbError } from "../../resources/diagnostic";
import { currentProgram } from "../native";
import { type PlannedResource, pulumiName } from "../plan";
import { urnTextOf } from "../resource";
import { SPEC_CODES } from "../specs/codes";

/** By program: the component that has each name, below the types of its parents. */
const programs = new WeakMap<object, Map<string, string>>();

/** Names that a message has in full. */
const NAMED = 3;

/**
 * Refuses two components whose resources would have the same URN: it holds the types of the parents and not their names. The engine would say
 * so with a URN alone, after the other component has registered what it has. A unit test of a program has no stack, and may make one
 * component as often as it likes.
 */
export async function claimNames(parent: pulumi.Resource, component: string, resources: readonly PlannedResource[]): Promise<void> {
  const program = currentProgram();
  if (!program) return;
  const [, , types = ""] = (await urnTextOf(parent)).split("::");
  const claimed = programs.get(program) ?? new Map<string, string>();
  programs.set(program, claimed);
  const names = resources.map((one) => `${one.kind} ${pulumiName(one, component)}`);
  const taken = names.filter((name) => (claimed.get(`${types} ${name}`) ?? component) !== component);
  const [first] = taken;
  if (first !== undefined) throw namedTwice(component, claimed.get(`${types} ${first}`) ?? "", taken);
  for (const name of names) claimed.set(`${types} ${name}`, component);
}

function namedTwice(component: string, other: string, taken: readonly string[]): LbError {
  const rest = taken.length - NAMED;
  const names = `${taken.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return new LbError({
    code: "LB1121",
    object: `component ${component}`,
    message: `the component ${other} of this stack has resources of the same names: ${names}`,
    remedy: SPEC_CODES.LB1121.remedy,
  });
}
