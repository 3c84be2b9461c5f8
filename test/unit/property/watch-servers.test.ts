import fc from "fast-check";
import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { resourceKey } from "../../../sdk/plan";
import type { TargetName } from "../../../sdk/targets";
import { memberKey } from "../../../sdk/watch/terms/cluster-object";
import { hasMembers, membersOf } from "../../../sdk/watch/terms/pool-members";
import { ReviewedPlan } from "../../../sdk/watch/translate/reviewed-plan";
import { translationOf } from "../../../sdk/watch/translate/translation";
import { root } from "../../support/contour";
import { gateway, gatewayClass, http, httpRoute, rule, tcpRoute } from "../../support/gateway-manifests";
import { endpoints, ingress, node, openShiftRoute, service } from "../../support/manifests";
import { draws } from "../../support/tier";

// However Endpoints, EndpointSlices, Pods and nodes move: the servers of each pool, worked out by the ports of Services, are those of a translation
// of all specs, and the resources that are said to have changed are those that have.

const NAMES = ["a", "b", "c"] as const;
const name = fc.constantFrom(...NAMES);
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const portName = fc.constantFrom("http", "alt");
const hosts = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 });

const PORTS = [
  [{ port: 80, nodePort: 31000 }],
  [{ name: "http", port: 80, targetPort: 8080, nodePort: 31000 }],
  [
    { name: "http", port: 80, targetPort: "web", nodePort: 31000 },
    { name: "alt", port: 81, targetPort: "web", nodePort: 31001 },
  ],
  [
    { name: "http", port: 80, targetPort: 8080, nodePort: 31000 },
    { name: "dns", port: 80, protocol: "UDP", targetPort: 8080, nodePort: 31002 },
  ],
];
const services = fc.tuple(
  ...NAMES.map((of) =>
    fc
      .record({
        ports: fc.constantFrom(...PORTS),
        type: fc.constantFrom("ClusterIP", "NodePort", "LoadBalancer"),
        externalTrafficPolicy: often(fc.constant("Local")),
        healthCheckNodePort: often(fc.constant(32000)),
        ipFamilies: often(fc.constantFrom(["IPv4"], ["IPv6"], ["IPv4", "IPv6"])),
        drained: often(fc.constantFrom("10.0.0.1", "n1, a1", "b2")),
      })
      .map(({ ports, type, drained, ...more }) => {
        const made = service(of, ports, type);
        const annotations = drained ? { "k8s-lb.io/drained": drained } : {};
        const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
        return { ...made, metadata: { ...made.metadata, annotations }, spec: { ...made.spec, selector: { app: of }, ...given } };
      }),
  ),
);

const weights = fc.uniqueArray(fc.tuple(name, fc.constantFrom(0, 1, 3)), { minLength: 1, maxLength: 3, selector: ([of]) => of });
const port = fc.constantFrom(80, 80, 81, 9, "http", "alt");
const asking = fc.tuple(
  fc
    .array(fc.record({ host: fc.constantFrom("a.com", "b.com"), path: fc.constantFrom("/", "/x"), service: name, port }), { maxLength: 3 })
    .map((rules) => ingress({ name: "web", rules })),
  fc.tuple(weights, fc.constantFrom(8080, 8081, 80, "http"), fc.boolean()).map(([list, targetPort, through]) => {
    const [to, ...alternateBackends] = list.map(([of, weight]) => ({ kind: "Service", name: of, weight }));
    const tls = through ? { termination: "passthrough" } : undefined;
    return openShiftRoute("shop", { host: "route.com", to, alternateBackends, port: { targetPort }, tls });
  }),
  fc
    .tuple(weights, fc.constantFrom("ours", "theirs"))
    .map(([list, parent]) => httpRoute("web", parent, [rule("/", Object.fromEntries(list))])),
  fc.tuple(name, fc.constantFrom("ours", "theirs")).map(([of, parent]) => tcpRoute("db", `${parent}#tcp`, of)),
  weights.map((list) =>
    root("default/root", {
      fqdn: "contour.com",
      routes: [{ match: "/", services: list.map(([of, weight]) => ({ name: of, port: 80, weight })) }],
    }),
  ),
);
const structure = fc
  .tuple(services, asking)
  .map((lists) => [
    gatewayClass("ours", "k8s-lb.io/avi"),
    gatewayClass("theirs", "k8s-lb.io/octavia"),
    ...["ours", "theirs"].map((gatewayClassName) =>
      gateway(gatewayClassName, [http("http"), { name: "tcp", port: 9000, protocol: "TCP" }], { gatewayClassName }),
    ),
    ...lists.flat(),
  ]);

