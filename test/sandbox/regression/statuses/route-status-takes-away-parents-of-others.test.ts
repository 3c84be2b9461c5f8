import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, writeStatus } from "../../../../provider/kubernetes";
import type { KubernetesObject } from "../../../../provider/kubernetes/types";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";

// `parents` is an atomic list: a server-side apply of ours took away what another controller had written, and the other way round.

const GROUP = "gateway.networking.k8s.io";
const ROUTES = `/apis/${GROUP}/v1/namespaces/default/httproutes`;
const [OURS, THEIRS] = ["k8s-lb.io/gateway", "example.com/other"];
const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `httproutes.${GROUP}` },
  spec: {
    group: GROUP,
    scope: "Namespaced",
    names: { kind: "HTTPRoute", plural: "httproutes" },
    versions: [
      {
        ...{ name: "v1", served: true, storage: true, subresources: { status: {} } },
        schema: { openAPIV3Schema: { type: "object", properties: { spec: free, status: free } } },
      },
    ],
  },
};

let cluster: KubernetesSandbox;
beforeAll(async () => {
  cluster = await startKubernetesSandbox({ https: false, operator: false });
  await api("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION);
});
afterAll(() => cluster.close());

interface Route {
  status?: { parents: { controllerName: string; conditions: { type: string; status: string; lastTransitionTime?: string }[] }[] };
}

async function api(method: string, path: string, body?: object, contentType = "application/json"): Promise<Route> {
  const headers = { "content-type": contentType, authorization: `Bearer ${cluster.token}` };
  const answer = await fetch(cluster.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (await answer.json()) as Route;
}

const condition = (type: string, status = "True", observedGeneration = 1) => ({
  type,
  status,
  reason: type,
  message: "",
  observedGeneration,
});
const parent = (controllerName: string, ...conditions: object[]) => ({ parentRef: { name: "web" }, controllerName, conditions });
const route = (name: string) => api("POST", ROUTES, { apiVersion: `${GROUP}/v1`, kind: "HTTPRoute", metadata: { name }, spec: {} });
const place = (name: string) => ({ apiVersion: `${GROUP}/v1`, kind: "HTTPRoute", namespace: "default", name });
const inputs = (name: string, ...conditions: object[]) => ({ ...place(name), status: { parents: [parent(OURS, ...conditions)] } });
const parentsOf = async (name: string) => (await api("GET", `${ROUTES}/${name}`)).status?.parents ?? [];
const theirs = (name: string, status: object) => api("PATCH", `${ROUTES}/${name}/status`, { status }, "application/merge-patch+json");
const THEIR_PARENT = parent(THEIRS, { ...condition("Accepted", "False"), lastTransitionTime: "2026-01-01T00:00:00Z" });
const resource = async () => new Resource(await providerHere({ "kubernetes:kubeconfig": cluster.kubeconfig }), "kubernetes:ObjectStatus");

test("entries of other controllers stay through create, update and destroy", async () => {
  await route("shared");
  await theirs("shared", { parents: [THEIR_PARENT] });
  const one = await resource();
  await one.up(inputs("shared", condition("Accepted")));
  expect(await parentsOf("shared")).toMatchObject([THEIR_PARENT, parent(OURS, condition("Accepted"))]);
  const [, ours] = await parentsOf("shared");
  const since = ours?.conditions[0]?.lastTransitionTime;
  expect(since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  await one.up(inputs("shared", condition("Accepted", "True", 2), condition("ResolvedRefs")));
  expect((await parentsOf("shared"))[1]?.conditions).toMatchObject([
    { ...condition("Accepted", "True", 2), lastTransitionTime: since },
    condition("ResolvedRefs"),
  ]);
  await one.destroy();
  expect(await parentsOf("shared")).toEqual([THEIR_PARENT]);
});

test("times and conditions of others are no drift; ours that was changed is repaired", async () => {
  await route("drifting");
  const one = await resource();
  const declared = inputs("drifting", condition("Accepted"));
  await one.up(declared);
  const [ours] = await parentsOf("drifting");
  const added = {
    ...ours,
    conditions: [...(ours?.conditions ?? []), { ...condition("x.example.com/Theirs"), lastTransitionTime: "2026-01-01T00:00:00Z" }],
  };
  await theirs("drifting", { parents: [added, THEIR_PARENT] });
  await one.refresh();
  cluster.resetCalls();
  await one.up(declared);
  expect(cluster.calls().filter(({ method }) => method === "PATCH")).toEqual([]);
  await theirs("drifting", { parents: [{ ...added, conditions: [{ ...added.conditions[0], status: "False" }] }, THEIR_PARENT] });
  await one.refresh();
  await one.up(declared);
  expect(await parentsOf("drifting")).toMatchObject([parent(OURS, condition("Accepted")), THEIR_PARENT]);
});

test("a status that was written from an old list is written again from the new object", async () => {
  for (const name of ["a", "b", "c", "d"]) await route(name);
  const host = await providerHere({ "kubernetes:kubeconfig": cluster.kubeconfig });
  const all = ["a", "b", "c"].map((name) => ({ name, one: new Resource(host, "kubernetes:ObjectStatus") }));
  for (const { name, one } of all) await one.up(inputs(name, condition("Accepted")));
  await theirs("d", { parents: [THEIR_PARENT] });
  await new Resource(host, "kubernetes:ObjectStatus").up(inputs("d", condition("Accepted")));
  expect(await parentsOf("d")).toMatchObject([THEIR_PARENT, parent(OURS, condition("Accepted"))]);
});

test("the watch writes into what others have written since its last event, and not into another object of the name", async () => {
  await route("watched");
  const client = connect({ kubeconfig: cluster.kubeconfig });
  const seen = (await api("GET", `${ROUTES}/watched`)) as KubernetesObject & Route;
  const expected = { parents: [parent(OURS, condition("Accepted"))] };
  await theirs("watched", { parents: [THEIR_PARENT] });
  const now = await writeStatus(client, seen, { wanted: expected } as never);
  expect(now?.status).toMatchObject({ parents: [THEIR_PARENT, parent(OURS, condition("Accepted"))] });
  expect(await parentsOf("watched")).toEqual((now?.status as Route["status"])?.parents);
  // nothing differs any more, although the version that was seen is old
  expect(await writeStatus(client, seen, { wanted: expected } as never)).toBeUndefined();
  await api("DELETE", `${ROUTES}/watched`);
  expect(await writeStatus(client, seen, { wanted: expected } as never)).toBeUndefined();
  await route("watched");
  expect(await writeStatus(client, seen, { wanted: expected } as never)).toBeUndefined();
  expect(await parentsOf("watched")).toEqual([]);
});
