import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aviObjects } from "../../sdk/avi/objects";
import { translateToAvi } from "../../sdk/avi/translate";
import { readSpecs } from "../../sdk/specs";
import { endpoints, ingress, node, secret, service } from "../support/manifests";

const name = fc.constantFrom("a", "b", "c", "d");
const namespace = fc.constantFrom("default", "red");
const host = fc.constantFrom("a.com", "A.com", "b.avi.internal", "*.c.com", "");
const path = fc.constantFrom("", "/", "/x", "/x/y", "/X");
const created = fc.constantFrom(undefined, "2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z");
const rule = fc.record({ host, path, service: name, port: fc.constantFrom(80, 81, "http") });
const object = fc.oneof(
  fc
    .record({ name, namespace, created, rules: fc.array(rule, { maxLength: 4 }), secretName: name, secure: fc.boolean() })
    .map(({ secure, secretName, ...shape }) =>
      ingress({ ...shape, tls: secure ? [{ hosts: shape.rules.map((each) => each.host).filter(Boolean), secretName }] : undefined }),
    ),
  fc
    .tuple(name, namespace, fc.constantFrom("ClusterIP", "LoadBalancer", "NodePort"))
    .map(([n, ns, type]) => service(n, [{ name: "http", port: 80, nodePort: 31000 }], type, ns)),
  fc.tuple(name, namespace).map(([n, ns]) => endpoints(n, ["10.0.0.1", "10.0.0.2"], [{ name: "http", port: 8080 }], ns)),
  fc.tuple(name, namespace).map(([n, ns]) => secret(n, "CERT", "KEY", ns)),
  name.map((n) => node(n, "10.1.0.1", "10.244.0.0/24")),
);
const settings = fc.record({
  clusterName: fc.constant("c"),
  l7ShardingScheme: fc.constantFrom("hostname", "namespace"),
  serviceType: fc.constantFrom("ClusterIP", "NodePort"),
  shardVSSize: fc.constantFrom("LARGE", "MEDIUM", "SMALL"),
  subDomains: fc.constantFrom([], [".com", "avi.internal"]),
});

const run = (objects: unknown[], given: Record<string, unknown>) => {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: given });
  return { ...aviObjects(plan, { showSecrets: true }), statuses: plan.statuses };
};
/** One of each identity: the same object twice with different contents is a fault that names both places. */
const unique = fc.uniqueArray(object, {
  maxLength: 14,
  selector: (o) => `${o.kind} ${(o.metadata as { namespace?: string }).namespace}/${o.metadata.name}`,
});

describe("translation to Avi", () => {
  it("gives the same result for the same objects in any order", () => {
    fc.assert(
      fc.property(unique, settings, fc.integer(), (objects, given, seed) => {
        const shuffled = [...objects]
          .map((o, i) => ({ o, k: Math.imul(i + 1, seed | 1) >>> 0 }))
          .sort((a, b) => a.k - b.k)
          .map(({ o }) => o);
        expect(run(shuffled, given)).toEqual(run(objects, given));
      }),
      { numRuns: 300 },
    );
  });

  it("never refers to an object that it does not make, and makes no name twice", () => {
    fc.assert(
      fc.property(unique, settings, (objects, given) => {
        const result = run(objects, given);
        const made = new Set<string>();
        for (const [type, bodies] of Object.entries(result.objects)) {
          for (const { name: made_ } of bodies) {
            expect(made.has(`${type}/${made_}`)).toBe(false);
            made.add(`${type}/${made_}`);
          }
        }
        for (const [, type, target] of JSON.stringify(result.objects).matchAll(/"\/api\/([a-z]+)\?name=([^"]+)"/g)) {
          const own = ["pool", "poolgroup", "vsvip", "virtualservice", "httppolicyset", "vsdatascriptset", "sslkeyandcertificate"].includes(
            type!,
          );
          if (own) expect(made).toContain(`${type}/${decodeURIComponent(target!)}`);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("never throws, whatever the objects look like", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            object.map((o) => ({ ...o, spec: 42 })),
            fc.record({ apiVersion: fc.constant("v1"), kind: fc.constant("Service"), metadata: fc.jsonValue(), spec: fc.jsonValue() }),
          ),
          { maxLength: 6 },
        ),
        (values) => {
          const { statuses } = run(values, {});
          for (const status of statuses) expect(status.state === "rejected" ? status.diagnostics.length : 1).toBeGreaterThan(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
