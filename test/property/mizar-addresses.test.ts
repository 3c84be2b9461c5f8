import fc from "fast-check";
import { expect, test } from "vitest";
import { allocate } from "../../provider/mizar/addresses/allocate";
import { translateToMizar } from "../../sdk/mizar/translate";
import { readMizarSpecs } from "../../sdk/specs";
import { network, pod, subnet, vpc } from "../support/mizar";

const base = [vpc("v", "10.10.0.0", 16), subnet("net1", "v", "10.10.1.0", 28), subnet("net2", "v", "10.10.2.0", 29), network("vpc-1", "v")];

/** A Pod that asks for an address, for a subnet, or for nothing. */
const nic = fc.oneof(
  fc.constant(undefined),
  fc.constant({ subnet: "net2" }),
  fc.integer({ min: 2, max: 8 }).map((last) => ({ ip: `10.10.1.${last}` })),
);
const pods = fc.uniqueArray(fc.record({ name: fc.integer({ min: 0, max: 30 }).map((n) => `p${n}`), nic }), {
  selector: ({ name }) => name,
  maxLength: 12,
});
type Pods = { name: string; nic: object | undefined }[];

const plan = (list: Pods, kept?: { [holder: string]: string }) =>
  translateToMizar(readMizarSpecs([...base, ...list.map((one) => pod(one.name, { nic: one.nic }))].map((value) => ({ value }))), { kept });

/** What a component does in one run; `last` is what the state remembers. */
function run(list: Pods, last: { [holder: string]: string }) {
  const { wishes, taken } = plan(list);
  const given = allocate(wishes, last, taken);
  const { pods: placed } = plan(list, given);
  return { given, addresses: new Map(placed.map(({ body }) => [`${body.podName}-eth0`, body.ip])) };
}

test("without a memory the state gives what the plan gives", () => {
  fc.assert(
    fc.property(pods, (list) => {
      const { pods: placed } = plan(list);
      const { addresses } = run(list, {});
      expect(addresses).toEqual(new Map(placed.map(({ body }) => [`${body.podName}-eth0`, body.ip])));
    }),
    { numRuns: 60 },
  );
});

test("who had an address keeps it, whoever else comes, in whatever order, and no address is given twice", () => {
  fc.assert(
    fc.property(pods, pods, fc.boolean(), (before, more, first) => {
      const old = run(before, {});
      const names = new Set(before.map(({ name }) => name));
      const added = more.filter(({ name }) => !names.has(name));
      const { addresses } = run(first ? [...added, ...before] : [...before, ...added], old.given);
      for (const [holder, address] of old.addresses) expect(addresses.get(holder), holder).toBe(address);
      expect(new Set(addresses.values()).size).toBe(addresses.size);
    }),
    { numRuns: 100 },
  );
});

test("what the state remembers is what the plan says", () => {
  fc.assert(
    fc.property(pods, pods, (before, after) => {
      const { given, addresses } = run(after, run(before, {}).given);
      for (const [holder, address] of addresses) expect(given[holder], holder).toBe(address);
    }),
    { numRuns: 100 },
  );
});
