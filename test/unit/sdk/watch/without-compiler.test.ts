import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutCompiler } from "../../../../sdk/watch/stack/without-compiler";

const load = createRequire(__filename);
const compilers = () => Object.keys(load.cache).filter((file) => /node_modules.(typescript|@npmcli.arborist)\W/.test(file));

const found = { ...load.cache };

// other tests of this process may have loaded the SDK, and go on with theirs
beforeAll(() => {
  for (const file of Object.keys(found)) if (/node_modules.(@pulumi|typescript|@npmcli)\W/.test(file)) delete load.cache[file];
});
afterAll(() => {
  for (const file of Object.keys(load.cache)) delete load.cache[file];
  Object.assign(load.cache, found);
});

test("the SDK loads its compiler when a function is written, and writes it", async () => {
  withoutCompiler(load);
  const { runtime } = load("@pulumi/pulumi");
  load("@pulumi/pulumi/automation");
  expect(compilers()).toEqual([]);
  const { text } = await runtime.serializeFunction(() => "a word");
  expect(text).toContain('"a word"');
  expect(compilers()).not.toEqual([]);
});
