import * as pulumi from "@pulumi/pulumi";
import { unknown } from "@pulumi/pulumi/output";
import { beforeEach, describe, expect, test } from "vitest";
import { toSpecs } from "../../../../sdk/components/sources";
import { liveCluster } from "../../../../sdk/kubernetes";
import { recordResources } from "../../../../sdk/testing";
import { service } from "../../../support/manifests";
import { scriptedServer } from "../../../support/scripted-server";

// liveCluster() as one of the sources of a component.

recordResources({ preview: true });
const server = scriptedServer();
const kinds = ["Service" as const];

beforeEach(() => {
  pulumi.runtime.setAllConfig({});
  server.answer = ({ path }) => ({ body: { items: [path.includes("/tenants/red/") ? service("red", [80]) : service("web", [80])] } });
});

const names = async (...sources: Parameters<typeof toSpecs>[0][]) => [...(await toSpecs(sources)).services.keys()];

describe("a live cluster", () => {
  test("is read beside other sources, and its objects say where they are from", async () => {
    const live = liveCluster({ kubeconfig: pulumi.secret(server.kubeconfig()), kinds });
    expect((await names(live, service("given", [80]))).sort()).toEqual(["default/given", "default/web"]);
    expect((await toSpecs(live)).services.get("default/web")?.ref.source).toEqual({ file: "cluster test" });
    await expect(toSpecs([live, service("web", [81])])).rejects.toThrow("is defined twice, differently: cluster test and the program");
  });

  test("is that of the stack's configuration where the program names none", async () => {
    pulumi.runtime.setAllConfig({ "kubernetes:kubeconfig": server.kubeconfig() });
    expect(await names(liveCluster({ kinds }))).toEqual(["default/web"]);
    pulumi.runtime.setAllConfig({ "kubernetes:kubeconfig": server.kubeconfig(), "mizar:tenant": "red" });
    expect(await names(liveCluster({ kinds }))).toEqual(["default/red"]);
    pulumi.runtime.setAllConfig({ "kubernetes:kubeconfig": server.kubeconfig(), "kubernetes:context": "prod" });
    await expect(names(liveCluster({ kinds }))).rejects.toThrow('LB2101: the kubeconfig has no context "prod"');
    // a kubeconfig of the program's own has contexts of its own
    expect(await names(liveCluster({ kubeconfig: server.kubeconfig(), kinds }))).toEqual(["default/web"]);
  });

  test("that preview cannot know is an error, and not an empty cluster", async () => {
    const later = pulumi.output(unknown as never) as pulumi.Output<string>;
    await expect(toSpecs(liveCluster({ kubeconfig: later }))).rejects.toThrow(
      /LB2121: the cluster's kubeconfig depends on a value that is not known before `up`/,
    );
    const namespaces = [pulumi.output(unknown as never) as pulumi.Output<string>] as never;
    await expect(toSpecs(liveCluster({ namespaces }))).rejects.toThrow(
      "LB2121: the cluster's namespaces depend on a value that is not known",
    );
  });
});
