import fc from "fast-check";
import { expect, test } from "vitest";
import { compressed, plainText } from "../../../resources/compressed";
import { hideInputs, showInputs } from "../../../resources/hidden";
import { identityIn, identityText } from "../../../resources/identity";
import { packed, unpacked, withIgnored } from "../../../resources/packed";

// Values that the states of components hold as one text are the same when they are read.

const PLACES = [["listeners", "policies"], ["pools"], ["script"]];
const known = () => undefined;
const json = fc.jsonValue({ maxDepth: 2 });
const body = fc.record({
  name: fc.string(),
  listeners: fc.array(fc.record({ port: fc.integer(), policies: fc.array(json, { maxLength: 3 }) }), { maxLength: 3 }),
  pools: fc.oneof(fc.array(json, { maxLength: 3 }), fc.constant(undefined)),
  script: fc.oneof(fc.dictionary(fc.constantFrom("a", "b"), json), fc.string(), fc.constant(null)),
});
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("unpacked is the reverse of packed", () => {
  fc.assert(
    fc.property(body, (value) => {
      const short = packed(value, PLACES, known);
      expect(plain(unpacked(short))).toEqual(plain(value));
      // no list or body is left where one was packed
      expect(typeof short.pools).not.toBe("object");
      expect(packed(short, PLACES, known)).toEqual(short);
    }),
  );
});

test("the digest changes with the value and with nothing else", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 4 }), fc.array(fc.integer(), { maxLength: 4 }), (one, other) => {
      const digest = (pools: number[]) => packed({ pools }, PLACES, known).pools;
      expect(String(digest(one)) === String(digest(other))).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test("a value that preview knows only in part is not known", () => {
  const open = (value: object) => (Array.isArray(value) ? "?" : undefined);
  const short = packed({ pools: [1], script: { a: 1 } }, PLACES, open);
  expect(short).toMatchObject({ pools: "?", __pools: "?", script: expect.any(String) });
  expect(unpacked(short)).toEqual({ pools: "?", script: { a: 1 } });
});

test("what ignoreChanges keeps is the value of the state", () => {
  const state = packed({ listeners: [{ policies: [1, 2] }], pools: [3] }, PLACES, known);
  const [first] = state.listeners;
  // the engine has put what the state shows in place of what the program says
  const news = { listeners: [{ policies: first?.policies }], pools: [4] };
  expect(unpacked(withIgnored(news, state, PLACES))).toEqual({ listeners: [{ policies: [1, 2] }], pools: [4] });
});

test("hidden inputs are shown again, and texts that were edited by hand count as absent", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      const hidden = hideInputs({ names, owner: "us" }, ["names"]);
      expect(Object.keys(hidden).sort()).toEqual(["__names", "owner"]);
      expect(showInputs(hidden, ["names"])).toMatchObject({ names, owner: "us" });
    }),
  );
  expect(showInputs({ __names: "[" }, ["names"]).__names).toBe("[");
  expect(Reflect.get(showInputs({ __names: "[" }, ["names"]), "names")).toBeUndefined();
});

test("a long text is kept compressed, and a short one legible", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), (text) => plainText(compressed(text)) === text));
  const names = Array.from({ length: 1_000 }, (_, at) => `pool/c1--team-${at % 20}-app-${at}`);
  const { __names } = hideInputs({ names }, ["names"]);
  expect(String(__names).length).toBeLessThan(JSON.stringify(names).length / 4);
  expect(showInputs({ __names }, ["names"])).toMatchObject({ names });
  expect(compressed("[]")).toBe("[]");
});

test("a compressed text that was damaged by hand counts as absent", () => {
  expect(Reflect.get(showInputs({ __names: "deflate:####" }, ["names"]), "names")).toBeUndefined();
  expect(
    Reflect.get(showInputs({ __names: `${compressed(JSON.stringify("x".repeat(2_000))).slice(0, 16)}` }, ["names"]), "names"),
  ).toBeUndefined();
});

const word = fc.string({ unit: fc.constantFrom("a", "1", "-", "_", ".", "~", ":", "$", "/") });
const urns = fc.oneof(
  fc.constantFrom("", "urn:x"),
  fc
    .tuple(word, word, word, fc.constantFrom("pulumi-nodejs:dynamic/k8s-lb-avi:Pool", "pulumi-nodejs:dynamic/avi:Pool"), word)
    .map(([stack, project, parent, type, name]) => `urn:pulumi:${stack}::${project}::${parent}$${type}::${name}`),
);

test("an identity is read as it was written", () => {
  const words = fc.oneof(fc.constant(undefined), fc.array(fc.string()), fc.record({ of: fc.array(fc.string()), more: fc.nat() }));
  fc.assert(
    fc.property(urns, words, (urn, specs) => {
      expect(identityIn({ __origin: identityText(urn, specs) })).toEqual({ urn, specs });
    }),
  );
  expect(identityIn({ __origin: "edited" })).toEqual({ urn: "", specs: undefined });
});
