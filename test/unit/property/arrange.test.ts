import fc from "fast-check";
import { expect, test } from "vitest";
import { aviShape } from "../../../provider/avi/compare";
import { arranged } from "../../../provider/lifecycle/bodies/arrange";
import { OCTAVIA_SHAPE } from "../../../provider/octavia/tree/compare";

// Sets in the order of the state: the same elements, each where it was, and as few places changed as possible.

const octets = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 12 });
const SETS = {
  avi: {
    shape: aviShape("pool"),
    of: (hosts: number[]) => ({ servers: hosts.map((n) => ({ ip: { addr: `10.0.0.${n}`, type: "V4" }, port: 80 })) }),
  },
  octavia: {
    shape: OCTAVIA_SHAPE,
    of: (hosts: number[]) => ({ pools: [{ name: "p", members: hosts.map((n) => ({ address: `10.0.0.${n}`, protocol_port: 80 })) }] }),
  },
};
const listOf = (body: object): object[] =>
  ("servers" in body ? body.servers : (body as { pools: { members: object[] }[] }).pools[0]?.members) as object[];

test.each(Object.entries(SETS))("%s: nothing is added, lost or moved without need", (_name, { shape, of }) => {
  fc.assert(
    fc.property(octets, octets, (before, after) => {
      const [olds, news] = [of(before), of(after)];
      const result = arranged(shape, olds, news);
      const texts = listOf(result).map((one) => JSON.stringify(one));
      expect([...texts].sort()).toEqual(
        listOf(news)
          .map((one) => JSON.stringify(one))
          .sort(),
      );
      const held = listOf(olds).map((one) => JSON.stringify(one));
      const common = held.filter((one) => texts.includes(one)).length;
      const kept = held.filter((one, at) => texts[at] === one).length;
      // only the gaps that nothing new fills take an element from the end
      expect(common - kept).toBeLessThanOrEqual(Math.max(0, before.length - after.length));
      expect(arranged(shape, result, news)).toEqual(result);
    }),
  );
});

test("lists that go by position, and what was never there, stay as they are", () => {
  const news = { analytics_policy: { list: [{ a: 2 }, { a: 1 }] }, servers: [] };
  expect(arranged(aviShape("pool"), { analytics_policy: { list: [{ a: 1 }, { a: 2 }] } }, news)).toEqual(news);
  expect(arranged(aviShape("pool"), undefined, news)).toEqual(news);
});
