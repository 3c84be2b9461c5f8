// The provider plugin of @pulumi/kubernetes, for the tier `release` only: it takes a quarter of an hour to build.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../lib/files.mjs";
import { builtPath, findGo, goBuild, sourcesOf } from "../lib/go-build.mjs";
import { Stop } from "../lib/process.mjs";

const module = inRoot("tools/pulumi/kubernetes-plugin");
const upstream = "github.com/pulumi/pulumi-kubernetes/provider/v4";
const version = "4.25.0"; // as main.go and the devDependency @pulumi/kubernetes say

/** Builds the plugin unless the cache has it; returns the folder to put on PATH. */
export async function ensureKubernetesPlugin() {
  if (!findGo()) throw new Stop("building the Kubernetes plugin needs Go 1.26 or newer (https://go.dev/dl/)");
  const target = await builtPath(module, "pulumi-resource-kubernetes");
  if (existsSync(target)) return join(target, "..");
  const from = join(await sourcesOf(module, upstream), "cmd/pulumi-resource-kubernetes");
  const folder = mkdtempSync(join(tmpdir(), "k8s-plugin-"));
  try {
    // main.go embeds two files that upstream generates; an overlay puts them there without touching the checkout.
    const schema = JSON.parse(readFileSync(join(from, "schema.json"), "utf8"));
    writeFileSync(join(folder, "schema.json"), JSON.stringify({ ...schema, version }));
    const overlay = {
      [join(module, "schema-embed.json")]: join(folder, "schema.json"),
      [join(module, "terraform-mapping-embed.json")]: join(from, "terraform-mapping.json"),
    };
    writeFileSync(join(folder, "overlay.json"), JSON.stringify({ Replace: overlay }));
    await goBuild({
      title: "Building the Pulumi Kubernetes plugin",
      expected: "8 to 15 minutes on two cores, once per machine",
      module,
      pkg: ".",
      target,
      flags: ["-overlay", join(folder, "overlay.json")],
      minutes: 40,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return join(target, "..");
}
