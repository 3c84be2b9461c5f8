import type { JsonObject } from "../../lifecycle/json";
import { ruleKey } from "../tree/compare";
import type { Policy, Rule } from "../tree/normal";
import { changedFields, idOf, newFields, type Step } from "./step";

/**
 * The policies of a listener, when those that go are gone. `held` is what the listener has now, in order; positions are an
 * order that the server renumbers with every write, so it is followed here write by write. `order` names all policies of the
 * listener, where some are others'.
 */
export function policySteps(
  listener: string,
  wanted: readonly Policy[],
  held: readonly Policy[],
  before: readonly Policy[],
  order: readonly string[] = held.map(({ name }) => name),
): Step[] {
  const find = (list: readonly Policy[], { name }: Policy) => list.find((other) => other.name === name);
  const names = wanted.map(({ name }) => name);
  const moves = new Map(placements(names, order).map(({ name, position }) => [name, position]));
  return wanted.flatMap((policy) => {
    const place = `listeners/${listener}/l7policies/${policy.name}`;
    const live = find(held, policy);
    const position = moves.get(policy.name);
    if (!live) return newPolicy(listener, place, policy, position ?? wanted.length);
    const fields = { ...changedPolicy(policy, live, find(before, policy)), ...(position ? { position } : {}) };
    const what = `changing policy ${policy.name} of listener ${listener}`;
    const put: Step = { method: "PUT", path: `/l7policies/${idOf(place)}`, body: { l7policy: fields }, what };
    return [...(Object.keys(fields).length > 0 ? [put] : []), ...ruleSteps(place, policy.rules, live.rules)];
  });
}

function newPolicy(listener: string, place: string, policy: Policy, position: number): Step[] {
  const fields = { ...newFields("l7policy", policy), position, ...redirectPool(policy), listener_id: idOf(`listeners/${listener}`) };
  const what = `creating policy ${policy.name} of listener ${listener}`;
  return [{ method: "POST", path: "/l7policies", body: { l7policy: fields }, makes: place, what }, ...ruleSteps(place, policy.rules, [])];
}

function changedPolicy(policy: Policy, live: Policy, before: Policy | undefined): JsonObject {
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

function redirectPool({ redirect_pool }: Policy): JsonObject {
  return typeof redirect_pool === "string" ? { redirect_pool_id: idOf(`pools/${redirect_pool}`) } : {};
}

/** A rule that goes and one that comes are one change: so a policy never has fewer conditions in between, and matches too much. */
function ruleSteps(place: string, wanted: readonly Rule[], held: readonly Rule[]): Step[] {
  const path = `/l7policies/${idOf(place)}/rules`;
  const idIn = (rule: Rule) => idOf(`${place}/rules/${ruleKey(rule)}`);
  const wantedKeys = new Set(wanted.map(ruleKey));
  const spare = held.filter((rule) => !wantedKeys.has(ruleKey(rule)));
  const steps: Step[] = [];
  for (const rule of wanted) {
    const live = held.find((one) => ruleKey(one) === ruleKey(rule));
    const old = live ?? spare.shift();
    const what = `writing rule ${rule.type} ${rule.compare_type} ${rule.value}`;
    if (!old) {
      steps.push({ method: "POST", path, body: { rule: newFields("rule", rule) }, makes: `${place}/rules/${ruleKey(rule)}`, what });
      continue;
    }
    const fields = changedFields("rule", rule, old, live ? undefined : old);
    if (Object.keys(fields).length > 0) steps.push({ method: "PUT", path: `${path}/${idIn(old)}`, body: { rule: fields }, what });
  }
  const gone = spare.map(
    (rule): Step => ({ method: "DELETE", path: `${path}/${idIn(rule)}`, what: `deleting rule ${rule.type} ${rule.value}` }),
  );
  return [...steps, ...gone];
}

/** A move or an insertion: the element comes to stand at this position, counted from 1, and pushes the rest back. */
export interface Placement {
  name: string;
  position: number;
}

/**
 * The fewest placements that bring a list into an order: the longest run that is already in order stays, everything else is
 * put behind its predecessor. Names that are not wanted belong to others and stay where they are; those it lacks are inserted.
 */
export function placements(wanted: readonly string[], held: readonly string[]): Placement[] {
  const run = longestRun(held.filter((name) => wanted.includes(name)).map((name) => wanted.indexOf(name)));
  const kept = new Set(run.map((index) => wanted[index]));
  const list = [...held];
  const result: Placement[] = [];
  wanted.forEach((name, index) => {
    if (kept.has(name)) return;
    const from = list.indexOf(name);
    if (from >= 0) list.splice(from, 1);
    const predecessor = wanted[index - 1];
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
