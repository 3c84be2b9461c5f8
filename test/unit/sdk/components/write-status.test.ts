import { beforeEach, describe, expect, it } from "vitest";
import { liveCluster } from "../../../../sdk/kubernetes";
import * as avi from "../../../../sdk/targets/avi/components/cluster";
import * as mizar from "../../../../sdk/targets/mizar";
import * as octavia from "../../../../sdk/targets/octavia";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, service } from "../../../support/manifests";
import { network, pod, subnet, vpc } from "../../../support/mizar";
import { scriptedServer } from "../../../support/scripted-server";
import { writtenStatuses } from "../../../support/written-statuses";

const server = scriptedServer();
const resources = recordResources();
const statuses = () => writtenStatuses(resources);
const written = (count: number) => eventually(() => expect(statuses()).toHaveLength(count));
const nodes = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "n" },
  status: { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
};
const root = {
  apiVersion: "contour.heptio.com/v1beta1",
  kind: "IngressRoute",
  metadata: { name: "root" },
  spec: { virtualhost: { fqdn: "r.com" }, routes: [{ match: "/", services: [{ name: "web", port: 80 }] }] },
};
const orphan = { ...root, metadata: { name: "orphan" }, spec: { routes: [{ match: "/", services: [{ name: "web", port: 80 }] }] } };
const rules = ["b.com", "a.com"].map((host) => ({ host, path: "/", service: "web" }));
const specs = [
  service("web", [80]),
  endpoints("web", ["1.1.1.1"], 8080),
  service("edge", [80], "LoadBalancer"),
  endpoints("edge", ["1.1.1.2"], 8080),
  ingress({ name: "shop", rules }),
  root,
  orphan,
  nodes,
];

beforeEach(() => {
  resources.length = 0;
});

describe("writeStatus", () => {
  it("writes addresses on Avi as AKO does, and Contour's words", async () => {
    new avi.KubernetesCluster("prod", { specs: specs as never, settings: { clusterName: "c1", subDomains: [""] }, writeStatus: true });
    await written(4);
    expect(statuses()).toMatchObject([
      {
        pulumi: expect.stringMatching(/^prod-Ingress-statuses-\d$/),
        apiVersion: "networking.k8s.io/v1beta1",
        kind: "Ingress",
        name: "shop",
      },
      { kind: "IngressRoute", name: "orphan", status: { currentStatus: "orphaned" } },
      { kind: "IngressRoute", name: "root", status: { currentStatus: "valid", description: "valid IngressRoute" } },
      {
        pulumi: expect.stringMatching(/^prod-Service-statuses-\d$/),
        apiVersion: "v1",
        kind: "Service",
        namespace: "default",
        name: "edge",
      },
    ]);
    expect(statuses().every((status) => !("force" in status))).toBe(true);
  });

  it("writes AKO's words into its rules, of namespaces and of the cluster", async () => {
    const rule = (kind: string, name: string, spec: object) => ({ apiVersion: "ako.vmware.com/v1beta1", kind, metadata: { name }, spec });
    const rules = [
      rule("HostRule", "one", { virtualhost: { fqdn: "a.com" } }),
      rule("HostRule", "two", { virtualhost: { fqdn: "a.com" } }),
      rule("AviInfraSetting", "gold", { network: { bgpPeerLabels: ["a"] } }),
    ];
    const settings = { clusterName: "c1", naming: "ako-2" as const };
    new avi.KubernetesCluster("prod", { specs: rules as never, settings, writeStatus: true });
    await written(3);
    expect(statuses().map(({ kind, namespace, name, status }) => [kind, namespace, name, status])).toEqual([
      ["AviInfraSetting", undefined, "gold", { status: "Rejected", error: "BGPPeerLabels cannot be set if EnableRhi is false." }],
      ["HostRule", "default", "one", { status: "Accepted", error: "" }],
      ["HostRule", "default", "two", { status: "Rejected", error: "duplicate fqdn a.com found in default/one" }],
    ]);
  });

  it("writes addresses on Octavia into Services that have a place for them", async () => {
    const settings = { service_subnet_id: "s", cluster_name: "c1" };
    new octavia.KubernetesCluster("prod", { specs: specs as never, settings, writeStatus: "force" });
    await written(4);
    const reported = statuses().map((status) => [status.kind, status.name, status.force]);
    expect(reported.sort()).toEqual([
      ["Ingress", "shop", true],
      ["IngressRoute", "orphan", true],
      ["IngressRoute", "root", true],
      ["Service", "edge", true],
    ]);
  });

  it("tells Pods that exist their place on Mizar, also when they know it already, and leaves those to be made alone", async () => {
    const existing = pod("old", { net: "vpc-1", tenant: "", annotations: { theirs: "1", "mizar.com/vpc": "v" } });
    const live = { ...existing, metadata: { ...existing.metadata, uid: "u-1" } };
    const facts = [vpc("v", "10.10.0.0", "16"), subnet("net1", "v", "10.10.1.0", "24"), network("vpc-1", "v", {}, "")];
    const given = [...facts, live, pod("new", { net: "vpc-1", tenant: "" })];
    new mizar.KubernetesCluster("prod", { specs: given as never, writeStatus: true });
    await written(1);
    expect(statuses()[0]).toMatchObject({
      pulumi: expect.stringMatching(/^prod-Pod-statuses-\d$/),
      kind: "Pod",
      namespace: "internal",
      name: "old",
    });
    expect(Object.keys(statuses()[0]!.annotations).sort()).toEqual([
      "arktos.futurewei.com/network-readiness",
      "mizar.com/subnet",
      "mizar.com/vpc",
      "mizar.futurewei.com/network_user_input",
    ]);
  });

  it("is off unless asked for", async () => {
    new avi.KubernetesCluster("prod", { specs: specs as never, settings: { clusterName: "c1" } });
    await eventually(() => expect(resources.some(({ type }) => type.endsWith("avi:L4VS"))).toBe(true));
    expect(statuses()).toEqual([]);
  });

  it("goes to the cluster that was read", async () => {
    const items = [specs[2]].map((object) => ({ ...object, kind: undefined, apiVersion: undefined }));
    server.answer = ({ path }) => ({ body: { items: path.startsWith("/api/v1/services") ? items : [], resources: [] } });
    const live = liveCluster({ kubeconfig: server.kubeconfig(), kinds: ["Service", "Endpoints"] });
    new avi.KubernetesCluster("prod", { specs: [live, nodes as never], settings: { clusterName: "c1" }, writeStatus: true });
    await written(1);
    const provider = resources.find(({ type }) => type.startsWith("pulumi:providers:"));
    expect(provider).toMatchObject({ name: "prod-cluster" });
    expect(JSON.stringify(provider?.inputs)).toContain("kubernetes:kubeconfig");
  });
});
