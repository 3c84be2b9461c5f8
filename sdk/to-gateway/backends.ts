// Writes the backend references of Routes.

import type { Backend, Rule } from "../routing";
import { keyOf } from "../specs";
import type { Writing } from "./context";
import { pointerOf } from "./losses";
import type { BackendReference } from "./manifests";

const MOST_WEIGHT = 1_000_000;

/** A rule, or a default backend, that leads to Services. */
type Source = Pick<Rule, "at" | "owner">;

/**
 * References to the Services of a rule; undefined where it cannot be written. What is lost of each is noted.
 *
 * @param kind the kind of Route that has the rule
 */
export function referencesOf(cx: Writing, kind: string, rule: Source, backends: readonly Backend[]): BackendReference[] | undefined {
  const { ref } = rule.owner;
  const weights = weightsOf(backends);
  const references = backends.flatMap((backend, i): BackendReference[] => {
    const { service, port } = backend;
    noteLosses(cx, rule, backend, i);
    if (!port) {
      const message = `no port of Service ${keyOf(service)} is known, and Gateway API needs its number; the reference is not written`;
      cx.losses.add(ref, pointerOf(rule, "service", i), message);
      return [];
    }
    cx.grants.add({ from: { kind, namespace: ref.namespace }, to: { kind: "Service", ...service } });
    const weight = weights?.[i];
    return [
      {
        name: service.name,
        ...(service.namespace === ref.namespace ? {} : { namespace: service.namespace }),
        port: port.port,
        ...(weight === undefined ? {} : { weight }),
      },
    ];
  });
  return references.length > 0 ? references : undefined;
}

/** Whole numbers within the range of Gateway API, in the same proportion; undefined where all have the same part. */
export function weightsOf(backends: readonly Pick<Backend, "weight">[]): number[] | undefined {
  if (backends.every(({ weight }) => weight === undefined)) return undefined;
  const weights = backends.map(({ weight }) => weight ?? 1);
  const most = Math.max(...weights);
  if (most <= MOST_WEIGHT && weights.every(Number.isInteger)) return weights;
  return weights.map((weight) => (weight > 0 ? Math.max(1, Math.round((weight / most) * MOST_WEIGHT)) : 0));
}

const STRATEGIES: ReadonlySet<string> = new Set(["RoundRobin", "WeightedLeastRequest", "Random", "RingHash", "Maglev", "Cookie"]);

function noteLosses({ losses, view }: Writing, rule: Source, { service, strategy, healthCheck }: Backend, index: number): void {
  const { ref } = rule.owner;
  const supported = strategy !== undefined && !STRATEGIES.has(strategy) ? "RoundRobin" : strategy;
  if (supported !== undefined && supported !== view.usualStrategy) {
    const message = `Gateway API has no strategy: requests for Service ${keyOf(service)} are not balanced by ${supported}, but as ${view.rules.target} does by default`;
    losses.add(ref, pointerOf(rule, "strategy", index), message);
  }
  if (healthCheck) {
    const message = `Gateway API has no health checks: servers of Service ${keyOf(service)} are checked as ${view.rules.target} does by default`;
    losses.add(ref, pointerOf(rule, "healthCheck", index), message);
  }
}

/** Protocols that the `appProtocol` of a port names, as they are spoken to servers. */
const PROTOCOLS: Readonly<Record<string, string>> = {
  https: "tls",
  "kubernetes.io/wss": "tls",
  "kubernetes.io/h2c": "h2c",
  grpc: "h2c",
};

/** Reason why servers cannot be spoken to in their protocol through Gateway API; notes the policy for those whose certificates are verified. */
export function protocolFault({ view, policies }: Writing, backend: Backend): string | undefined {
  const { service, port, protocol, validation } = backend;
  if (protocol === undefined && !validation) return undefined;
  const name = keyOf(service);
  if (validation) {
    if (!view.rules.backendTls)
      return `${view.rules.target} serves no BackendTLSPolicy, so the certificates of Service ${name} would not be verified`;
    return policies.add(backend);
  }
  const { appProtocol = "" } = port ?? {};
  const isSpoken = (view.rules.speaks as readonly string[]).includes(appProtocol.replace("kubernetes.io/", "").replace("https", "tls"));
  if (PROTOCOLS[appProtocol] === protocol && isSpoken) return undefined;
  const why = view.rules.speaks.some((one) => one === protocol)
    ? "has no appProtocol for it"
    : `is not spoken to in it by ${view.rules.target} through Gateways`;
  return `the servers of Service ${name} speak ${protocol}, and its port ${why}`;
}
