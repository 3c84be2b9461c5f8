import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { withoutCompiler } from "../../../../sdk/watch/stack/without-compiler";

const load = createRequire(__filename);
const compilers = () => Object.keys(load.cache).filter((file) => /node_modules.(typescript|@npmcli.arborist)\W/.test(file));

test("the SDK loads its compiler when a function is written, and writes it", async () => {
  withoutCompiler(load);
  const { runtime } = load("@pulumi/pulumi");
  load("@pulumi/pulumi/automation");
  expect(compilers()).toEqual([]);
  const { text } = await runtime.serializeFunction(() => "a word");
  expect(text).toContain('"a word"');
  expect(compilers()).not.toEqual([]);
});
