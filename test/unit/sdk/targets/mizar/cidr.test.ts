import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAddress, parseAddress, rangeOf } from "../../../../../resources/mizar/addresses";
import {
  type Block,
  encloses,
  formatBlock,
  gatewayOf,
  holds,
  overlap,
  parseRange,
} from "../../../../../sdk/targets/mizar/lower/vpc-addresses";

const address = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const block = fc.tuple(address, fc.integer({ min: 1, max: 30 })).map(([at, prefix]) => parseRange(`${formatAddress(at)}/${prefix}`)!);

describe("IPv4 ranges", () => {
  it("are read and written without loss", () => {
    fc.assert(fc.property(address, (n) => void expect(parseAddress(formatAddress(n))).toBe(n)));
    fc.assert(fc.property(block, (b) => void expect(rangeOf(formatAddress(b.first), String(b.prefix))).toEqual(b)));
    fc.assert(fc.property(block, (b) => void expect(parseRange(formatBlock(b))).toEqual(b)));
  });

  it("hold their gateway and both ends, and enclose what they hold", () => {
    fc.assert(
      fc.property(block, block, (a: Block, b: Block) => {
        for (const n of [a.first, a.last, gatewayOf(a)]) expect(holds(a, n)).toBe(true);
        expect(overlap(a, b)).toBe(overlap(b, a));
        expect(overlap(a, b)).toBe(encloses(a, b) || encloses(b, a));
        if (encloses(a, b)) expect(holds(a, b.first) && holds(a, b.last)).toBe(true);
      }),
    );
  });

  it.each([
    ["10.0.0.1", "24", "ip", "10.0.0.1/24 has host bits set"],
    ["10.0.0", "24", "ip", "10.0.0 is not an IPv4 address"],
    ["::1", "64", "ip", "::1 is not an IPv4 address"],
    ["10.0.0.0", "31", "prefix", "31 is not a prefix length from 1 to 30"],
    ["10.0.0.0", "0", "prefix", "0 is not a prefix length from 1 to 30"],
    ["10.0.0.0", "x", "prefix", "x is not a prefix length from 1 to 30"],
  ])("%s/%s is wrong in %s: %s", (ip, prefix, field, fault) => expect(rangeOf(ip, prefix)).toMatchObject({ field, fault }));

  it.each(["10.0.0.0", "10.0.0.0/33", "a/8", "10.0.0.0/8x"])("%s is no range", (text) => expect(parseRange(text)).toBeUndefined());
});
