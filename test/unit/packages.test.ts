import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pluginAddress, repositoryAddress } from "../../sdk/own-package";

// Two packages of one version: what the version script of package.json writes, and what must not be forgotten when a dependency is raised.

const read = (...path: string[]) => readFileSync(join(__dirname, "../..", ...path), "utf8");
const own = JSON.parse(read("package.json"));
const sandbox = JSON.parse(read("sandbox/package.json"));
const lock = JSON.parse(read("package-lock.json")).packages;

test("the packages have one version, and each release of the one asks for the same of the other", () => {
  expect(sandbox.version).toBe(own.version);
  expect(own.peerDependencies[sandbox.name]).toBe(`^${own.version}`);
  expect([lock[""].version, lock.sandbox.version]).toEqual([own.version, own.version]);
});

test("the packages have one license and need the same Node", () => {
  expect(read("sandbox/LICENSE")).toBe(read("LICENSE"));
  expect([sandbox.license, sandbox.engines]).toEqual([own.license, own.engines]);
});

test("what both packages use they use in the same range", () => {
  const ranges = { ...own.devDependencies, ...own.dependencies };
  const others = Object.entries(sandbox.dependencies).filter(([name, range]) => ranges[name] !== undefined && ranges[name] !== range);
  expect(others).toEqual([]);
});

test("the repository that the packages name is where programs in other languages get the plugin", () => {
  const schema = JSON.parse(read("docs/schema.json"));
  const address = repositoryAddress(own);
  expect(sandbox.repository).toEqual({ ...own.repository, directory: "sandbox" });
  expect(own.repository.url).toBe(`git+${address}.git`);
  expect(schema).toMatchObject({ repository: address, publisher: own.author, homepage: own.homepage });
  expect(schema.pluginDownloadURL).toBe(pluginAddress());
  expect(schema.pluginDownloadURL).toMatch(/^github:\/\/api\.github\.com\/[\w-]+\/[\w-]+$/);
});

test("npm puts no plugin on the PATH of its scripts, where Pulumi would warn of it", () => {
  expect(Object.keys(own.bin)).toEqual(["k8s-lb"]);
  expect(lock[""].bin).toEqual(own.bin);
});
