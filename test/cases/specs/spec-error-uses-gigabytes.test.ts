import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SpecComponentArgs } from "../../../sdk/components/component";
import * as avi from "../../../sdk/targets/avi";
import * as mizar from "../../../sdk/targets/mizar";
import * as octavia from "../../../sdk/targets/octavia";
import { recordResources } from "../../../sdk/testing";
import { reported } from "../../support/reported";

recordResources();

type Component = new (name: string, args: SpecComponentArgs) => pulumi.ComponentResource & { inventory: pulumi.Output<string[]> };

/** Whatever takes specs. */
const COMPONENTS = Object.entries({ avi, mizar, octavia }).flatMap(([target, classes]) =>
  Object.entries(classes as object)
    .filter(([, value]) => typeof value === "function" && value.prototype instanceof pulumi.ComponentResource)
    .map(([name, value]) => [`${target}.${name}`, value as Component] as const),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "faulty-"));
  writeFileSync(join(folder, "cut.yaml"), 'apiVersion: v1\nkind: Service\nmetadata: { name: "we');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every component is looked at", () => expect(COMPONENTS.length).toBeGreaterThan(12));

test.each(COMPONENTS)("%s tells a fault in the specs once, and nothing hangs on the error", async (name, Class) => {
  const { failures, late } = await reported(async () => {
    const component = new Class(name, { specs: join(folder, "cut.yaml") });
    // The SDK runs the program before it listens to what is exported, and a busy machine takes its time for that.
    await new Promise((done) => setTimeout(done, 50));
    return { inventory: component.inventory, size: component.inventory.apply(({ length }) => length) };
  });
  expect(late).toBe(0);
  expect([...failures]).toHaveLength(1);
  const [error] = [...failures] as (Error & { promise?: unknown })[];
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect(error?.message).toMatch(/^LB1001: the specs have 1 fault/);
  expect(error?.promise).toBeUndefined();
  expect(inspect(error, { colors: true })).toBe(error?.message);
});
