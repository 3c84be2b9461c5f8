// Run by `npm version` after it has written the new version into package.json, and before it commits and tags: both packages and the schema
// for other languages have one version.
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./lib/files.mjs";
import { main, run, Stop } from "./lib/process.mjs";
import { writeBaseline } from "./release/schema-changes.mjs";

function edit(file, change) {
  const content = JSON.parse(readFileSync(inRoot(file), "utf8"));
  change(content);
  writeFileSync(inRoot(file), `${JSON.stringify(content, null, 2)}\n`);
}

async function must(command, ...args) {
  const { code, output } = await run(command, args, { cwd: inRoot(), timeout: 5 * 60_000 });
  if (code !== 0) throw new Stop(`\`${command} ${args.join(" ")}\` failed:\n${output.trimEnd()}`);
}

await main(async () => {
  const version = process.env.npm_new_version;
  if (!version) throw new Stop("usage: npm version 1.2.3");
  edit("sandbox/package.json", (sandbox) => {
    sandbox.version = version;
  });
  edit("package.json", ({ peerDependencies }) => {
    peerDependencies["pulumi-k8s-lb-sandbox"] = `^${version}`;
  });
  edit("docs/schema.json", (schema) => {
    schema.version = version;
  });
  await must("npm", "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund");
  const files = ["package.json", "sandbox/package.json", "package-lock.json", "docs/schema.json", writeBaseline()];
  await must("git", "add", ...files);
});
