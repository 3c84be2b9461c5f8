import fc from "fast-check";
import { endpoint, network, pod, service, subnet, vpc } from "../../support/mizar";

/** Two VPCs of one range, with subnets and Networks of two tenants. */
export const topology = [
  vpc("v", "10.0.0.0", 16),
  vpc("w", "10.0.0.0", 16),
  subnet("a", "v", "10.0.0.0", 29),
  subnet("b", "v", "10.0.1.0", 28),
  subnet("c", "w", "10.0.0.0", 28),
  subnet("off", "w", "11.0.0.0", 24),
  network("n1", "v"),
  network("n2", "v"),
  network("n3", "w"),
  network("default", "w", { service: { ipam: "External" } }),
  network("flat", undefined, { type: "flat" }),
  network("n1", "w", {}, "customerB"),
];

const ip = fc
  .tuple(fc.constantFrom("10.0.0", "10.0.1", "11.0.0", "10.0.9"), fc.integer({ min: 0, max: 17 }))
  .map(([net, host]) => `${net}.${host}`);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const nic = fc.record({ subnet: maybe(fc.constantFrom("a", "b", "c", "off", "x", "10.0.1.0/28")), ip: maybe(ip) });
const name = fc.constantFrom("p", "q", "r", "s", "t", "p-q");
const net = fc.constantFrom("n1", "n2", "n3", "flat", "lost", null);
const tenant = fc.constantFrom("customerA", "customerB");
const created = maybe(fc.constantFrom("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"));
/** Annotations of today's Mizar. */
const hints = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ "mizar.com/vpc": fc.constantFrom("v", "w", "x"), "mizar.com/subnet": fc.constantFrom("a", "b", "c") }),
);
const somePod = fc
  .record({
    name,
    net,
    tenant,
    created,
    namespace: fc.constantFrom("default", "q"),
    nic: maybe(fc.oneof(nic, fc.array(nic, { maxLength: 3 }), fc.constant("{"))),
    podIP: maybe(ip),
    annotations: hints,
  })
  .map(({ name: own, ...shape }) => pod(own, shape));
const someService = fc
  .tuple(hints, name, fc.constantFrom("n1", "n3", undefined), tenant, maybe(fc.oneof(ip, fc.constant("None"))))
  .map(([annotations, own, label, of, clusterIP]) => {
    const given = service(own, clusterIP ? { clusterIP } : {}, { net: label, tenant: of });
    return { ...given, metadata: { ...given.metadata, annotations } };
  });
const someEndpoint = fc
  .tuple(name, ip, maybe(fc.constantFrom("v", "w")))
  .map(([own, address, of]) => endpoint(`${own}-default-customerA-eth0`, { ip: address, vpc: of }));
export const identity = ({ kind, metadata }: { kind: string; metadata: { name: string; namespace?: string; tenant?: string } }) =>
  `${kind} ${metadata.tenant}/${metadata.namespace}/${metadata.name}`;
/** Pods, Services and Endpoints in them, some of which cannot be. */
export const objects = fc.uniqueArray(fc.oneof(somePod, somePod, someService, someEndpoint), { maxLength: 24, selector: identity });