const endpointsOf = fc.tuple(name, hosts, hosts, often(portName), fc.constantFrom(8080, 8081)).map(([of, ready, unready, called, at]) => {
  const made = endpoints(of, [], called ? [{ name: called, port: at }] : at);
  const addresses = (list: readonly number[]) =>
    list.map((last) => ({ ip: `10.0.0.${last}`, nodeName: `n${last % 3}`, targetRef: { kind: "Pod", name: `${of}${last}` } }));
  const subsets = made.subsets.map((one) => ({ ...one, addresses: addresses(ready), notReadyAddresses: addresses(unready) }));
  return { ...made, subsets: ready.length + unready.length > 0 ? subsets : [] };
});
const sliceOf = fc
  .record({ of: name, six: fc.boolean(), ports: fc.uniqueArray(portName, { maxLength: 2 }), at: fc.constantFrom(8080, 8081), list: hosts })
  .chain((given) => fc.record({ given: fc.constant(given), ready: often(fc.boolean()), terminating: often(fc.boolean()) }))
  .map(({ given: { of, six, ports, at, list }, ready, terminating }) => ({
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: `${of}-${six ? 6 : 4}`, namespace: "default", labels: { "kubernetes.io/service-name": of } },
    addressType: six ? "IPv6" : "IPv4",
    endpoints: list.map((last) => ({
      addresses: [six ? `fd00::${last}` : `10.0.0.${last}`],
      conditions: { ready, terminating },
      nodeName: `n${last % 3}`,
      targetRef: { kind: "Pod", name: `${of}${last}` },
    })),
    ports: ports.map((called, index) => ({ name: called, port: at + index, protocol: "TCP" })),
  }));
const pod = fc
  .tuple(name, fc.integer({ min: 1, max: 4 }), often(fc.constantFrom(61000, 62000)), fc.boolean())
  .map(([of, last, nodePort, ready]) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: `${of}${last}`,
      namespace: "default",
      labels: { app: of },
      annotations: nodePort ? { "nodeportlocal.antrea.io": JSON.stringify([{ podPort: 8080, nodeIP: "10.1.0.1", nodePort }]) } : {},
    },
    spec: { containers: [{ name: "c", ports: [{ name: "web", containerPort: 8080 }] }] },
    status: { conditions: [{ type: "Ready", status: ready ? "True" : "False" }] },
  }));
const nodeOf = fc
  .tuple(fc.integer({ min: 0, max: 2 }), fc.boolean(), fc.constantFrom("10.244.0.0/24", "fd00:10::/64"))
  .map(([last, ready, range]) => {
    const made = node(`n${last}`, `10.1.0.${last + 1}`, range);
    return { ...made, status: { ...made.status, conditions: [{ type: "Ready", status: ready ? "True" : "False" }] } };
  });
const member = fc.oneof(
  { weight: 4, arbitrary: sliceOf },
  { weight: 3, arbitrary: endpointsOf },
  { weight: 2, arbitrary: pod },
  { weight: 1, arbitrary: nodeOf },
);
const raw = (value: unknown) => ({ value });
const first = fc.uniqueArray(member, { minLength: 6, maxLength: 14, selector: (one) => memberKey(raw(one)) });
const events = fc.array(fc.array(fc.record({ one: member, gone: fc.boolean() }), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
});

const CHOICES: readonly (readonly [TargetName, { readonly [name: string]: unknown }])[] = [
  ["avi", { naming: "ako-1.2" }],
  ["avi", { naming: "ako-1.2", serviceType: "NodePort" }],
  ["avi", { naming: "ako-2", bundles: "on" }],
  ["avi", { naming: "ako-2-evh", serviceType: "NodePort" }],
  ["avi", { naming: "ako-2", serviceType: "NodePortLocal" }],
  ["octavia", { naming: "kuryr", service_subnet_id: "s" }],
  ["octavia", { naming: "occm", subnet_id: "s", create_monitor: true }],
  ["octavia", { naming: "kuryr", service_subnet_id: "s", responders: { notFound: "default/a:80" } }],
];

/** The servers of each pool in the translation of all objects. */
function serversOf(translate: NonNullable<ReturnType<typeof translationOf>>, objects: readonly object[]) {
  const holding = translate(readSpecs(objects.map(raw))).resources.filter(({ kind, inputs }) => hasMembers(kind, inputs));
  return new Map(holding.map((one) => [resourceKey(one), membersOf(one.kind, one.inputs)]));
}

test.each(CHOICES)("servers on %s with %j are those of a whole translation", (target, settings) => {
  const options = { owner: "pulumi-k8s-lb:p/s/c/main", settings };
  const translate = translationOf({ target, kind: "KubernetesCluster", name: "main", options });
  if (!translate) throw new Error("the target has a translation");
  let moved = 0;
  fc.assert(
    fc.property(structure, first, events, (objects, members, batches) => {
      const present = new Map(members.map((one) => [memberKey(raw(one)), one as object]));
      const plan = new ReviewedPlan(translate);
      plan.replace(objects.map(raw), members.map(raw));
      let before = serversOf(translate, [...objects, ...present.values()]);
      expect(plan.servers).toEqual(before);
      for (const batch of batches) {
        for (const { one, gone } of batch) {
          plan.update(raw(one), gone);
          if (gone) present.delete(memberKey(raw(one)));
          else present.set(memberKey(raw(one)), one);
        }
        const changed = plan.translateUpdates();
        const now = serversOf(translate, [...objects, ...present.values()]);
        expect(plan.servers).toEqual(now);
        const differs = [...now].filter(([key, pools]) => JSON.stringify([...pools]) !== JSON.stringify([...(before.get(key) ?? [])]));
        expect([...changed].sort()).toEqual(differs.map(([key]) => key).sort());
        moved += changed.size;
        before = now;
      }
    }),
    { numRuns: draws(45) },
  );
  expect(moved).toBeGreaterThan(0);
});
