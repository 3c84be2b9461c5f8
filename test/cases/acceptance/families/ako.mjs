import { aviObjects, readSpecs, translateToAvi } from "../../../../dist/sdk/index.js";
import { differences } from "../lib/diff.mjs";
import { faultsOf } from "../lib/faults.mjs";
import { normalize, policyOrder, withoutLeftovers } from "./ako-normalize.mjs";

/** Every step of a case against the translation of all objects that exist after it (cases/ako/README.md). */
export function ako(value) {
  const skip = reasonToSkip(value);
  if (skip) return { skip };
  const state = new Map();
  const problems = [];
  for (const [index, step] of value.steps.entries()) {
    for (const object of [...(step.apply ?? []), ...(step.update ?? [])]) state.set(identity(object), object);
    for (const object of step.delete ?? []) state.delete(identity(object));
    // a step with a fault is about the calls of a resource, not about what the objects mean
    if (step.fault || !step.expect?.objects) continue;
    const specs = readSpecs([...state.values()].map((object) => ({ value: object })));
    const plan = translateToAvi(specs, { settings: value.settings });
    const { objects, owners } = aviObjects(plan, { showSecrets: true });
    const options = { later: index > 0, ga: value.ako_version === "1.2.1" };
    const actual = normalize(objects, options);
    const expected = withoutLeftovers(normalize(step.expect.objects, options), actual, options);
    const order = options.later || value.settings.l7ShardingScheme === "namespace" ? [] : policyOrder(step.expect.objects, objects, owners);
    problems.push(...[...differences(expected, actual), ...order, ...faultsOf(plan)].map((text) => `step ${index + 1}: ${text}`));
  }
  return { problems };
}

function identity(object) {
  return `${object.kind} ${object.metadata.namespace ?? "default"}/${object.metadata.name}`;
}

function reasonToSkip({ ako_version: version, steps }) {
  if (version === "today") return "recorded from a later AKO, for reading only (cases/ako/README.md)";
  const types = new Set(steps.flatMap((step) => Object.keys(step.expect?.objects ?? {})));
  const layer4 = version === "1.2.1" && types.has("l4policyset");
  return layer4 ? "layer 4 of AKO 1.2.1 is not followed (cases/ako/README.md)" : undefined;
}
