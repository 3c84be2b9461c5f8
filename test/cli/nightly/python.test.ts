import { join } from "node:path";
import { languageStory } from "../../support/language-story";

/** The example in Python, with the SDK that is generated from the schema. */
const PROGRAM = `import pulumi
from pulumi_k8s_lb import avi

shop = avi.KubernetesCluster(
    "shop",
    specs=["manifests/*.yaml"],
    settings=avi.SettingsArgs(cluster_name="yaml", shard_vs_size=avi.ShardVSSize.MEDIUM, sub_domains=["avi.internal"]),
)
pulumi.export("hosts", shop.hosts)
pulumi.export("vips", shop.vips)
`;

languageStory(async () => {
  const path = "../../../tools/pulumi/sdk.mjs";
  const { ensurePython, ensureInstalledSdk } = await import(path);
  const [python, sdk] = [await ensurePython(), await ensureInstalledSdk()];
  return {
    files: { "Pulumi.yaml": "name: python\nruntime: python\n", "__main__.py": PROGRAM },
    // an older host does not read the option virtualenv
    folders: [join(python, "bin")],
    env: { PYTHONPATH: sdk, PYTHONDONTWRITEBYTECODE: "1" },
  };
});
