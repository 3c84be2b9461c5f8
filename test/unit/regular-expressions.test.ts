import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

// JavaScript's RegExp may take for ever: what a user, a cluster or a server writes is run by requests/patterns/engine.ts and
// sandbox/shared/pattern.ts alone. These files make one of constants.

const ROOT = join(__dirname, "../..");

const CONSTANT: Record<string, string> = {
  "requests/avi/query.ts": "bytes of an encoded character",
  "requests/avi/connections.ts": "form of the tables in our script, with the number of a port",
  "sdk/specs/yaml/depth.ts": "depth of indentation",
  "provider/http/tokens.ts": "forms of tokens",
  "sdk/specs/known-annotations.ts": "names of known annotations, escaped",
  "sdk/frontends/gateway/words.ts": "names of DNS",
  "sdk/cli/selection.ts": "form of --selector",
  "sdk/cli/terminal.ts": "words that have a colour",
  "sandbox/avi/rights.ts": "a type of object, role or tenant",
  "sandbox/octavia/pool-bodies.ts": "forms of fields of the API",
  "sandbox/openstack/barbican.ts": "a collection of the API",
  "sandbox/kubernetes/list.ts": "form of a selector",
  "sandbox/kubernetes/metadata.ts": "form of a name",
};

const sources = ["resources", "requests", "sdk", "provider", "plugin", "sandbox"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name) && !/\b(node_modules|dist)\b/.test(entry.parentPath))
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name))),
);

const withText = (form: RegExp) => sources.filter((file) => form.test(readFileSync(join(ROOT, file), "utf8")));

test("no file makes a regular expression of a value, but those of constants", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(withText(/\bRegExp\(/).sort()).toEqual(Object.keys(CONSTANT).sort());
});

test("no text is searched with a text for a pattern", () => {
  // ranges of ipaddr.js have a method of this name
  const ranges = ["provider/avi/adoption/routes.ts", "sandbox/kubernetes/kinds/service-addresses.ts", "sandbox/openstack/neutron-ports.ts"];
  const found = withText(/\.(?:match|matchAll|search)\((?!\/|[A-Z0-9_]+\)|new RegExp\(|\))/);
  expect(found.sort()).toEqual([...ranges, "sdk/targets/octavia/lower/source-ranges.ts"].sort());
});
