// The official test suite of Gateway API: its program, its kinds and the names of its tests, from the modules that go/go.mod pins.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { builtPath, findGo, goBuild } from "../lib/go-build.mjs";
import { alone, run, Stop } from "../lib/process.mjs";

const module = join(dirname(fileURLToPath(import.meta.url)), "go");

/** The path of the suite's program; builds it unless the cache has it. */
async function ensureSuite() {
  if (!findGo()) throw new Stop("building the conformance suite needs Go 1.26 or newer (https://go.dev/dl/)");
  const target = await builtPath(module, "gateway-conformance");
  if (existsSync(target)) return target;
  await alone(`${dirname(dirname(target))}.lock`, "Waiting for another process that builds the conformance suite", async () => {
    if (existsSync(target)) return;
    await goBuild({
      title: "Building the conformance suite of Gateway API",
      expected: "1 to 7 minutes on two cores, once per machine",
      module,
      pkg: ".",
      target,
      tests: true,
      minutes: 40,
    });
  });
  return target;
}

/** The folder of a module's sources, fetched if the machine does not have them. */
async function folderOf(path) {
  const { code, stdout, output } = await run(findGo(), ["mod", "download", "-json", path], { cwd: module, timeout: 5 * 60_000 });
  if (code !== 0) throw new Stop(`go mod download ${path} failed:\n${output}`);
  return JSON.parse(stdout).Dir;
}

/** The definitions of the standard channel; the suite stops at those of another version. */
async function definitions() {
  const folder = join(await folderOf("sigs.k8s.io/gateway-api"), "config/crd/standard");
  const documents = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), "utf8")).map((document) => document.toJS()));
  return documents.filter((document) => document?.kind === "CustomResourceDefinition").map(({ status: _, ...crd }) => crd);
}

/** Names of the tests of all profiles. */
async function testNames() {
  const folder = join(await folderOf("sigs.k8s.io/gateway-api/conformance"), "tests");
  const sources = readdirSync(folder).filter((name) => name.endsWith(".go"));
  const names = sources.flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(/^\s*ShortName:\s*"(\w+)"/gm)]);
  return [...new Set(names.map(([, name]) => name))].sort();
}

/** `{ program, crds, tests }`: the file to run, the kinds to install, the names to choose from. */
export async function gatewaySuite() {
  const program = await ensureSuite();
  const [crds, tests] = await Promise.all([definitions(), testNames()]);
  return { program, crds, tests };
}
