import fc from "fast-check";
import { expect, test } from "vitest";
import { allocate } from "../../../provider/mizar/address-book";
import { readMizarSpecs } from "../../../sdk/frontends";
import { translateToMizar } from "../../../sdk/targets/mizar/translate";
import { endpoint, network, pod, subnet, vpc } from "../../support/mizar";
import { draws } from "../../support/tier";

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
/** Addresses that Mizar has given: to Pods among those above, and to others. */
const endpoints = fc.uniqueArray(fc.record({ of: fc.integer({ min: 0, max: 40 }), last: fc.integer({ min: 2, max: 9 }) }), {
  selector: ({ last }) => last,
  maxLength: 5,
});
type AddressEndpoints = { of: number; last: number }[];
type Pods = { name: string; nic: object | undefined }[];

function plan(list: Pods, kept?: { [holder: string]: string }, existing: AddressEndpoints = []) {
  const pods = list.map((one) => pod(one.name, { nic: one.nic }));
  const facts = existing.map(({ of, last }) =>
    endpoint(`p${of}-internal-customerA-eth0`, { vpc: "v", net: "net1", ip: `10.10.1.${last}` }),
  );
  return translateToMizar(readMizarSpecs([...base, ...facts, ...pods].map((value) => ({ value }))), { kept });
}

/** Does the work of a component in one run; `last` is the memory of the state. */
function run(list: Pods, last: { [holder: string]: string }, existing: AddressEndpoints = []) {
  const { wishes, taken } = plan(list, undefined, existing).shown;
  const given = allocate(wishes, last, taken);
  const { pods: placed } = plan(list, given, existing).shown;
  return { given, addresses: new Map(placed.map(({ body }) => [`${body.podName}-eth0`, body.ip])) };
}

test("without a memory the state gives what the plan gives", () => {
  fc.assert(
    fc.property(pods, (list) => {
      const { pods: placed } = plan(list).shown;
      const { addresses } = run(list, {});
      expect(addresses).toEqual(new Map(placed.map(({ body }) => [`${body.podName}-eth0`, body.ip])));
    }),
    { numRuns: draws(60) },
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
    { numRuns: draws(100) },
  );
});

test("what the state remembers is what the plan says", () => {
  fc.assert(
    fc.property(pods, pods, (before, after) => {
      const { given, addresses } = run(after, run(before, {}).given);
      for (const [holder, address] of addresses) expect(given[holder], holder).toBe(address);
    }),
    { numRuns: draws(100) },
  );
});

test("whatever the server has given meanwhile: what the state gives can be had, and who takes any address stays", () => {
  fc.assert(
    fc.property(pods, pods, endpoints, (before, more, existing) => {
      const old = run(before, {});
      const names = new Set(before.map(({ name }) => name));
      const after = [...more.filter(({ name }) => !names.has(name)), ...before];
      const { given, addresses } = run(after, old.given, existing);
      for (const [holder, address] of Object.entries(given)) expect(addresses.get(holder), holder).toBe(address);
      for (const { name, nic: requests } of before) {
        const holder = `${name}-internal-customerA-eth0`;
        // with twelve Pods and five endpoints the first subnet never runs out; the second may
        if (requests === undefined && old.addresses.has(holder)) expect(addresses.has(holder) || after.length > 8, holder).toBe(true);
      }
      expect(new Set(addresses.values()).size).toBe(addresses.size);
    }),
    { numRuns: draws(200) },
  );
});
