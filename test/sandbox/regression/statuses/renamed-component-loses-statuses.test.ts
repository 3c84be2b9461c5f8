import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { identified } from "../../../support/identified";
import { providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";
import type { Host } from "../../lib/host";

// All resources of ours write as one field manager: what one gave up, or did not name, another one lost.

const SERVICES = "/api/v1/namespaces/default/services";
let cluster: KubernetesSandbox;
let host: Host;
let name = "";

interface Service {
  status: { loadBalancer?: { ingress?: { ip: string }[] } };
  metadata: { annotations?: { [name: string]: string } };
}

async function api(method: string, path: string, body?: object): Promise<Service> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${cluster.token}` };
  const answer = await fetch(cluster.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return (await answer.json()) as Service;
}
const live = () => api("GET", `${SERVICES}/${name}`);

beforeAll(async () => {
  cluster = await startKubernetesSandbox({ https: false, operator: false });
});
beforeEach(async () => {
  host = await providerHere({ "kubernetes:kubeconfig": cluster.kubeconfig });
  name = `web-${Math.random().toString(36).slice(2)}`;
  const spec = { type: "LoadBalancer", ports: [{ port: 80 }] };
  await api("POST", SERVICES, { apiVersion: "v1", kind: "Service", metadata: { name }, spec });
});
afterAll(() => cluster.close());

const inputs = (component: string, reported: object) => ({
  apiVersion: "v1",
  kind: "Service",
  namespace: "default",
  name,
  ...identified(`urn:pulumi:dev::shop::pulumi-nodejs:dynamic/kubernetes:ObjectStatus::${component}`),
  ...reported,
});
const STATUS = { status: { loadBalancer: { ingress: [{ ip: "10.0.0.7" }] } } };

async function written(component: string, reported: object): Promise<Resource> {
  const resource = new Resource(host, "kubernetes:ObjectStatus");
  await resource.up(inputs(component, reported));
  return resource;
}

/** Deletes a resource in a run of its own, whose program no longer has it. */
async function deleted({ state }: Resource, run?: typeof host): Promise<void> {
  const resource = new Resource(run ?? (await providerHere({ "kubernetes:kubeconfig": cluster.kubeconfig })), "kubernetes:ObjectStatus");
  resource.state = state;
  await resource.destroy();
}

test("a component of another name has written the status before that of the old one goes: it stays", async () => {
  const old = await written("old", { ...STATUS, annotations: { only: "old" } });
  host = await providerHere({ "kubernetes:kubeconfig": cluster.kubeconfig });
  const successor = await written("new", STATUS);
  await deleted(old, host);
  expect(await live()).toMatchObject({ status: STATUS.status });
  expect((await live()).metadata.annotations).toBeUndefined();
  await deleted(successor);
  expect((await live()).status).toEqual({ loadBalancer: {} });
});

test("what two resources write side by side neither takes from the other", async () => {
  const one = await written("one", { annotations: { one: "1" } });
  const two = await written("two", { ...STATUS, annotations: { two: "2", more: "2" } });
  expect(await live()).toMatchObject({ ...STATUS, metadata: { annotations: { one: "1", two: "2", more: "2" } } });
  await two.up(inputs("two", { annotations: { two: "3" } }));
  expect((await live()).metadata.annotations).toEqual({ one: "1", two: "3" });
  expect((await live()).status).toEqual({ loadBalancer: {} });
  await deleted(one);
  expect((await live()).metadata.annotations).toEqual({ two: "3" });
  await deleted(two);
  expect((await live()).metadata.annotations).toBeUndefined();
});
