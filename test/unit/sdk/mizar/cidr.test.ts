import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAddress, parseAddress } from "../../../../kinds/mizar/addresses";
import { type Block, encloses, formatBlock, gatewayOf, holds, overlap, parseBlock, parseRange } from "../../../../sdk/mizar/addresses";

const address = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const block = fc.tuple(address, fc.integer({ min: 1, max: 30 })).map(([at, prefix]) => parseRange(`${formatAddress(at)}/${prefix}`)!);

describe("IPv4 ranges", () => {
  it("are read and written without loss", () => {
    fc.assert(fc.property(address, (n) => void expect(parseAddress(formatAddress(n))).toBe(n)));
    fc.assert(fc.property(block, (b) => void expect(parseBlock(formatAddress(b.first), String(b.prefix))).toEqual(b)));
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
    ["10.0.0.1", "24", "10.0.0.1/24 has host bits set"],
    ["10.0.0", "24", "10.0.0 is not an IPv4 address"],
    ["::1", "24", "::1 is not an IPv4 address"],
    ["10.0.0.0", "31", "31 is not a prefix length from 1 to 30"],
    ["10.0.0.0", "0", "0 is not a prefix length from 1 to 30"],
    ["10.0.0.0", "x", "x is not a prefix length from 1 to 30"],
  ])("%s/%s: %s", (ip, prefix, why) => expect(parseBlock(ip, prefix)).toBe(why));

  it.each(["10.0.0.0", "10.0.0.0/33", "a/8", "10.0.0.0/8x"])("%s is no range", (text) => expect(parseRange(text)).toBeUndefined());
});
