import type { RoutingTable } from "../../requests/table/routing-table";
import type { RoutingModel } from "../routing";
import { type Secret, type SpecSet, UNKNOWN } from "../specs";
import { desiredRules } from "./desired";

/** A host lacks few things one after the other. */
const ROUNDS = 4;

/**
 * Rules that the specs ask for. A host whose Secret is missing is asked for too, as if the Secret were there: the model has no routes of it.
 *
 * @param asks the model of specs, as one target reads them
 */
export function desiredOfSpecs(specs: SpecSet, asks: (specs: SpecSet) => RoutingModel): RoutingTable {
  let [known, model] = [specs, asks(specs)];
  for (let round = 0; round < ROUNDS; round++) {
    const missing = missingSecrets(model, known);
    if (missing.length === 0) break;
    known = { ...known, secrets: new Map([...known.secrets, ...missing.map((key) => [key, standIn(key)] as const)]) };
    model = asks(known);
  }
  return desiredRules(model);
}

/** `namespace/name` of the Secrets that are not among the specs and that a host is not served without. */
function missingSecrets({ missing }: RoutingModel, { secrets }: SpecSet): string[] {
  const named = Object.values(missing).flatMap((what) => /^Secret (\S+\/\S+)$/.exec(what)?.[1] ?? []);
  return [...new Set(named)].filter((key) => !secrets.has(key));
}

/** A Secret whose contents nobody knows. */
function standIn(key: string): Secret {
  const [namespace = "", name = ""] = key.split("/");
  return {
    ref: { apiVersion: "v1", kind: "Secret", namespace, name },
    meta: { labels: {}, annotations: {} },
    type: "kubernetes.io/tls",
    values: { "tls.crt": UNKNOWN, "tls.key": UNKNOWN, "ca.crt": UNKNOWN },
    keysIn: [],
  };
}
