import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aviShape } from "../../../../../provider/avi/compare";
import { compare, merge, overlay } from "../../../../../provider/lifecycle/bodies/compare";
import { isObject, type JsonObject, sanitize, UNKNOWN } from "../../../../../provider/lifecycle/bodies/json";
import { parseReference } from "../../../../../resources/avi/body";
import type { Json } from "../../../../../resources/kind";

const shape = aviShape("pool");

/** Bodies made of the fields that the comparison knows something about, with any values below. */
const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(UNKNOWN, "<sensitive>", "/api/pool?name=a"),
);
const names = ["servers", "members", "vip", "vip_id", "ip", "addr", "port", "index", "rules", "name", "enabled", "pool_ref", "fqdn", "key"];
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar as fc.Arbitrary<Json>,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 5 }) as fc.Arbitrary<Json>,
  ),
}));
const body = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }) as fc.Arbitrary<JsonObject>;
const known = body.filter((one) => !JSON.stringify(one).includes(UNKNOWN));

describe("compare", () => {
  test("never throws, whatever it is given", () => {
    fc.assert(fc.property(value, value, fc.boolean(), (one, other, subset) => Array.isArray(compare(shape, one, other, { subset }))));
  });

  test("finds nothing between a body and itself, nor its copy with shuffled keys", () => {
    const reversed = (one: Json): Json =>
      isObject(one)
        ? Object.fromEntries(
            Object.entries(one)
              .reverse()
              .map(([key, member]) => [key, reversed(member)]),
          )
        : one;
    fc.assert(fc.property(known, (one) => compare(shape, one, one).length === 0 && compare(shape, one, reversed(one)).length === 0));
  });

  test("is the same both ways", () => {
    fc.assert(fc.property(known, known, (one, other) => compare(shape, one, other).length > 0 === compare(shape, other, one).length > 0));
  });

  test("does not see the order of servers, members and names", () => {
    const server = fc.record({
      ip: fc.record({ addr: fc.ipV4() }),
      port: fc.integer({ min: 1, max: 65535 }),
      ratio: fc.integer({ min: 1, max: 20 }),
    });
    const shuffled = fc
      .array(server, { maxLength: 8 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(fc.property(shuffled, ([one, other]) => compare(shape, { servers: one }, { servers: other }).length === 0));
  });
});

describe("overlay and merge", () => {
  test("what is read back after a merge is what was declared", () => {
    const declared = fc.record({
      servers: fc.array(fc.record({ ip: fc.record({ addr: fc.ipV4() }), port: fc.integer({ min: 1, max: 9 }) }), { maxLength: 4 }),
      enabled: fc.boolean(),
      description: fc.string(),
    });
    fc.assert(
      fc.property(declared, declared, (before, after) => {
        const live = { ...before, uuid: "pool-1", ratio: 1 } as JsonObject;
        const sent = merge(shape, live, before as JsonObject, after as JsonObject);
        expect(compare(shape, after as JsonObject, overlay(shape, after as JsonObject, sent))).toEqual([]);
        expect(sent.uuid).toBe("pool-1");
      }),
    );
  });

  test("defaults of the server beside a server are kept in the write and are no drift", () => {
    const live = { servers: [{ ip: { addr: "10.0.0.1" }, port: 80, ratio: 1, hostname: "10.0.0.1" }] };
    const declared = { servers: [{ ip: { addr: "10.0.0.1" }, port: 80 }] };
    expect(overlay(shape, declared, live)).toEqual(declared);
    expect(merge(shape, live, declared, declared)).toEqual(live);
  });
});

test("outputs hold nothing the host cannot encode", () => {
  const outs = sanitize({ a: undefined, b: 1n, c: new Date(0), d: Number.NaN, e: () => 1, f: [undefined, { g: undefined }] });
  expect(outs).toEqual({ b: "1", c: "1970-01-01T00:00:00.000Z", f: [null, {}] });
});

test.each([
  ["https://h/api/pool/pool-1#web", { type: "pool", uuid: "pool-1", name: "web" }],
  ["https://h//api/pool/pool-1", { type: "pool", uuid: "pool-1" }],
  ["/api/pool?name=c1--a/b", { type: "pool", name: "c1--a/b" }],
  ["/api/pool/?name=a%20b&cloud=C", { type: "pool", name: "a b" }],
  ["/api/vrfcontext/?tenant=admin&name=global", { type: "vrfcontext", name: "global" }],
  ["100% /api/ text", undefined],
])("%s is a reference", (text, reference) => {
  expect(parseReference(text)).toEqual(reference);
});
