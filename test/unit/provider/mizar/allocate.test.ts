import { expect, it } from "vitest";
import { allocate } from "../../../../provider/mizar/address-book";
import type { InterfaceAddressRequest } from "../../../../resources/mizar/addresses";

const from = ["10.0.0.2-10.0.0.6"];
const any = (ip?: string): InterfaceAddressRequest => ({ vpc: "v", subnet: "n", how: "any", ...(ip ? { ip } : {}), from });
const wishFor = (ip: string): InterfaceAddressRequest => ({ ...any(ip), how: "asked" });
const kept = (ip: string): InterfaceAddressRequest => ({ ...any(ip), how: "kept" });

it("gives those who take any the address of the plan, else the lowest free one", () => {
  expect(allocate({ a: any("10.0.0.3"), b: any("10.0.0.3"), c: any() }, {})).toEqual({ a: "10.0.0.3", b: "10.0.0.2", c: "10.0.0.4" });
});

it("lets everybody keep the last address, before those who ask for one", () => {
  expect(allocate({ new: any("10.0.0.2"), old: any("10.0.0.3") }, { old: "10.0.0.2" })).toEqual({ old: "10.0.0.2", new: "10.0.0.3" });
  expect(allocate({ new: wishFor("10.0.0.2"), old: any() }, { old: "10.0.0.2" })).toEqual({ old: "10.0.0.2" });
  expect(allocate({ new: wishFor("10.0.0.2"), old: wishFor("10.0.0.2") }, { old: "10.0.0.2" })).toEqual({ old: "10.0.0.2" });
});

it("believes the server more than the state", () => {
  expect(allocate({ old: any(), there: kept("10.0.0.2") }, { old: "10.0.0.2" })).toEqual({ there: "10.0.0.2", old: "10.0.0.3" });
  expect(allocate({ old: any() }, { old: "10.0.0.2" }, { v: { "10.0.0.2": "x" } })).toEqual({ old: "10.0.0.3" });
  expect(allocate({ old: any() }, {}, { v: { "10.0.0.2": "old", "10.0.0.3": "x" } })).toEqual({ old: "10.0.0.2" });
});

it("forgets an address of another subnet or VPC", () => {
  expect(allocate({ old: any() }, { old: "10.0.1.2" })).toEqual({ old: "10.0.0.2" });
  const elsewhere = { vpc: "w", subnet: "m", how: "any" as const, from };
  expect(allocate({ here: any(), there: elsewhere }, {})).toEqual({ here: "10.0.0.2", there: "10.0.0.2" });
});

it("gives nothing where nothing is left, and takes a wish it cannot read for one without a place", () => {
  expect(allocate({ a: { ...any(), from: ["10.0.0.2-10.0.0.2"] }, b: { ...any(), from: ["10.0.0.2-10.0.0.2"] } }, {})).toEqual({
    a: "10.0.0.2",
  });
  expect(allocate({ a: { ...any(), from: ["nonsense"] } }, { a: "10.0.0.2" })).toEqual({});
});
