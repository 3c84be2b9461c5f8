import fc from "fast-check";
import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { checkedRoute, container, endpoints, ingress, monitored, node, service, workload } from "../../support/readiness";
import { draws } from "../../support/tier";
import { garbage, shuffled } from "./arbitraries";

// Random workloads: nothing throws, their order means nothing, and by default no object on a load balancer changes.

const orGarbage = <T>(sound: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: sound as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: garbage });

const port = orGarbage(fc.constantFrom<unknown>(8080, 9000, 80, "http", "admin", "8080", "none"));
const header = fc.record({ name: fc.constantFrom("Host", "host", "X-Token"), value: orGarbage(fc.constantFrom("a.com", "a\r\nb")) });
const whole = orGarbage(fc.constantFrom(0, -1, 1, 2, 7, 60, 5000, 2 ** 31, 1.5));
const times = fc.record(
  { periodSeconds: whole, timeoutSeconds: whole, successThreshold: whole, failureThreshold: whole },
  { requiredKeys: [] },
);

const request = fc.record(
  {
    path: orGarbage(fc.constantFrom("/", "/healthz", "healthz", "", "/a b", "//x", "/a?b=1", "/é")),
    port,
    scheme: orGarbage(fc.constantFrom("HTTP", "HTTPS", "https")),
    host: fc.constantFrom("", "10.0.0.9"),
    httpHeaders: orGarbage(fc.array(header, { maxLength: 2 })),
  },
  { requiredKeys: ["port"] },
);

const how = fc.oneof(
  { weight: 6, arbitrary: request.map((httpGet) => ({ httpGet })) },
  { weight: 2, arbitrary: port.map((one) => ({ tcpSocket: { port: one } })) },
  { weight: 1, arbitrary: fc.constantFrom({ exec: {} }, { grpc: { port: 8080 } }, {}) },
);
const probe = orGarbage(fc.tuple(how, times).map(([one, more]) => ({ ...one, ...more })));
const ports = orGarbage(
  fc.subarray(
    [
      { name: "http", containerPort: 8080 },
      { name: "admin", containerPort: 9000 },
      { containerPort: 80, protocol: "UDP" },
    ],
    { minLength: 0 },
  ),
);
const containers = fc.array(
  fc
    .tuple(fc.option(probe), ports)
    .map(([readinessProbe, own]) => container(undefined, { ports: own, ...(readinessProbe ? { readinessProbe } : {}) })),
  { minLength: 1, maxLength: 3 },
);

const pods = fc
  .tuple(containers, fc.constantFrom("Deployment", "StatefulSet", "DaemonSet", "Pod"), fc.constantFrom("a", "b"), fc.boolean())
  .map(([list, kind, name, matches]): object => workload(list, { kind, name, ...(matches ? {} : { labels: { app: "other" } }) }));
const broken = fc.record({ apiVersion: fc.constant("apps/v1"), kind: fc.constant("Deployment"), metadata: garbage, spec: garbage });
const workloads = fc.array(fc.oneof({ weight: 8, arbitrary: pods }, { weight: 1, arbitrary: broken }), { maxLength: 4 });

const web = fc.constantFrom(
  service(),
  service({ type: "LoadBalancer", clusterIP: "10.5.0.1" }),
  service({
    ports: [
      { name: "http", port: 80, targetPort: "http", nodePort: 30080 },
      { name: "admin", port: 90, targetPort: "admin", nodePort: 30090 },
    ],
  }),
  service({ type: "LoadBalancer", ports: [{ name: "dns", port: 53, protocol: "UDP", nodePort: 30053 }] }),
);
const variant = fc.constantFrom<["avi" | "octavia", object]>(
  ["avi", {}],
  ["avi", { serviceType: "NodePort" }],
  ["octavia", {}],
  ["octavia", { naming: "occm", subnet_id: "s", create_monitor: true }],
);

it("nothing throws, order means nothing, and by default no body changes", () => {
  fc.assert(
    fc.property(workloads, web, variant, fc.integer(), (list, own, [to, settings], seed) => {
      const specs = [own, endpoints, node, ingress, checkedRoute()];
      const all = [...specs, ...list];
      const usual = monitored(to, all, settings);
      expect(usual.bodies).toEqual(monitored(to, specs, settings).bodies);
      expect(usual.said("LB1321")).toEqual([]);
      for (const given of [settings, { ...settings, healthMonitor: "readiness" }]) {
        const [first, second] = [monitored(to, all, given), monitored(to, shuffled(all, seed), given)];
        expect(second.bodies).toEqual(first.bodies);
        expect([second.said("LB1320").sort(), second.said("LB1321").sort()]).toEqual([
          first.said("LB1320").sort(),
          first.said("LB1321").sort(),
        ]);
      }
    }),
    { numRuns: draws(300) },
  );
});

it("a monitor that follows is one that the API takes", () => {
  fc.assert(
    fc.property(workloads, web, variant, (list, own, [to, settings]) => {
      const { monitors, bodies } = monitored(to, [own, endpoints, node, ingress, ...list], { ...settings, healthMonitor: "readiness" });
      for (const one of monitors) {
        const avi = to === "avi";
        const [period, timeout] = avi ? [one.send_interval, one.receive_timeout] : [one.delay, one.timeout];
        const counts = avi ? [one.successful_checks, one.failed_checks] : [one.max_retries, one.max_retries_down];
        expect(period).toSatisfy((value: number) => Number.isInteger(value) && value >= 1 && value <= (avi ? 3600 : 2 ** 31 - 1));
        expect(timeout).toSatisfy((value: number) => Number.isInteger(value) && value >= 1 && value <= Number(period));
        for (const count of counts)
          expect(count).toSatisfy((value: number) => Number.isInteger(value) && value >= 1 && value <= (avi ? 50 : 10));
      }
      expect(JSON.stringify(bodies)).not.toMatch(/X-Token|a\\r\\nb|\/a b/);
    }),
    { numRuns: draws(300) },
  );
});

it("every workload that is read has a name, containers and sound times", () => {
  fc.assert(
    fc.property(workloads, (list) => {
      for (const { ref, containers: all } of readSpecs(list.map((value) => ({ value }))).probedWorkloads) {
        expect(ref.name).not.toBe("");
        for (const { probe: one } of all)
          if (one) expect(Math.min(one.periodSeconds, one.timeoutSeconds, one.failureThreshold)).toBeGreaterThanOrEqual(1);
      }
    }),
    { numRuns: draws(300) },
  );
});
