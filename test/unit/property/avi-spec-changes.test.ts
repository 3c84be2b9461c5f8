import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { readSpecs } from "../../../sdk/frontends";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { endpoints, ingressV1, node, secret, service } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { destroyPlan, type PlannedStack, upPlan } from "../../support/plan-runs";
import { draws } from "../../support/tier";

// However the specs change, one `up` brings the controller to where a first `up` of the new specs would have brought it, and a `destroy` leaves
// nothing.

const RUNS = draws(60);

const path = fc.record({
  host: fc.constantFrom("a.avi.internal", "b.avi.internal", "*.c.avi.internal"),
  path: fc.constantFrom("/", "/x", "/x/y", "/X"),
  type: fc.constantFrom("Exact" as const, "Prefix" as const, "ImplementationSpecific" as const),
  service: fc.constantFrom("a", "b"),
});
const hosts = fc
  .tuple(fc.array(path, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([paths, isSecure]) => ingressV1("web", paths, isSecure ? { tls: paths.map(({ host }) => host), secretName: "cert" } : {}));
const port = fc.record({ port: fc.constantFrom(53, 80, 443), protocol: fc.constantFrom("TCP", "UDP") });
const balanced = fc
  .record({
    ports: fc.uniqueArray(port, { minLength: 1, maxLength: 3, selector: (one) => `${one.port} ${one.protocol}` }),
    loadBalancerIP: fc.constantFrom(undefined, "10.250.250.98", "10.250.250.99"),
  })
  .map(({ ports, loadBalancerIP }) => {
    const named = ports.map((one) => ({ ...one, name: `p${one.port}${one.protocol.toLowerCase()}`, targetPort: 8080 }));
    const lb = service("lb", named, "LoadBalancer");
    return { ...lb, spec: { ...lb.spec, ...(loadBalancerIP ? { loadBalancerIP } : {}) } };
  });
const servers = fc.subarray(["10.244.0.5", "10.244.1.6"], { minLength: 1 });
const specs = fc
  .tuple(fc.option(hosts), fc.option(balanced), servers, servers, fc.boolean())
  .map(([ingress, lb, ofA, ofB, hasTwoNodes]) => [
    ...["a", "b"].map((name) => service(name, [{ name: "http", port: 80, targetPort: 8080 }])),
    ...Object.entries({ a: ofA, b: ofB }).map(([name, ips]) => endpoints(name, ips, [{ name: "http", port: 8080 }])),
    endpoints("lb", ["10.244.0.9"], 8080),
    secret("cert", CERTIFICATE, PRIVATE_KEY),
    node("n1", "10.0.0.11", "10.244.0.0/24"),
    ...(hasTwoNodes ? [node("n2", "10.0.0.12", "10.244.1.0/24")] : []),
    ...[ingress, lb].filter((one) => one !== null),
  ]);
const settings = fc.record({
  naming: fc.constantFrom("ako-1.2", "ako-2", "ako-2-evh"),
  shardVSSize: fc.constantFrom("SMALL", "LARGE"),
});

const planOf = (objects: readonly object[], given: object) =>
  translateToAvi(readSpecs(objects.map((value) => ({ value }))), {
    settings: { ...given, clusterName: "c1", subDomains: ["avi.internal"] },
    owner: "pulumi-k8s-lb:p/s/c1/main",
  });

let avi: AviSandbox;
let other: AviSandbox;
beforeAll(async () => {
  [avi, other] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startAviSandbox({ rateLimit: "off" })]);
});
afterAll(() => Promise.all([avi?.close(), other?.close()]));

const TYPES = ["pool", "poolgroup", "virtualservice", "vsvip", "httppolicyset", "l4policyset", "sslkeyandcertificate", "vsdatascriptset"];
/** Fields whose values depend on time, order or chance. */
const BY_CHANCE =
  /"(uuid|url|_last_modified|configpb_attributes|ip_address|avi_allocated_vip|subnet|subnet_uuid|ipam_network_subnet|ssl_profile_ref)":/;

/** Rules of layer 4 for one port each: a set, whose numbers mean nothing. */
const unnumbered = (policy: unknown): unknown =>
  JSON.parse(JSON.stringify(policy), (_key, value) => {
    if (typeof value !== "object" || value === null || !("action" in value)) return value;
    const { index: _, ...rest } = value;
    return rest;
  });

/** Every object of the cluster by its name, with names for references and lists in one order. */
function objectsOn({ store }: AviSandbox): { [name: string]: string } {
  const found = TYPES.flatMap((type) =>
    store.list(type as "pool").map((object): [string, { uuid?: unknown }] => [`${type} ${object.name}`, object]),
  );
  const names = new Map(found.map(([name, { uuid }]) => [String(uuid), name]));
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => JSON.stringify(plain(one))).sort();
    if (typeof value === "string")
      return value.replace(/[a-z0-9]+-[0-9a-f]{8}-[0-9a-f-]{27}.*/, (uuid) => names.get(uuid.replace(/#.*/, "")) ?? "");
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !BY_CHANCE.test(`"${key}":`));
    return Object.fromEntries(kept.map(([key, one]) => [key, plain(key === "l4_connection_policy" ? unnumbered(one) : one)]).sort());
  };
  return Object.fromEntries(found.filter(([name]) => name.includes("c1")).map(([name, object]) => [name, JSON.stringify(plain(object))]));
}

it("comes to the same from other specs as from nothing, and leaves nothing", async () => {
  await fc.assert(
    fc.asyncProperty(specs, specs, settings, async (before, after, given) => {
      avi.reset();
      other.reset();
      let stack: PlannedStack = await upPlan(avi, new Map(), planOf(before, given));
      stack = await upPlan(avi, stack, planOf(after, given));
      await upPlan(other, new Map(), planOf(after, given));
      expect(objectsOn(avi)).toEqual(objectsOn(other));
      await destroyPlan(avi, stack);
      expect(objectsOn(avi)).toEqual({});
    }),
    { numRuns: RUNS },
  );
}, 120_000);
