import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { languageStory } from "../../support/language-story";
import { root } from "../pr/harness";

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
  const path = "../../../tools/pulumi/sdk.mjs";
  const { buildGoProgram } = await import(path);
  const program = await buildGoProgram(PROGRAM, folder);
  return {
    files: { "Pulumi.yaml": `name: go\nruntime: { name: go, options: { binary: ${program} } }\n` },
    // for the host of a CLI that was built from source
    env: { NODE_PATH: join(root, "node_modules") },
  };
});
