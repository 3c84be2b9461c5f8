import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRecord, UNKNOWN } from "../../../sdk/specs";
import { readGateway } from "../../support/gateway";
import { draws } from "../../support/tier";

const GROUP = "gateway.networking.k8s.io";
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const name = fc.constantFrom("a", "b", "web", "x.y");
const port = fc.constantFrom(80, 443, 8080);
const hostname = fc.constantFrom("a.com", "*.a.com", "b.a.com");
const list = <T>(value: fc.Arbitrary<T>, maxLength = 3) => often(fc.array(value, { maxLength }));

const backend = fc.record({ name, port, weight: often(fc.nat(10)), namespace: often(fc.constant("b")) });
const backends = fc.array(backend, { minLength: 1, maxLength: 3 });
const path = fc.record({
  type: often(fc.constantFrom("Exact", "PathPrefix", "RegularExpression")),
  value: often(fc.constantFrom("/", "/a", "/a/b")),
});
const match = fc.record({
  path: often(path),
  headers: list(fc.record({ name, value: name }), 1),
  method: often(fc.constantFrom("GET", "POST")),
});
const filter = fc.oneof(
  fc.record({ type: fc.constant("RequestHeaderModifier"), requestHeaderModifier: fc.record({ remove: list(name, 1) }) }),
  fc.record({
    type: fc.constant("RequestRedirect"),
    requestRedirect: fc.record({ scheme: often(fc.constant("https")), port: often(port) }),
  }),
  fc.record({ type: fc.constant("RequestMirror"), requestMirror: fc.record({ backendRef: fc.record({ name, port }) }) }),
);
const rule = fc.oneof(
  fc.record({ matches: list(match), backendRefs: often(backends) }),
  fc.record({ matches: list(match), filters: list(filter, 1) }),
);
const parentRefs = list(fc.record({ name, sectionName: often(name), namespace: often(fc.constant("b")) }), 1);
const listener = fc.record({ name, port, protocol: fc.constantFrom("HTTP", "TCP", "UDP"), allowedRoutes: often(fc.constant({})) });
const l4Route = fc.record({ parentRefs, rules: backends.map((backendRefs) => [{ backendRefs }]) });

const specs = {
  Gateway: fc.record({ gatewayClassName: name, listeners: fc.tuple(listener), addresses: list(fc.constant({ value: "10.0.0.1" }), 1) }),
  ListenerSet: fc.record({ parentRef: fc.record({ name }), listeners: fc.tuple(listener) }),
  HTTPRoute: fc.record({ parentRefs, hostnames: list(hostname), rules: often(fc.array(rule, { minLength: 1, maxLength: 4 })) }),
  GRPCRoute: fc.record({ parentRefs, rules: list(fc.record({ backendRefs: often(backends) })) }),
  TCPRoute: l4Route,
  UDPRoute: l4Route,
  TLSRoute: fc.tuple(l4Route, hostname).map(([route, host]) => ({ ...route, hostnames: [host] })),
};
const sound = fc.constantFrom(...(Object.keys(specs) as (keyof typeof specs)[])).chain((kind) =>
  fc.record({
    apiVersion: fc.constant(`${GROUP}/v1`),
    kind: fc.constant(kind),
    metadata: fc.constant({ name: "x", namespace: "a" }),
    spec: specs[kind] as fc.Arbitrary<unknown>,
  }),
);

/** The value with something else at one of its places, counted in the order of a walk. */
function spoilt(value: unknown, place: number, other: unknown): unknown {
  let remaining = place;
  const walk = (one: unknown): unknown => {
    if (remaining-- === 0) return other;
    if (Array.isArray(one)) return one.map(walk);
    return isRecord(one) ? Object.fromEntries(Object.entries(one).map(([key, member]) => [key, walk(member)])) : one;
  };
  return walk(value);
}

/** The value with a null for every field that is absent by being undefined. */
const withNulls = (value: unknown): unknown => spoiltAll(value, (one) => (one === undefined ? null : one));

function spoiltAll(value: unknown, change: (one: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => spoiltAll(one, change));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoiltAll(one, change)]));
  return change(value);
}

/** As a file has it: without fields that are undefined. */
const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const specOf = (value: unknown): unknown => {
  const { objects, diagnostics } = readGateway([value]);
  expect(diagnostics).toEqual([]);
  return Reflect.get(objects[0]?.spec ?? {}, "spec");
};

describe("objects of the Gateway API", () => {
  it("are read without a fault if they are sound, and as they are stored by an API server", () => {
    fc.assert(
      fc.property(sound, (given) => {
        const spec = specOf(written(given));
        // what has all defaults gets no others
        expect(specOf({ ...given, spec })).toStrictEqual(spec);
        expect(specOf(given)).toStrictEqual(spec);
        expect(specOf(withNulls(given))).toStrictEqual(spec);
      }),
      { numRuns: draws(300) },
    );
  });

  it("never throw, and each that is faulty has an error that says what to do", () => {
    const other = fc.oneof(fc.jsonValue(), fc.constantFrom(UNKNOWN, undefined, Number.NaN, "a".repeat(2000), -1, 1e9, [], {}));
    fc.assert(
      fc.property(sound, fc.nat(60), other, (given, place, value) => {
        const { faulty, objects, diagnostics } = readGateway([{ ...given, spec: spoilt(written(given.spec), place, value) }]);
        expect(faulty.length + objects.length).toBe(1);
        const errors = diagnostics.filter(({ severity }) => severity === "error");
        expect(errors.length > 0).toBe(faulty.length === 1);
        for (const { code, pointer, remedy } of errors) {
          expect([code, Boolean(remedy)]).toEqual(["LB1003", true]);
          expect(pointer).toMatch(/^\/spec/);
        }
      }),
      { numRuns: draws(1000) },
    );
  });

  it("of any kind and content never throw", () => {
    const kind = fc.constantFrom(...Object.keys(specs), "GatewayClass", "ReferenceGrant", "BackendTLSPolicy");
    const any = fc.record({ apiVersion: fc.constant(`${GROUP}/v1`), kind, metadata: fc.jsonValue(), spec: fc.jsonValue() });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (given) => {
        const { objects, diagnostics } = readGateway(given);
        expect(objects.length === given.length || diagnostics.length > 0).toBe(true);
      }),
      { numRuns: draws(500) },
    );
  });

  it("with a text of a megabyte anywhere are read in less than a second", () => {
    const unit = fc.constantFrom("a", "a.", "a-", "/", "*", "0", "1h", "%41", "a/", "😀", " ");
    fc.assert(
      fc.property(sound, fc.nat(40), unit, (given, place, piece) => {
        const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
        const spec = spoilt(written(given.spec), place, text);
        const begun = performance.now();
        readGateway([{ ...given, spec }]);
        expect(performance.now() - begun).toBeLessThan(1000);
      }),
      { numRuns: draws(100) },
    );
  });
});
