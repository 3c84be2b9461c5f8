import fc from "fast-check";
import { expect, it } from "vitest";
import { isPoolRef } from "../../kinds/octavia/pool";
import type { L7PolicyBody, ListenerBody, LoadBalancerBody } from "../../kinds/octavia/types";
import { readSpecs } from "../../sdk/frontends";
import { octaviaObjects } from "../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../sdk/targets/octavia/translate";
import { ingressV1, secret, served } from "../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../support/pem";
import { holds } from "../support/requests";
import { converted, GATEWAY_SETTINGS } from "../support/to-gateway";

// Clients get from Octavia the same answers with the written manifests as with the Ingresses.

const SERVICES = ["a", "b", "c"];
const EXACT = ["x.example.com", "y.example.com"];
const path = fc.record({
  host: fc.constantFrom(...EXACT, "*.example.com", undefined),
  path: fc.constantFrom("/", "/a", "/a/", "/a/b", "/ab", "/a/b/c", "/a/bc", "/a/b.c", "/a/b/cd"),
  type: fc.constantFrom("Exact" as const, "Prefix" as const, "ImplementationSpecific" as const),
  service: fc.constantFrom(...SERVICES),
});
const scene = fc
  .record({
    some: fc.array(path, { minLength: 1, maxLength: 6 }),
    others: fc.array(path, { maxLength: 3 }),
    isSecure: fc.boolean(),
    fallback: fc.constantFrom(undefined, "c"),
  })
  .map(({ some, others, isSecure, fallback }) => [
    ...SERVICES.flatMap((name, i) => served(name, i + 1)),
    secret("cert", CERTIFICATE, PRIVATE_KEY),
    ingressV1("some", some, { defaultService: fallback, ...(isSecure ? { tls: EXACT } : {}) }),
    ...(others.length > 0 ? [ingressV1("others", others)] : []),
  ]);

const HOSTS = [...EXACT, "z.example.com", "other.org"];
const PATHS = ["/", "/a", "/a/", "/a/b", "/a/bx", "/ab", "/abc", "/a/b/", "/a/b/c", "/a/b/cd", "/a/bc/d", "/a/b.c", "/a/b.cd", "/b"];

function balancers(objects: readonly unknown[]): LoadBalancerBody[] {
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: GATEWAY_SETTINGS.octavia });
  return octaviaObjects(plan, { showSecrets: true }).objects.loadbalancers ?? [];
}

/** Answer of a listener: redirects to URLs before pools, then by position, then the default pool. */
function answer(balancer: LoadBalancerBody, { l7policies = [], default_pool }: ListenerBody, host: string, at: string): string {
  const rank = ({ action, position }: L7PolicyBody) => (action === "REDIRECT_TO_POOL" ? 1e6 : 0) + position;
  const found = [...l7policies].sort((a, b) => rank(a) - rank(b)).find(({ rules }) => rules.every((rule) => holds(rule, host, at)));
  if (found?.redirect_prefix !== undefined) return `${found.redirect_http_code ?? 302} ${found.redirect_prefix}`;
  const pool = found?.redirect_pool ?? default_pool;
  if (!pool) return "503";
  const whole = !isPoolRef(pool) ? pool : balancer.pools?.find(({ name }) => name === pool.name);
  return (whole?.members ?? [])
    .map((member) => `${member.address}:${member.protocol_port}`)
    .sort()
    .join(" ");
}

function answers(all: readonly LoadBalancerBody[]): Record<string, string> {
  return Object.fromEntries(
    [80, 443].flatMap((port) =>
      HOSTS.flatMap((host) =>
        PATHS.map((at): [string, string] => {
          const of = all.flatMap((one) =>
            (one.listeners ?? []).filter(({ protocol_port }) => protocol_port === port).map((listener) => answer(one, listener, host, at)),
          );
          return [`${port} ${host}${at}`, of[0] ?? "503"];
        }),
      ),
    ),
  );
}

it("gives every request the answer of the Ingresses where nothing is lost", () => {
  let compared = 0;
  fc.assert(
    fc.property(scene, (objects) => {
      const { manifests, losses, differences } = converted("octavia", objects);
      if (losses.some(({ message }) => !message.includes("one label in the place"))) return;
      compared++;
      expect(differences).toEqual([]);
      const kept = objects.filter(({ kind }) => kind !== "Ingress");
      const [was, is] = [balancers(objects), balancers([...kept, ...manifests])];
      expect([was.length, answers(is)]).toEqual([is.length, answers(was)]);
    }),
    { numRuns: 150 },
  );
  expect(compared).toBeGreaterThan(25);
});
