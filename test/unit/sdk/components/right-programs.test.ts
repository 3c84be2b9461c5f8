import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { recordResources } from "../../../../sdk/testing";

const PROGRAMS = ["avi-bodies", "octavia-mizar-bodies", "components"];

/** Least number of right programs that the editor accepts, and of mistakes that it shows (test/unit/types). */
const LEAST = 40;

const load = async (name: string): Promise<{ right(): unknown[]; wrong(): unknown[] }> => import(`../../types/${name}`);

beforeAll(() => {
  vi.stubEnv("KUBECONFIG", "/nowhere");
  recordResources();
});
afterAll(() => vi.unstubAllEnvs());

it.each(PROGRAMS)("the right programs of %s run under mocks", async (name) => {
  const { right } = await load(name);
  const values = right();
  expect(values.length).toBeGreaterThan(0);
  for (const value of values) {
    if (pulumi.Output.isInstance(value)) await new Promise((done) => value.apply(done));
    else if (pulumi.Resource.isInstance(value)) expect(await new Promise((done) => value.urn.apply(done))).toContain("urn:pulumi:");
  }
  await pulumi.runtime.disconnect();
});

it(`there are ${LEAST} right programs and ${LEAST} mistakes`, async () => {
  const texts = PROGRAMS.map((name) => readFileSync(`${__dirname}/../../types/${name}.ts`, "utf8"));
  const mistakes = texts.join("").match(/@ts-expect-error \w/g) ?? [];
  const right = await Promise.all(PROGRAMS.map(async (name) => (await load(name)).right().length));
  expect(mistakes.length).toBeGreaterThanOrEqual(LEAST);
  expect(right.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(LEAST);
});
