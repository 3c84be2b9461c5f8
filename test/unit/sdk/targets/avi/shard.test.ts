import { describe, expect, it } from "vitest";
import { fnv1a32, shardOf } from "../../../../../sdk/targets/avi/names";

// key -> shard of 1, 4 and 8 (reference of AKO 1.4)
const VECTORS: [string, number, number, number][] = [
  ["foo.com", 0, 0, 0],
  ["FOO.com", 0, 0, 0],
  ["bar.com", 0, 1, 1],
  ["xyz.com", 0, 3, 3],
  ["foo.org", 0, 3, 7],
  ["test.com", 0, 2, 2],
  ["kuard.avi.internal", 0, 1, 1],
  ["myinsecurehost.avi.internal", 0, 2, 2],
  ["myhost.avi.internal", 0, 0, 0],
  ["*.foo.com", 0, 0, 4],
  ["b.example.org", 0, 1, 5],
  ["café.example.org", 0, 1, 1],
  ["xn--caf-dma.example.org", 0, 2, 6],
  ["default", 0, 2, 6],
  ["red-ns", 0, 0, 4],
  ["", 0, 1, 5],
  ["a", 0, 0, 4],
];

describe("shards", () => {
  it.each(VECTORS)("%s is on shard %i of 1, %i of 4, %i of 8", (key, ...shards) => {
    expect([1, 4, 8].map((count) => shardOf(key, count))).toEqual(shards);
  });

  it("hashes with 32-bit FNV-1a", () => expect(fnv1a32("foo.com")).toBe(0x41ad0598));
});
