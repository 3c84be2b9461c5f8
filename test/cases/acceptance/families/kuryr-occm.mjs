import { readSpecs, translateToOctavia } from "../../../../dist/sdk/index.js";
import { faultsOf } from "../lib/faults.mjs";
import { brief, missing } from "../lib/subset.mjs";
import { flatten, objectsOf } from "./octavia-flat.mjs";
import { RULES } from "./octavia-rules.mjs";

/** Cases that we decided otherwise; docs/decisions/0003-acceptance-skips.md. */
const DECIDED_OTHERWISE = {
  "kuryr-skip/no-endpoints-yet": "a Service without endpoints gets its load balancer with empty pools",
};

/** Services translated as Kuryr or the OpenStack cloud provider (cases/kuryr-occm/README.md). */
export function kuryrOccm(value) {
  const decided = DECIDED_OTHERWISE[`${value.group}/${value.name}`];
  if (decided) return { skip: `${decided} (docs/decisions/0003-acceptance-skips.md)` };
  const rule = RULES.find(({ applies }) => applies(value));
  if (rule) return { problems: rule.run(value) };
  return { problems: translation(value) };
}

function translation({ group, settings, input, expect }) {
  const naming = group.startsWith("kuryr") ? "kuryr" : "occm";
  const plan = translateToOctavia(readSpecs(objectsOf(input)), { settings: { ...settings, naming } });
  const status = plan.statuses.find(({ object }) => object.kind === "Service" && object.name === input.service.metadata.name);
  const planned = plan.resources.find(({ owners }) => owners.some(({ name }) => name === input.service.metadata.name));
  const actual = planned
    ? flatten(planned.inputs, plan.shown.tags)
    : { loadbalancer: null, listeners: [], pools: [], members: [], healthmonitors: [] };
  const found = Object.entries(expect).flatMap(([key, expected]) => {
    if (key === "skipped")
      return status?.state === "skipped" && !planned ? missing(expected, status.description, key) : [`not skipped: ${brief(status)}`];
    if (key === "error_contains" || key === "warning_contains") return contains(plan, expected);
    if (key.endsWith("_absent_fields")) return absent(actual, key.slice(0, -"_absent_fields".length), expected);
    if (key.endsWith("_allowed_cidrs_set")) return cidrs(actual[key.slice(0, -"_allowed_cidrs_set".length)], expected);
    return missing(expected, actual[key], key);
  });
  return [...found, ...faultsOf(plan)];
}

function contains(plan, expected) {
  const texts = [...plan.diagnostics, ...plan.statuses.flatMap(({ diagnostics }) => diagnostics)].map(({ message }) => message);
  return [expected]
    .flat()
    .flatMap((text) => (texts.some((message) => message.includes(text)) ? [] : [`nothing says ${brief(text)}, but ${brief(texts)}`]));
}

function absent(actual, key, fields) {
  return [actual[key]]
    .flat()
    .flatMap((body) =>
      fields.filter((field) => body?.[field] !== undefined).map((field) => `${key}.${field}: expected nothing, got ${brief(body[field])}`),
    );
}

function cidrs(listeners, expected) {
  return listeners.flatMap(({ name, allowed_cidrs: got = [] }) =>
    [...got].sort().join() === [...expected].sort().join() ? [] : [`${name}.allowed_cidrs: expected ${brief(expected)}, got ${brief(got)}`],
  );
}
