import type { JsonObject } from "../../lifecycle/json";
import { objects, ruleKey } from "../tree/keys";
import { changedFields, newFields } from "./changes";
import { placements } from "./order";
import { idOf, type Step } from "./step";

/**
 * The policies of a listener, when those that go are gone. `held` is what the listener has now, in order; positions are an
 * order that the server renumbers with every write, so it is followed here write by write. `order` names all policies of the
 * listener, where some are others'.
 */
export function policySteps(
  listener: string,
  wanted: JsonObject[],
  held: JsonObject[],
  before: JsonObject[],
  order: readonly string[] = held.map(({ name }) => String(name)),
): Step[] {
  const name = (policy: JsonObject) => String(policy.name);
  const find = (list: JsonObject[], one: JsonObject) => list.find((other) => name(other) === name(one));
  const moves = new Map(placements(wanted.map(name), order).map(({ name: moved, position }) => [moved, position]));
  return wanted.flatMap((policy) => {
    const place = `listeners/${listener}/l7policies/${name(policy)}`;
    const live = find(held, policy);
    const position = moves.get(name(policy));
    if (!live) return newPolicy(listener, place, policy, position ?? wanted.length);
    const fields = { ...changed(policy, live, find(before, policy)), ...(position ? { position } : {}) };
    const put: Step = {
      method: "PUT",
      path: `/l7policies/${idOf(place)}`,
      body: { l7policy: fields },
      what: `changing policy ${name(policy)} of listener ${listener}`,
    };
    return [...(Object.keys(fields).length > 0 ? [put] : []), ...ruleSteps(place, objects(policy.rules), objects(live.rules))];
  });
}

function newPolicy(listener: string, place: string, policy: JsonObject, position: number): Step[] {
  const fields = { ...newFields("l7policy", policy), position, ...target(policy), listener_id: idOf(`listeners/${listener}`) };
  const what = `creating policy ${String(policy.name)} of listener ${listener}`;
  return [
    { method: "POST", path: "/l7policies", body: { l7policy: fields }, makes: place, what },
    ...ruleSteps(place, objects(policy.rules), []),
  ];
}

function changed(policy: JsonObject, live: JsonObject, before: JsonObject | undefined): JsonObject {
  const fields = changedFields("l7policy", policy, live, before);
  const moved = policy.redirect_pool !== undefined && policy.redirect_pool !== live.redirect_pool;
  // Another action clears what the old one led to, and must come with what the new one leads to.
  const { action } = fields;
  // An address that is sent without a code gets the default code.
  const code = policy.redirect_http_code ?? null;
  if ((fields.redirect_url || fields.redirect_prefix || action !== undefined) && code !== null) fields.redirect_http_code = code;
  if (action === undefined) return { ...fields, ...(moved ? target(policy) : {}) };
  const needed = ["redirect_url", "redirect_prefix"].filter((field) => typeof policy[field] === "string");
  for (const field of ["redirect_url", "redirect_prefix", "redirect_http_code"]) if (fields[field] === null) delete fields[field];
  return { ...fields, ...Object.fromEntries(needed.map((field) => [field, policy[field] ?? null])), ...target(policy) };
}

function target(policy: JsonObject): JsonObject {
  return typeof policy.redirect_pool === "string" ? { redirect_pool_id: idOf(`pools/${policy.redirect_pool}`) } : {};
}

/** A rule that goes and one that comes are one change: so a policy never has fewer conditions in between, and matches too much. */
function ruleSteps(place: string, wanted: JsonObject[], held: JsonObject[]): Step[] {
  const path = `/l7policies/${idOf(place)}/rules`;
  const wantedKeys = new Set(wanted.map(ruleKey));
  const spare = held.filter((rule) => !wantedKeys.has(ruleKey(rule)));
  const steps: Step[] = [];
  for (const rule of wanted) {
    const live = held.find((one) => ruleKey(one) === ruleKey(rule));
    const old = live ?? spare.shift();
    const what = `writing rule ${String(rule.type)} ${String(rule.compare_type)} ${String(rule.value)}`;
    if (!old) {
      steps.push({ method: "POST", path, body: { rule: newFields("rule", rule) }, makes: `${place}/rules/${ruleKey(rule)}`, what });
      continue;
    }
    const fields = changedFields("rule", rule, old, live ? undefined : old);
    if (Object.keys(fields).length > 0) {
      steps.push({ method: "PUT", path: `${path}/${idOf(`${place}/rules/${ruleKey(old)}`)}`, body: { rule: fields }, what });
    }
  }
  const gone = spare.map((rule): Step => {
    const what = `deleting rule ${String(rule.type)} ${String(rule.value)}`;
    return { method: "DELETE", path: `${path}/${idOf(`${place}/rules/${ruleKey(rule)}`)}`, what };
  });
  return [...steps, ...gone];
}
