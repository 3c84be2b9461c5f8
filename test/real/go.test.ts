import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { root } from "../pulumi/harness";
import { languageStory } from "../support/language-story";

/** The example in Go, with the SDK that is generated from the schema. */
const PROGRAM = `package main

import (
	"github.com/pulumi-k8s-lb/pulumi-k8s-lb/sdk/go/k8slb/avi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		shop, err := avi.NewKubernetesCluster(ctx, "shop", &avi.KubernetesClusterArgs{
			Specs: pulumi.ToArray([]interface{}{"manifests/*.yaml"}),
			Settings: avi.SettingsArgs{
				ClusterName: pulumi.String("yaml"),
				ShardVSSize: avi.ShardVSSizeMEDIUM,
				SubDomains:  pulumi.StringArray{pulumi.String("avi.internal")},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("hosts", shop.Hosts)
		ctx.Export("vips", shop.Vips)
		return nil
	})
}
`;

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-go-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

languageStory(async () => {
  const [sdkTool, goTool] = ["../../tools/pulumi/sdk.mjs", "../../tools/lib/go-build.mjs"];
  const { generateSdk } = await import(sdkTool);
  const { findGo, GO_FLAGS } = await import(goTool);
  await generateSdk("go", { folder });
  writeFileSync(join(folder, "main.go"), PROGRAM);
  // the modules of the generator have all that an SDK needs, in the versions that the CLI is built of
  const generator = join(root, "tools/pulumi/sdk-generator");
  const modules = readFileSync(join(generator, "go.mod"), "utf8");
  writeFileSync(join(folder, "go.mod"), modules.replace(/^module .*/m, "module github.com/pulumi-k8s-lb/pulumi-k8s-lb/sdk/go"));
  cpSync(join(generator, "go.sum"), join(folder, "go.sum"));
  const program = join(folder, "program");
  execFileSync(findGo(), ["build", ...GO_FLAGS, "-ldflags", "-s -w", "-o", program, "."], { cwd: folder, stdio: "pipe" });
  return {
    files: { "Pulumi.yaml": `name: go\nruntime: { name: go, options: { binary: ${program} } }\n` },
    // for the host of a CLI that was built from source
    env: { NODE_PATH: join(root, "node_modules") },
  };
});
