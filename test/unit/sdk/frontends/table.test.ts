import { expect, test } from "vitest";
import { FRONT_ENDS, frontEndOf, readSpecs } from "../../../../sdk/frontends";
import { resolve } from "../../../../sdk/routing";
import { kindOf } from "../../../../sdk/specs";
import { READS_NOTHING } from "../../../support/front-ends";

const all = FRONT_ENDS.flatMap((one) => one.kinds.map((reader) => ({ reader, one })));

test("every kind that a front end reads is served by a cluster under versions that it reads", () => {
  for (const { reader, one } of all) {
    const name = kindOf({ apiVersion: reader.apiVersions[0] ?? "", kind: reader.kind });
    const source = one.sources.find(({ kind }) => kind === name);
    expect(source, name).toBeDefined();
    const served = (source?.types ?? []).map(({ group, version }) => `${group}/${version}`);
    expect(reader.apiVersions, name).toEqual(expect.arrayContaining(served));
    expect("selectable" in (source ?? {}), name).toBe(reader.asks === true);
  }
});

test("a kind and version belongs to one front end", () => {
  for (const { reader, one } of all)
    for (const apiVersion of reader.apiVersions) expect(frontEndOf({ apiVersion, kind: reader.kind })).toBe(one);
});

test("a target that reads no front end says so of every object, sound or faulty", () => {
  const objects = all.map(({ reader: { kind, apiVersions } }) => ({ apiVersion: apiVersions[0], kind, metadata: { name: "x" } }));
  const { hosts, ledger } = resolve(readSpecs(objects.map((value) => ({ value }))), READS_NOTHING);
  const { statuses, diagnostics } = ledger.close();
  expect([hosts, statuses]).toEqual([[], []]);
  expect(diagnostics.map(({ object }) => kindOf(object)).sort()).toEqual(objects.map((object) => kindOf(object as never)).sort());
  expect([...new Set(diagnostics.map(({ code }) => code))].sort()).toEqual(["LB1005", "LB1311"]);
});
