import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { ingressV1, secret, served } from "../../support/manifests";
import { promised } from "../../support/oracle";
import { onAvi, onOctavia } from "../../support/requests";
import { draws } from "../../support/tier";

const SERVICES = ["s1", "s2", "s3"];
const around = [...SERVICES.flatMap((name, i) => served(name, i + 1)), secret("cert", "CERT", "KEY")];
const specsOf = (objects: readonly unknown[]) => readSpecs([...around, ...objects].map((value) => ({ value })));

const ruled = fc.constantFrom("/", "/x", "/x/", "/x/y", "/X", "/r&d", "/it's/x");
const path = fc.oneof(
  fc.record({ path: ruled, type: fc.constantFrom("Exact" as const, "Prefix" as const) }),
  // by characters; of one path with a prefix of segments the older would count, which no documentation says
  fc.record({ path: fc.constantFrom("/i", "/i/j", "/xy"), type: fc.constant("ImplementationSpecific" as const) }),
);
const paths = (hosts: readonly string[]) =>
  fc.array(fc.record({ host: fc.constantFrom(...hosts), to: path, service: fc.constantFrom(...SERVICES) }), { maxLength: 5 });
const created = fc.constantFrom(undefined, "2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z");

/** Ingresses of networking.k8s.io/v1; named hosts may have TLS. */
const ingresses = (hosts: readonly string[], defaults: boolean) =>
  fc
    .array(fc.record({ paths: paths(hosts), secure: fc.boolean(), created, fallback: fc.boolean() }), { minLength: 1, maxLength: 4 })
    .map((shapes) =>
      shapes.map((shape, i) => {
        const flat = shape.paths.map(({ host, to, service }) => ({ host, ...to, service }));
        const named = [...new Set(flat.map(({ host }) => host))].filter((host) => host && !host.startsWith("*"));
        return ingressV1(`i${i}`, flat, {
          created: shape.created,
          ...(shape.secure && named.length > 0 ? { tls: named } : {}),
          ...(defaults && shape.fallback ? { defaultService: SERVICES[i % 3] } : {}),
        });
      }),
    );

const REQUESTS = [
  "/",
  "/x",
  "/x/",
  "/x/y",
  "/x/y/z",
  "/xy",
  "/xyz",
  "/X",
  "/X/a",
  "/r&d",
  "/r&d/e",
  "/rxd",
  "/it's/x",
  "/i",
  "/i/jk",
  "/ij",
  "/no",
];

/** A host of which nothing is served in clear text is redirected as a whole. */
const redirected = (given: ReturnType<typeof ingressV1>[], host: string) =>
  given.some(({ spec }) => spec.tls?.some(({ hosts }) => hosts.includes(host)));

describe("Ingresses of networking.k8s.io/v1", () => {
  it("on Octavia send every request where the documentation of Kubernetes says", () => {
    const hosts = ["a.com", "b.w.com", "*.w.com", ""];
    fc.assert(
      fc.property(ingresses(hosts, true), (given) => {
        const plan = translateToOctavia(specsOf(given), { settings: { service_subnet_id: "s" }, hostsOnly: true });
        const balancer = octaviaObjects(plan).objects.loadbalancers?.[0];
        for (const host of ["a.com", "b.w.com", "c.w.com", "d.b.w.com", "other.org"]) {
          for (const goal of REQUESTS) {
            const clear = onOctavia(balancer, "clear", host, goal)?.replace(/^default\/(.*):80$/, "$1");
            const expected = promised(given, "clear", host, goal);
            if (!(clear === "https" && redirected(given, host))) expect(clear, `http://${host}${goal}`).toBe(expected);
            if (expected === "https") expect(clear, `http://${host}${goal}`).toBe("https");
            const tls = onOctavia(balancer, "tls", host, goal)?.replace(/^default\/(.*):80$/, "$1");
            if (redirected(given, host)) expect(tls, `https://${host}${goal}`).toBe(promised(given, "tls", host, goal));
          }
        }
      }),
      { numRuns: draws(300) },
    );
  });

  it("on Avi do so in the children of secure hosts; in clear text each difference is named", () => {
    fc.assert(
      fc.property(ingresses(["a.com", "b.com"], false), fc.constantFrom("hostname", "namespace"), (given, l7ShardingScheme) => {
        const plan = translateToAvi(specsOf(given), { settings: { clusterName: "c", l7ShardingScheme } });
        const { objects } = aviObjects(plan);
        const serviceOf = new Map(
          (objects.pool ?? []).map(({ name, servers }) => {
            const [server] = servers as { ip: { addr: string } }[];
            return [name, `s${server?.ip.addr.split(".").at(-1)}`];
          }),
        );
        const services = (pools: readonly string[]) => pools.map((pool) => serviceOf.get(pool) ?? pool);
        for (const host of ["a.com", "b.com"]) {
          const named = plan.statuses.flatMap(({ diagnostics }) => diagnostics).some(({ message }) => message.includes(`${host}/`));
          for (const goal of REQUESTS) {
            const expected = promised(given, "tls", host, goal);
            // under namespace shards every Ingress has a child of its own, and the name that a client sends chooses one of them
            if (l7ShardingScheme === "hostname")
              expect(services(onAvi(objects, "tls", host, goal)), `https://${host}${goal}`).toEqual(expected ? [expected] : []);
            const clear = services(onAvi(objects, "clear", host, goal));
            const hoped = promised(given, "clear", host, goal);
            if (hoped === "https") expect(clear, `http://${host}${goal}`).toEqual(["https"]);
            else if (!named && !redirected(given, host)) expect(clear, `http://${host}${goal}`).toEqual(hoped ? [hoped] : []);
            expect(clear.length, `http://${host}${goal}`).toBeLessThan(2);
          }
        }
      }),
      { numRuns: draws(300) },
    );
  });
});
