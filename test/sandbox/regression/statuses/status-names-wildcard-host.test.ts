import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, it } from "vitest";
import * as avi from "../../../../sdk/targets/avi/components/cluster";
import * as octavia from "../../../../sdk/targets/octavia";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, node, service } from "../../../support/manifests";
import { writtenStatuses } from "../../../support/written-statuses";

// biome-ignore lint/suspicious/noExplicitAny: inputs are whatever the kind takes
const resources: { type: string; name: string; inputs: any }[] = [];
pulumi.runtime.setMocks({
  newResource({ type, name, inputs }) {
    resources.push({ type, name, inputs });
    return { id: name, state: { ...inputs, vip: "203.0.113.7", address: "203.0.113.8" } };
  },
  call: ({ inputs }) => inputs,
});
beforeEach(() => {
  resources.length = 0;
});

/** Form that the API server accepts for `status.loadBalancer.ingress[].hostname`. */
const DNS_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const entries = async (kind: string) => {
  const found = () => writtenStatuses(resources).find((status) => status.kind === kind);
  await eventually(() => expect(found()).toBeDefined());
  return found()?.status.loadBalancer.ingress as { ip?: string; hostname?: string }[];
};
const web = [service("web", [{ port: 80, nodePort: 30080 }]), endpoints("web", ["1.1.1.1"], 8080)];
const hosts = (...names: string[]) => ingress({ name: "shop", rules: names.map((host) => ({ host, path: "/", service: "web" })) });

it("a wildcard is no host name of a status: the address alone is told, once", async () => {
  const specs = [...web, hosts("*.a.com", "*.b.com", "c.com")];
  new avi.KubernetesCluster("prod", { specs: specs as never, settings: { clusterName: "c", subDomains: [""] }, writeStatus: true });
  const reported = await entries("Ingress");
  expect(reported.map(({ hostname }) => hostname)).toEqual([undefined, "c.com"]);
  expect(reported.map(({ ip }) => ip)).toEqual(["203.0.113.7", "203.0.113.7"]);
  for (const { hostname } of reported) if (hostname !== undefined) expect(hostname).toMatch(DNS_NAME);
});

it("nor is what an annotation says, unless it is a DNS name", async () => {
  const annotated = (hostname: string) => {
    const base = service("edge", [{ port: 80, nodePort: 30081 }], "LoadBalancer");
    return { ...base, metadata: { ...base.metadata, annotations: { "loadbalancer.openstack.org/hostname": hostname } } };
  };
  const settings = { naming: "occm", subnet_id: "s" } as const;
  new octavia.KubernetesCluster("a", {
    specs: [annotated("*.example.com"), node("n", "10.0.0.1")] as never,
    settings,
    writeStatus: true,
  });
  // what is no name is refused (LB1403), and the address is told as without the annotation
  expect(await entries("Service")).toEqual([{ ip: "203.0.113.8" }]);
  resources.length = 0;
  new octavia.KubernetesCluster("b", {
    specs: [annotated("Web.Example.com"), node("n", "10.0.0.1")] as never,
    settings,
    writeStatus: true,
  });
  expect(await entries("Service")).toEqual([{ hostname: "web.example.com" }]);
});
