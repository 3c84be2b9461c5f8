// Files of tests that two tiers would run alike. A test knows its tier from test/support/tier.ts alone, and the adapter of its provider from
// test/sandbox/lib/host.ts: a file that reaches neither by its imports does the same in the tiers `pr` and `nightly`.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { filesBelow, inRoot, root } from "./files.mjs";

const TIER = inRoot("test/support/tier.ts");
const ADAPTER = inRoot("test/sandbox/lib/host.ts");

/** Suites of which the tier `pr` takes a part: a field of each sort, some calls of each verb, some causes of each target. */
const MATRICES = "test/sandbox/matrices";
/** Random specs, of which the tier `pr` draws fewer, and verbs, which it calls without a process. */
const PROPERTIES = "test/unit/property";
const VERBS = "test/cli/commands";

/** Test files below a folder. */
const testsBelow = (folder) => filesBelow(inRoot(folder)).filter((file) => file.endsWith(".test.ts"));

/** The module of this checkout that an import names. */
const moduleAt = (path) => [path, `${path}.ts`, join(path, "index.ts")].find((file) => existsSync(file) && statSync(file).isFile());

/** Modules below test/ that a file imports, itself or by others; `draws.ts`, which each project loads, treats the tiers here alike. */
function reachedBy(file, reached = new Set([file])) {
  for (const [, , path] of readFileSync(file, "utf8").matchAll(/\b(from|import|import\(|require\()\s*["'](\.[^"']+)["']/g)) {
    const modulePath = moduleAt(join(dirname(file), path));
    if (!modulePath?.startsWith(inRoot("test/")) || reached.has(modulePath)) continue;
    reached.add(modulePath);
    reachedBy(modulePath, reached);
  }
  return reached;
}

const named = (files) => files.map((file) => relative(root, file).replaceAll("\\", "/")).sort();

/** Files below the folders that do in the tier `nightly` what they do not in the tier `pr`: other amounts, or another adapter. */
export const differentInNightly = (folders) =>
  named(
    folders.flatMap(testsBelow).filter((file) => {
      const reached = reachedBy(file);
      return reached.has(TIER) || reached.has(ADAPTER);
    }),
  );

/** Files of which the tier `nightly` does everything that the tier `pr` does, and more. */
export const wholeInNightly = () => named([VERBS, PROPERTIES, MATRICES].flatMap(testsBelow).filter((file) => reachedBy(file).has(TIER)));
