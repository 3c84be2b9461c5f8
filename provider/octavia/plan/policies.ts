// Plans the calls for L7 policies, whose positions the server renumbers.

import type { JsonObject } from "../../lifecycle/bodies/json";
import { ruleKey } from "../tree/compare";
import type { NormalPolicy, NormalRule } from "../tree/normal";
import {
  changedFields,
  changing,
  deleting,
  idOf,
  listenerAt,
  making,
  type NamedObject,
  newFields,
  pathOf,
  policyAt,
  type Step,
} from "./step";

/**
 * The policies of a listener, when those that go are gone. `held` is what the listener has now, in order; positions are an
 * order that the server renumbers with every write, so it is followed here write by write. `order` names all policies of the
 * listener, where some are others'.
 */
export function policySteps(
  listener: string,
  desired: readonly NormalPolicy[],
  existing: readonly NormalPolicy[],
  before: readonly NormalPolicy[],
  order: readonly string[] = existing.map(({ name }) => name),
): Step[] {
  const find = (list: readonly NormalPolicy[], { name }: NormalPolicy) => list.find((other) => other.name === name);
  const names = desired.map(({ name }) => name);
  const moves = new Map(placements(names, order).map(({ name, position }) => [name, position]));
  return desired.flatMap((policy) => {
    const at = policyAt(listener, policy.name);
    const live = find(existing, policy);
    const position = moves.get(policy.name);
    if (live) {
      const fields = { ...changedPolicy(policy, live, find(before, policy)), ...(position ? { position } : {}) };
      return [...changing(at, fields), ...ruleSteps(at, policy.rules, live.rules)];
    }
    const policyFields = { ...newFields("l7policy", policy), position: position ?? desired.length, ...redirectPool(policy) };
    return [making(at, { ...policyFields, listener_id: idOf(listenerAt(listener).place) }), ...ruleSteps(at, policy.rules, [])];
  });
}

function changedPolicy(policy: NormalPolicy, live: NormalPolicy, before: NormalPolicy | undefined): JsonObject {
  const fields = changedFields("l7policy", policy, live, before);
  const moved = policy.redirect_pool !== undefined && policy.redirect_pool !== live.redirect_pool;
  // Another action clears what the old one led to, and must come with what the new one leads to.
  const { action } = fields;
  // An address that is sent without a code gets the default code.
  const code = policy.redirect_http_code ?? null;
  if ((fields.redirect_url || fields.redirect_prefix || action !== undefined) && code !== null) fields.redirect_http_code = code;
  if (action === undefined) return { ...fields, ...(moved ? redirectPool(policy) : {}) };
  const needed = ["redirect_url", "redirect_prefix"].filter((field) => typeof policy[field] === "string");
  for (const field of ["redirect_url", "redirect_prefix", "redirect_http_code"]) if (fields[field] === null) delete fields[field];
  return { ...fields, ...Object.fromEntries(needed.map((field) => [field, policy[field] ?? null])), ...redirectPool(policy) };
}

function redirectPool({ redirect_pool }: NormalPolicy): JsonObject {
  return typeof redirect_pool === "string" ? { redirect_pool_id: idOf(`pools/${redirect_pool}`) } : {};
}

/** A rule that goes and one that comes are one change: so a policy never has fewer conditions in between, and matches too much. */
function ruleSteps(policy: NamedObject, desired: readonly NormalRule[], existing: readonly NormalRule[]): Step[] {
  const ruleAt = (rule: NormalRule, noun = ""): NamedObject => ({
    part: "rule",
    place: `${policy.place}/rules/${ruleKey(rule)}`,
    noun,
    under: pathOf(policy),
  });
  const wantedKeys = new Set(desired.map(ruleKey));
  const spare = existing.filter((rule) => !wantedKeys.has(ruleKey(rule)));
  const steps: Step[] = [];
  for (const rule of desired) {
    const live = existing.find((one) => ruleKey(one) === ruleKey(rule));
    const old = live ?? spare.shift();
    const what = `writing rule ${rule.type} ${rule.compare_type} ${rule.value}`;
    const written = old
      ? changing(ruleAt(old), changedFields("rule", rule, old, live ? undefined : old))
      : [making(ruleAt(rule), newFields("rule", rule))];
    steps.push(...written.map((step) => ({ ...step, what })));
  }
  return [...steps, ...spare.map((rule) => deleting(ruleAt(rule, `rule ${rule.type} ${rule.value}`)))];
}

/**
 * A move or an insertion: the element goes to this position, counted from 1, and pushes the rest back.
 *
 * @unverified octavia/policies-shift
 */
export interface Placement {
  name: string;
  position: number;
}

/**
 * The fewest placements that bring a list into an order: the longest run that is already in order stays, everything else is
 * put behind its predecessor. Names that are not desired belong to others and stay where they are; those it lacks are inserted.
 */
export function placements(desired: readonly string[], existing: readonly string[]): Placement[] {
  const run = longestRun(existing.filter((name) => desired.includes(name)).map((name) => desired.indexOf(name)));
  const kept = new Set(run.map((index) => desired[index]));
  const list = [...existing];
  const result: Placement[] = [];
  desired.forEach((name, index) => {
    if (kept.has(name)) return;
    const from = list.indexOf(name);
    if (from >= 0) list.splice(from, 1);
    const predecessor = desired[index - 1];
    const at = predecessor === undefined ? 0 : list.indexOf(predecessor) + 1;
    list.splice(at, 0, name);
    if (from !== at) result.push({ name, position: at + 1 });
  });
  return result;
}

/** The longest rising subsequence. */
function longestRun(numbers: readonly number[]): number[] {
  const longer = (one: number[], other: number[]) => (other.length > one.length ? other : one);
  const best: number[][] = [];
  numbers.forEach((number, index) => {
    const before = best.slice(0, index).filter((run) => (run.at(-1) ?? -1) < number);
    best.push([...before.reduce(longer, []), number]);
  });
  return best.reduce(longer, []);
}
