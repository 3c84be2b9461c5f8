import { expect, it } from "vitest";
import * as avi from "../../../../sdk/targets/avi/components/cluster";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, service } from "../../../support/manifests";

const resources = recordResources();
const named = (kind: string) => resources.filter(({ type }) => type.endsWith(`:${kind}`)).map(({ name }) => name);

const web = [service("web", [80], "LoadBalancer"), endpoints("web", ["1.1.1.1"], 8080)];
const shop = ingress({ name: "shop", rules: [{ host: "a.com", path: "/", service: "web" }] });

it("gives one Ingress a virtual service of its own, and leaves the Services among its specs alone", async () => {
  new avi.Ingress("one", { specs: [...web, shop] as never, settings: { clusterName: "c1" } });
  await eventually(() => expect(named("SharedVS")).toEqual(["c1--Dedicated-L7-default-shop"]));
  expect(named("L4VS")).toEqual([]);
  expect(resources.find(({ type }) => type.endsWith(":Pool"))?.inputs.pool.servers).toEqual([
    { ip: { addr: "1.1.1.1", type: "V4" }, port: 8080 },
  ]);
});

it("gives a Service its virtual service, and does not read the Ingresses among its specs", async () => {
  resources.length = 0;
  new avi.Service("two", { specs: [...web, shop] as never, settings: { clusterName: "c1" } });
  await eventually(() => expect(named("L4VS")).toEqual(["c1--default-web"]));
  expect(named("SharedVS")).toEqual([]);
});

it("marks objects with project, stack, cluster and component", () => {
  expect(resources.find(({ type }) => type.endsWith(":L4VS"))?.inputs.owner).toBe("pulumi-k8s-lb:project/stack/c1/two");
});

it("gives one passthrough Route a virtual service of its own, and its address to the host", async () => {
  resources.length = 0;
  const spec = { host: "a.com", to: { name: "web" }, tls: { termination: "passthrough", insecureEdgeTerminationPolicy: "Redirect" } };
  const route = { apiVersion: "route.openshift.io/v1", kind: "Route", metadata: { name: "bank", namespace: "default" }, spec };
  const component = new avi.Route("three", { specs: [...web, route] as never, settings: { clusterName: "c1" } });
  const name = "c1--Dedicated-Passthrough-default-bank";
  await eventually(() => expect(named("PassthroughVS")).toEqual([name]));
  expect(named("SharedVS")).toEqual([]);
  expect(await new Promise((resolve) => component.hosts.apply(resolve))).toHaveProperty(["a.com"]);
  expect(await new Promise((resolve) => component.vips.apply(resolve))).toHaveProperty([name]);
});

const meta = (place: string) => ({ namespace: place.split("/")[0], name: place.split("/")[1] });
const delegated = [
  { ...service("web", [80], "LoadBalancer"), metadata: meta("app/web") },
  {
    apiVersion: "contour.heptio.com/v1beta1",
    kind: "IngressRoute",
    metadata: meta("roots/shop"),
    spec: { virtualhost: { fqdn: "shop.com" }, routes: [{ match: "/", delegate: { name: "web", namespace: "app" } }] },
  },
  {
    apiVersion: "contour.heptio.com/v1beta1",
    kind: "IngressRoute",
    metadata: meta("app/web"),
    spec: { routes: [{ match: "/", services: [{ name: "web", port: 80 }] }] },
  },
];

it("gives IngressRoutes a virtual service of their own, named after the component", async () => {
  resources.length = 0;
  const component = new avi.IngressRoutes("delegation", { specs: [...delegated, ...web, shop] as never, settings: { clusterName: "c1" } });
  await eventually(() => expect(named("SharedVS")).toEqual(["c1--Dedicated-L7-delegation"]));
  expect(named("Pool")).toEqual(["c1--shop.com_-app-web-web"]);
  expect(named("L4VS")).toEqual([]);
  const statuses = await new Promise((resolve) => component.statuses.apply(resolve));
  expect(statuses).toMatchObject([
    { name: "web", state: "valid" },
    { name: "shop", state: "valid" },
  ]);
});

it("gives Routes of both kinds a virtual service of their own", async () => {
  resources.length = 0;
  const openshift = {
    apiVersion: "route.openshift.io/v1",
    kind: "Route",
    metadata: meta("app/one"),
    spec: { host: "one.com", to: { name: "web" } },
  };
  const contour = {
    apiVersion: "contour.heptio.com/v1alpha1",
    kind: "Route",
    metadata: meta("app/two"),
    spec: { host: "two.com", routes: [{ pathPrefix: "/", upstreams: [{ serviceName: "web", servicePort: 80 }] }] },
  };
  new avi.Routes("routes", { specs: [...delegated, openshift, contour] as never, settings: { clusterName: "c1" } });
  await eventually(() => expect(named("Pool")).toEqual(["c1--one.com-app-one-web", "c1--two.com_-app-two-web"]));
  expect(named("SharedVS")).toEqual(["c1--Dedicated-L7-routes"]);
});
