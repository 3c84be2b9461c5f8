import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { L7PolicyBody, LoadBalancerBody } from "../../../resources/octavia/types";
import { readSpecs } from "../../../sdk/frontends";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { faultless } from "../../support/faults";
import { holds } from "../../support/requests";
import { draws } from "../../support/tier";
import { garbage, shuffled, unique } from "./arbitraries";

const settings = fc.record({
  naming: fc.constantFrom("kuryr", "occm"),
  service_subnet_id: fc.constant("s"),
  subnet_id: fc.constant("s"),
  octavia_version: fc.constantFrom("2.30", "2.26", "v2.12", "2.4"),
  create_monitor: fc.boolean(),
});

const run = (objects: unknown[], given: Record<string, unknown>) => {
  const plan = faultless(translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: given }));
  return { ...octaviaObjects(plan, { showSecrets: true }), statuses: plan.statuses };
};

/** Answers a request as Octavia does: redirects to URLs before pools, then by position. */
function answer(policies: readonly L7PolicyBody[], host: string, path: string): L7PolicyBody | undefined {
  const rank = ({ action, position }: L7PolicyBody) => (action === "REDIRECT_TO_POOL" ? 1e6 : 0) + position;
  return [...policies].sort((a, b) => rank(a) - rank(b)).find(({ rules }) => rules.every((rule) => holds(rule, host, path)));
}

const policiesOf = (body: LoadBalancerBody, protocol: string) => body.listeners?.find((l) => l.protocol === protocol)?.l7policies ?? [];

describe("translation to Octavia", () => {
  it("gives the same result for the same objects in any order", () => {
    fc.assert(
      fc.property(unique, settings, fc.integer(), (objects, given, seed) => {
        expect(run(shuffled(objects, seed), given)).toEqual(run(objects, given));
      }),
      { numRuns: draws(300) },
    );
  });

  it("never refers to what it does not make, makes no name and no port twice, and counts positions from 1", () => {
    fc.assert(
      fc.property(unique, settings, (objects, given) => {
        const { loadbalancers = [], secrets = [] } = run(objects, given).objects;
        const names = new Set(loadbalancers.map(({ name }) => name));
        expect(names.size).toBe(loadbalancers.length);
        const stored = new Set(secrets.map(({ name }) => name));
        for (const body of loadbalancers) {
          const pools = new Set((body.pools ?? []).map(({ name }) => name));
          const listeners = body.listeners ?? [];
          const ports = listeners.map((l) => `${l.protocol === "UDP" || l.protocol === "SCTP" ? l.protocol : "TCP"} ${l.protocol_port}`);
          expect(new Set(ports).size).toBe(ports.length);
          for (const { l7policies = [], default_tls_container_ref: first, sni_container_refs: others = [] } of listeners) {
            expect(l7policies.map(({ position }) => position)).toEqual(l7policies.map((_, index) => index + 1));
            expect(new Set(l7policies.map(({ name }) => name)).size).toBe(l7policies.length);
            for (const { redirect_pool: pool } of l7policies) if (pool) expect(pools).toContain(pool.name);
            for (const ref of [...(first ? [first] : []), ...others]) if (typeof ref === "object") expect(stored).toContain(ref.name);
          }
        }
      }),
      { numRuns: draws(300) },
    );
  });

  it("sends a request to the longest path of its host, and to https where the host is secure", () => {
    const path = fc.constantFrom("/", "/x", "/x/y", "/x/y/z", "/xy", "/X", "/other");
    fc.assert(
      fc.property(unique, path, fc.constantFrom("clear", "tls"), (objects, expected, on) => {
        const body = run(objects, { service_subnet_id: "s" }).objects.loadbalancers?.find(({ name }) => name.startsWith("kube_ingress"));
        const policies = body ? policiesOf(body, on === "clear" ? "HTTP" : "TERMINATED_HTTPS") : [];
        const found = answer(policies, "a.com", expected);
        const pathOf = ({ rules }: L7PolicyBody) => rules.find(({ type, invert }) => type === "PATH" && !invert)?.value ?? "";
        const rivals = policies.filter((policy) => policy !== found && policy.rules.every((rule) => holds(rule, "a.com", expected)));
        const forHost = ({ rules }: L7PolicyBody) =>
          rules.some(({ type, value, invert }) => type === "HOST_NAME" && !invert && !value.startsWith("^[^.]+"));
        for (const rival of rivals.filter((policy) => found && forHost(policy) === forHost(found)))
          expect(pathOf(rival).length).toBeLessThanOrEqual(pathOf(found!).length);
        if (found && !forHost(found)) expect(rivals.some(forHost)).toBe(false);
      }),
      { numRuns: draws(500) },
    );
  });

  it("never throws, whatever the objects look like", () => {
    fc.assert(
      fc.property(garbage, settings, (values, given) => {
        const { statuses } = run(values, given);
        for (const status of statuses) expect(status.state === "rejected" ? status.diagnostics.length : 1).toBeGreaterThan(0);
      }),
      { numRuns: draws(500) },
    );
  });
});
