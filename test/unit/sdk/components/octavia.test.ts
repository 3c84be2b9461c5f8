import { expect, it } from "vitest";
import * as octavia from "../../../../sdk/targets/octavia";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, secret, service } from "../../../support/manifests";
import { shownInventory } from "../../../support/shown";

const resources = recordResources();
const balancers = () => resources.filter(({ type }) => type.endsWith("octavia:LoadBalancer"));

const settings = { service_subnet_id: "s", cluster_name: "c1" };
const web = [service("web", [80]), endpoints("web", ["1.1.1.1"], 8080)];
const shop = ingress({
  name: "shop",
  rules: [{ host: "a.com", path: "/", service: "web" }],
  tls: [{ hosts: ["a.com"], secretName: "shop" }],
});
const tls = secret("shop", "CERT", "KEY");

it("makes a load balancer per Service and one for the hosts, after the inventory", async () => {
  new octavia.KubernetesCluster("all", { specs: [...web, shop, tls] as never, settings });
  await eventually(() => expect(balancers().map(({ name }) => name)).toEqual(["default/web", "kube_ingress_openstack"]));
  const inventory = resources.find(({ type }) => type.endsWith("octavia:Inventory"));
  expect(shownInventory<{ names: string[] }>(inventory?.inputs).names).toEqual([
    "loadbalancers/default/web",
    "loadbalancers/kube_ingress_c1_openstack",
  ]);
  expect(balancers()[0]?.inputs.owner).toBe("pulumi-k8s-lb:project/stack/c1/all");
});

it("keeps the private key out of the component's inputs, and makes it a secret of the resource", async () => {
  const component = resources.find(({ type }) => type.endsWith("octavia:KubernetesCluster"));
  expect(JSON.stringify(component?.inputs ?? {})).not.toContain("KEY");
  expect(JSON.stringify(balancers()[1]?.inputs.secrets)).toContain("KEY");
});

it("gives one Ingress a load balancer of its own, and its Services none", async () => {
  resources.length = 0;
  new octavia.Ingress("one", { specs: [...web, shop, tls] as never, settings });
  await eventually(() => expect(balancers().map(({ name }) => name)).toEqual(["kube_ingress_default-shop"]));
});

it("gives one Service its load balancer, and does not read the Ingresses among its specs", async () => {
  resources.length = 0;
  new octavia.Service("two", { specs: [...web, shop, tls] as never, settings, adopt: true });
  await eventually(() => expect(balancers().map(({ name, inputs }) => [name, inputs.adopt])).toEqual([["default/web", true]]));
});
