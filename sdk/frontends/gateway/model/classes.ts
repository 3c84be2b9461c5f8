// Selects the Gateways of classes that the target serves, and describes those classes.

import type { Resolution } from "../../../routing/front-end";
import type { GatewayRules } from "../../../routing/gateway/rules";
import { diagnose, keyOf, objectsOf } from "../../../specs";
import { type GatewayClass, gatewayClassReader } from "../gateway-class-reader";
import { type Gateway, gatewayReader } from "../gateway-reader";
import { Conditions } from "./conditions";
import { describeVersion, reportMissing } from "./definitions";

/** Limit of named Gateways of other classes in a message. */
const NAMED = 3;

/** The Gateways of our classes, sorted. Our classes get a status; Gateways of other classes are named in one notice. */
export function ownGateways(resolution: Resolution, rules: GatewayRules): Gateway[] {
  const { specs } = resolution;
  const ours = new Map(describeClasses(resolution, rules).map((one) => [one.ref.name, one]));
  const all = objectsOf(specs, gatewayReader);
  if (rules.everyClass) return all;
  reportOthers(
    all.filter(({ spec }) => !ours.has(spec.gatewayClassName)),
    resolution,
    rules,
  );
  return all.filter((gateway) => {
    const gatewayClass = ours.get(gateway.spec.gatewayClassName);
    if (gatewayClass) reportMissing(resolution, rules, gateway, gatewayClass);
    return gatewayClass !== undefined;
  });
}

/** Our classes with their statuses. A class with parameters is refused, but its Gateways are served: no other controller serves them. */
function describeClasses(resolution: Resolution, { controllers, everyClass, features, target }: GatewayRules): GatewayClass[] {
  const all = objectsOf(resolution.specs, gatewayClassReader);
  const classes = all.filter(({ spec }) => everyClass || controllers.includes(spec.controllerName));
  for (const gatewayClass of classes) {
    const { parametersRef } = gatewayClass.spec;
    const message = parametersRef && `${target} reads no parameters of a class, ${parametersRef.kind} ${parametersRef.name} has no effect`;
    if (message)
      resolution.reportTo(
        gatewayClass.ref,
        diagnose("LB1708", gatewayClass.ref, "/spec/parametersRef", message, { remedy: "Use settings instead." }),
      );
    resolution.setStatus(gatewayClass, message ? { state: "rejected", description: message } : { state: "ready", description: "" });
    const conditions = new Conditions(gatewayClass.generation).unless(
      "Accepted",
      message ? { reason: "InvalidParameters", message } : undefined,
      `the Gateways of this class are served by ${target}`,
    );
    describeVersion(resolution, gatewayClass, conditions);
    const supportedFeatures = features.map((name) => ({ name }));
    resolution.describe(gatewayClass, () => ({ fields: { conditions: conditions.all(), supportedFeatures } }));
  }
  return classes;
}

/** Names Gateways of other classes, so that a misspelt class is noticed. */
function reportOthers(others: readonly Gateway[], { report }: Resolution, { controllers }: GatewayRules): void {
  const [first] = others;
  if (!first) return;
  const named = others.slice(0, NAMED).map(({ ref, spec }) => `${keyOf(ref)} (${spec.gatewayClassName})`);
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : "";
  const are = others.length === 1 ? "1 Gateway is" : `${others.length} Gateways are`;
  const message = `${are} ignored, with no GatewayClass of ${controllers.join(" or ")} among the specs: ${named.join(", ")}${more}`;
  report(diagnose("LB1707", first.ref, "/spec/gatewayClassName", message));
}
