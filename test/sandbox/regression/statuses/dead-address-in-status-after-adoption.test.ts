import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";

// A take-over with `force` of a field that holds the same value leaves AKO entered as its second owner: a destroy gave up our part alone, so that
// the address of a load balancer that is gone stayed in the status, and another address was refused (LB2130).

const INGRESSES = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
let cluster: KubernetesSandbox;
let resource: Resource;
let name = "";

async function api(method: string, path: string, body?: object, contentType = "application/json") {
  const headers = { "content-type": contentType, authorization: `Bearer ${cluster.token}` };
  const answer = await fetch(cluster.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (await answer.json()) as { status: unknown; metadata: { managedFields?: { manager: string }[] } };
}
const addressed = (...ips: string[]) => ({ loadBalancer: { ingress: ips.map((ip) => ({ ip })) } });
const live = async () => (await api("GET", `${INGRESSES}/${name}`)).status;
const ako = (ip: string) =>
  api("PATCH", `${INGRESSES}/${name}/status?fieldManager=ako`, { status: addressed(ip) }, "application/merge-patch+json");

beforeAll(async () => {
  cluster = await startKubernetesSandbox({ https: false, operator: false });
});
beforeEach(async () => {
  name = `web-${Math.random().toString(36).slice(2)}`;
  const defaultBackend = { service: { name: "web", port: { number: 80 } } };
  await api("POST", INGRESSES, {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name },
    spec: { defaultBackend },
  });
  await ako("10.0.0.7");
  resource = new Resource(await providerHere({ "kubernetes:kubeconfig": cluster.kubeconfig }), "kubernetes:ObjectStatus");
});
afterAll(() => cluster.close());

const inputs = (ip: string, more: object = {}) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  namespace: "default",
  name,
  status: addressed(ip),
  ...more,
});
const managers = async () => (await api("GET", `${INGRESSES}/${name}`)).metadata.managedFields?.map(({ manager }) => manager);

test("a destroy removes what AKO had written too", async () => {
  await resource.up(inputs("10.0.0.7", { force: true }));
  expect(await managers()).toContain("ako");
  await resource.destroy();
  expect(await live()).toEqual({ loadBalancer: {} });
});

test("so does one after runs without force, and a refresh", async () => {
  await resource.up(inputs("10.0.0.7", { force: true }));
  await resource.refresh();
  expect(await resource.up(inputs("10.0.0.7"))).toBe("same");
  expect(await resource.up(inputs("10.0.0.7", { annotations: { one: "1" } }))).toBe("updated");
  await resource.destroy();
  expect(await live()).toEqual({ loadBalancer: {} });
});

test("another address is written without force", async () => {
  await resource.up(inputs("10.0.0.7", { force: true }));
  expect(await resource.up(inputs("10.0.0.8"))).toBe("updated");
  expect(await live()).toEqual(addressed("10.0.0.8"));
  await resource.destroy();
  expect(await live()).toEqual({ loadBalancer: {} });
});

test("what another has written since stays, and is refused without force", async () => {
  await resource.up(inputs("10.0.0.7", { force: true }));
  await ako("10.0.0.9");
  await expect(resource.up(inputs("10.0.0.8"))).rejects.toThrow("LB2130");
  await resource.refresh();
  await expect(resource.up(inputs("10.0.0.8"))).rejects.toThrow("LB2130");
  await resource.destroy();
  expect(await live()).toEqual(addressed("10.0.0.9"));
});

test("what was never taken over stays with its other owner", async () => {
  await resource.up(inputs("10.0.0.7"));
  await resource.destroy();
  expect(await live()).toEqual(addressed("10.0.0.7"));
});
