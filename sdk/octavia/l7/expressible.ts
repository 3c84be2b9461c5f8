import { type Backend, type Forward, speaksTls } from "../../routing";
import type { Lowering } from "../context";

/** Why Octavia cannot serve this route as it is meant; undefined when it can (contour.md 5.3). */
export function unservable({ can }: Lowering, { backends, retry, rewrite }: Forward): string | undefined {
  if (retry) return "requests cannot be tried again";
  if (rewrite !== undefined) return "paths cannot be rewritten";
  const random = backends.find(({ strategy }) => strategy === "Random");
  if (random) return `Octavia has no algorithm for the strategy Random of Service ${nameOf(random)}`;
  const h2c = backends.find(({ protocol }) => protocol === "h2c");
  if (h2c) return `Octavia does not speak HTTP/2 in clear text to Service ${nameOf(h2c)}`;
  const named = backends.find(({ validation }) => validation?.subjectName);
  if (named) return `Octavia does not check that the certificates of Service ${nameOf(named)} are for ${named.validation?.subjectName}`;
  if (!can.has("clientTls") && backends.some(speaksTls)) return `TLS to the servers: ${can.missing("clientTls")}`;
  return differing(backends);
}

/** A flat object as text, whatever the order of its fields. */
export const flatText = (value: object) => JSON.stringify(value, Object.keys(value).sort());

/** All services of a route are one pool, with one algorithm, one monitor and one protocol. */
function differing(backends: readonly Backend[]): string | undefined {
  const [first, ...others] = backends;
  const same = {
    strategies: ({ strategy = "RoundRobin" }: Backend) => strategy,
    protocols: ({ protocol }: Backend) => protocol ?? "",
    "health checks": ({ healthCheck }: Backend) => (healthCheck ? flatText(healthCheck) : ""),
    validations: ({ validation }: Backend) => validation?.caCertificate ?? "",
  };
  for (const [what, of] of Object.entries(same)) {
    const other = first && others.find((backend) => of(backend) !== of(first));
    if (first && other) return `Services ${nameOf(first)} and ${nameOf(other)} share a pool and have different ${what}`;
  }
  return undefined;
}

const nameOf = ({ service }: Backend) => `${service.namespace}/${service.name}`;
