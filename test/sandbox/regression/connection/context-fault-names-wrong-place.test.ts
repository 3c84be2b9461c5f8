import { describe, expect, it } from "vitest";
import { readKubeconfig } from "../../../../provider/kubernetes/kubeconfig";

// A fault of a context named kubernetes:context, also where the kubeconfig itself or an option named the context.

const kubeconfig = (current: string, server = "https://api.example") =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": current,
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user: {} }],
    contexts: [{ name: "test", context: { cluster: "c", user: "u" } }],
  });

describe("a context that is not in the kubeconfig", () => {
  it("is corrected in the kubeconfig where that names it", async () => {
    await expect(readKubeconfig({ kubeconfig: kubeconfig("gone") })).rejects.toThrow(
      'LB2101: the kubeconfig names the current context "gone", but has test\n  Correct the kubeconfig (`kubectl config use-context NAME`), or name a context',
    );
    await expect(readKubeconfig({ kubeconfig: kubeconfig("") })).rejects.toThrow(
      "the kubeconfig has no current context, and none is named\n  Correct the kubeconfig",
    );
  });

  it("is corrected where it is named otherwise: configuration, program or option", async () => {
    await expect(readKubeconfig({ kubeconfig: kubeconfig("test"), context: "gone" })).rejects.toThrow(
      'the kubeconfig has no context "gone"; it has test\n  Correct the context where it is named: `kubernetes:context`, `context` of liveCluster(), or `--context` of a command.',
    );
  });
});
