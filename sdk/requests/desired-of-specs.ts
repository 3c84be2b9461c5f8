// The desired routing table of specs, including hosts whose Secret is missing.

import type { RoutingTable } from "../../requests/table/routing-table";
import type { RoutingModel } from "../routing";
import { type Secret, type SpecSet, UNKNOWN } from "../specs";
import { desiredRules } from "./desired";

/** Limit of repetitions: a host may need several Secrets in turn. */
const ROUNDS = 4;

/**
 * Desired rules of specs. Hosts whose Secret is missing are included, as if it existed: the model has no routes for them.
 *
 * @param modelOf model of specs for one target
 */
export function desiredOfSpecs(specs: SpecSet, modelOf: (specs: SpecSet) => RoutingModel): RoutingTable {
  let [specsWithSecrets, model] = [specs, modelOf(specs)];
  for (let round = 0; round < ROUNDS; round++) {
    const missing = missingSecrets(model, specsWithSecrets);
    if (missing.length === 0) break;
    specsWithSecrets = {
      ...specsWithSecrets,
      secrets: new Map([...specsWithSecrets.secrets, ...missing.map((key) => [key, standIn(key)] as const)]),
    };
    model = modelOf(specsWithSecrets);
  }
  return desiredRules(model);
}

/** `namespace/name` of missing Secrets that hosts need. */
function missingSecrets({ missing }: RoutingModel, { secrets }: SpecSet): string[] {
  const named = Object.values(missing).flatMap((what) => /^Secret (\S+\/\S+)$/.exec(what)?.[1] ?? []);
  return [...new Set(named)].filter((key) => !secrets.has(key));
}

/** A Secret with unknown contents. */
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
