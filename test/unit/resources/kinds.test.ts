import { expect, test } from "vitest";
import { KINDS as HANDLERS } from "../../../provider";
import { KINDS, kindOf } from "../../../resources";

test("a kind is declared for each handler, and a handler for each kind", () => {
  expect(KINDS.map(({ type }) => type).sort()).toEqual([...HANDLERS.keys()].sort());
});

test("a kind knows whether it has an object, and which of its changes nobody reviews", () => {
  const without = KINDS.filter(({ object }) => !object).map(({ type }) => type.replace(/^.*:/, ""));
  expect([...new Set(without)].sort()).toEqual(["Addresses", "Inventory", "ObjectStatus", "ObjectStatuses", "Summary"]);
  const bookkeeping = KINDS.filter(({ bookkeeping }) => bookkeeping).map(({ type }) => type.replace(/^.*:/, ""));
  expect([...new Set(bookkeeping)].sort()).toEqual(["Inventory", "Summary"]);
});

test("servers are read and written where the kind holds them", () => {
  const members = kindOf("avi:L4VS")?.members;
  const inputs = { pools: [{ name: "a", servers: [1] }, { name: "b" }], keepServers: ["b"] };
  expect([...(members?.read(inputs) ?? [])]).toEqual([
    ["a", [1]],
    ["b", "kept"],
  ]);
  expect(members?.write(inputs, new Map([["b", [2]]]))).toEqual({ pools: [inputs.pools[0], { name: "b", servers: [2] }] });
  expect(kindOf("avi:Certificate")?.members).toBeUndefined();
});

test("an answered input of a resource that is read by its id is an input of its schema", () => {
  for (const { answers = [], schema, type } of KINDS) {
    const known = Object.keys((schema as { shape?: object }).shape ?? {});
    expect(
      answers.filter((input) => known.length > 0 && !known.includes(input)),
      type,
    ).toEqual([]);
  }
});
