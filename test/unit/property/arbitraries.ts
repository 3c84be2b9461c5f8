import fc from "fast-check";
import { endpoints, ingress, node, secret, service } from "../../support/manifests";

// names that are glued together with their namespace may meet: `red/a-b` and `red-a/b`
const name = fc.constantFrom("a", "b", "c", "a-b");
const namespace = fc.constantFrom("default", "red", "red-a");
const host = fc.constantFrom("a.com", "A.com", "b.avi.internal", "*.c.com", "");
const path = fc.constantFrom("", "/", "/x", "/x/y", "/X");
const created = fc.constantFrom(undefined, "2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z");
const rule = fc.record({ host, path, service: name, port: fc.constantFrom(80, 81, "http") });
/** One Kubernetes object of those we read, out of few names so that they meet. */
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
/** One of each identity: the same object twice with different contents is a fault that names both places. */
export const unique = fc.uniqueArray(object, {
  maxLength: 14,
  selector: (o) => `${o.kind} ${(o.metadata as { namespace?: string }).namespace}/${o.metadata.name}`,
});

/** The same objects in another order. */
export function shuffled<T>(objects: readonly T[], seed: number): T[] {
  return objects
    .map((o, i) => ({ o, k: Math.imul(i + 1, seed | 1) >>> 0 }))
    .sort((a, b) => a.k - b.k)
    .map(({ o }) => o);
}

/** Values that are hardly objects at all. */
export const garbage = fc.array(
  fc.oneof(
    fc.jsonValue(),
    object.map((o) => ({ ...o, spec: 42 })),
    fc.record({ apiVersion: fc.constant("v1"), kind: fc.constant("Service"), metadata: fc.jsonValue(), spec: fc.jsonValue() }),
  ),
  { maxLength: 6 },
);

/** Code points that are half of a character. */
const [HALF, HALVES] = [0xd800, 0x800];

/** Any code point, as the unit "binary" of fast-check, which makes a table of a million entries for it. */
export const codePoint = fc.integer({ min: 0, max: 0x10ffff - HALVES }).map(
  (at) => String.fromCodePoint(at < HALF ? at : at + HALVES),
  (text) => {
    const at = typeof text === "string" && [...text].length === 1 ? (text.codePointAt(0) ?? HALF) : HALF;
    if (at >= HALF && at < HALF + HALVES) throw new TypeError("not one character");
    return at < HALF ? at : at - HALVES;
  },
);
