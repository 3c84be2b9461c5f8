// npm run tools -- release-files DIR: everything that a release publishes, made here: the tarballs of both npm packages, the wheel of the SDK for
// Python, the SDK for Go, an archive of the native plugin for each platform, the schema, and the checksums of all.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureBuilt } from "../lib/checkout.mjs";
import { inRoot, readJson, root } from "../lib/files.mjs";
import { run, Stop, say } from "../lib/process.mjs";
import { ensureWheel, generateSdk } from "../pulumi/sdk.mjs";
import { writeArchives } from "./plugin-archives.mjs";

const CHECKSUMS = "SHA256SUMS";

async function must(command, args, cwd) {
  const { code, output } = await run(command, args, { cwd, timeout: 5 * 60_000 });
  if (code !== 0) throw new Stop(`\`${command} ${args.join(" ")}\` failed:\n${output.trimEnd()}`);
}

/** The SDK for Go: a folder that `replace` in a go.mod names. */
async function goSdk(out) {
  const { version } = readJson(inRoot("package.json"));
  const { importBasePath } = readJson(inRoot("docs/schema.json")).language.go;
  const work = mkdtempSync(join(tmpdir(), "k8s-lb-go-sdk-"));
  try {
    await generateSdk("go", { folder: work });
    const versions = readFileSync(inRoot("tools/pulumi/sdk-generator/go.mod"), "utf8");
    const needs = ["github.com/blang/semver", "github.com/pulumi/pulumi/sdk/v3"].map(
      (name) => new RegExp(`${name} v\\S+`).exec(versions)[0],
    );
    const lines = [
      `module ${importBasePath.replace(/\/k8slb$/, "")}`,
      "go 1.26",
      `require (\n${needs.map((one) => `\t${one}\n`).join("")})`,
    ];
    writeFileSync(join(work, "go.mod"), `${lines.join("\n\n")}\n`);
    await must("tar", ["-czf", join(out, `pulumi-k8s-lb-go-sdk-v${version}.tar.gz`), "-C", work, "."], root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export async function releaseFiles([folder, ...more]) {
  if (!folder || more.length > 0) throw new Stop("usage: npm run tools -- release-files DIR");
  const out = resolve(folder);
  if (existsSync(out) && readdirSync(out).length > 0) throw new Stop(`${out} is not empty; name another folder`);
  mkdirSync(out, { recursive: true });
  await ensureBuilt();
  await must("npm", "pack --ignore-scripts --workspace sandbox --include-workspace-root --pack-destination".split(" ").concat(out), root);
  await writeArchives(out);
  const wheel = await ensureWheel();
  for (const file of readdirSync(wheel)) copyFileSync(join(wheel, file), join(out, file));
  await goSdk(out);
  copyFileSync(inRoot("docs/schema.json"), join(out, "schema.json"));
  const files = readdirSync(out).sort();
  const sums = files.map(
    (file) =>
      `${createHash("sha256")
        .update(readFileSync(join(out, file)))
        .digest("hex")}  ${file}\n`,
  );
  writeFileSync(join(out, CHECKSUMS), sums.join(""));
  for (const file of [...files, CHECKSUMS]) process.stdout.write(`${join(out, file)}\n`);
  say(`${files.length + 1} files of release ${readJson(inRoot("package.json")).version}`);
}
