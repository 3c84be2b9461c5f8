import { describe, expect, it } from "vitest";
import { rbacManifests } from "../../../../sdk/kubernetes";

// Additional rights that a naming of Avi needs, and no others; a real API server judges them in test/cli/nightly/ako-definitions.test.ts.

const granted = (options: { naming?: string; writeStatus?: boolean; namespaces?: string[] }) =>
  rbacManifests({ target: "avi", ...options }).flatMap(({ kind, rules }) =>
    ((rules ?? []) as { apiGroups: string[]; resources: string[]; verbs: string[] }[])
      .filter(({ apiGroups: [group] }) => group === "ako.vmware.com")
      .map(({ resources, verbs }) => `${kind} ${resources.join(" ")}: ${verbs.join(" ")}`),
  );

it.each(["avi", "octavia"] as const)("the rights of a stack on %s hold workloads with the setting that reads them", (target) => {
  const onApps = (readWorkloads?: boolean, follow?: boolean) =>
    rbacManifests({ target, readWorkloads, follow, writeStatus: true })
      .flatMap(({ rules }) => (rules ?? []) as { apiGroups: string[]; resources: string[]; verbs: string[] }[])
      .filter(({ apiGroups: [group] }) => group === "apps")
      .map(({ resources, verbs }) => `${resources.join(" ")}: ${verbs.join(" ")}`);
  const all = "daemonsets deployments statefulsets";
  expect([onApps(), onApps(false), onApps(true), onApps(true, true)]).toEqual([[], [], [`${all}: list`], [`${all}: list watch`]]);
});

describe("the rights of an Avi stack", () => {
  it("hold AKO's rules with the namings that read them", () => {
    const read = ["ClusterRole hostrules httprules l4rules l7rules: list", "ClusterRole aviinfrasettings: list"];
    expect(granted({ naming: "ako-2" })).toEqual(read);
    expect(granted({ naming: "ako-2-evh" })).toEqual(read);
    expect([granted({}), granted({ naming: "ako-1.2.1" })]).toEqual([[], []]);
  });

  it("patch nothing but their statuses", () => {
    expect(granted({ naming: "ako-2", writeStatus: true })).toEqual([
      "ClusterRole hostrules httprules l4rules l7rules: get list",
      "ClusterRole aviinfrasettings: get list",
      "ClusterRole hostrules/status httprules/status l4rules/status l7rules/status: patch",
      "ClusterRole aviinfrasettings/status: patch",
    ]);
  });

  it("are those of a namespace where one is named, save for what is the cluster's", () => {
    expect(granted({ naming: "ako-2", namespaces: ["shop"] })).toEqual([
      "ClusterRole aviinfrasettings: list",
      "Role hostrules httprules l4rules l7rules: list",
    ]);
  });
});
