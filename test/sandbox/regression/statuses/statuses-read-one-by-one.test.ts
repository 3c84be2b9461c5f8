import { afterAll, beforeAll, expect, test } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";

// Each status was written after a GET of its object: a thousand requests where two pages of a list say the same.

const SERVICES = "/api/v1/namespaces/default/services";
let cluster: KubernetesSandbox;
beforeAll(async () => {
  cluster = await startKubernetesSandbox({ https: false, operator: false });
});
afterAll(() => cluster.close());

async function api(method: string, path: string, body?: object, contentType = "application/json") {
  const headers = { "content-type": contentType, authorization: `Bearer ${cluster.token}` };
  const answer = await fetch(cluster.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (await answer.json()) as { status: unknown; metadata: { annotations?: unknown } };
}

const make = (name: string) =>
  api("POST", SERVICES, { apiVersion: "v1", kind: "Service", metadata: { name }, spec: { type: "LoadBalancer", ports: [{ port: 80 }] } });
const declaredStatus = (name: string, ip: string, more: object = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  namespace: "default",
  name,
  status: { loadBalancer: { ingress: [{ ip }] } },
  ...more,
});
const reads = () => cluster.calls().filter(({ method, path }) => method === "GET" && path.startsWith(SERVICES));
const run = async () => {
  const host = await providerHere({ "kubernetes:kubeconfig": cluster.kubeconfig });
  return () => new Resource(host, "kubernetes:ObjectStatus");
};

test("a list serves all of a run, whatever it writes", async () => {
  const names = Array.from({ length: 30 }, (_, i) => `web-${i}`);
  for (const name of names) await make(name);
  const resource = await run();
  cluster.resetCalls();
  const all = names.map((name) => ({ name, one: resource() }));
  for (const { name, one } of all) await one.up(declaredStatus(name, "10.0.0.7"));
  // two are read before a list is worth it
  expect(reads()).toHaveLength(3);
  for (const { name, one } of all) await one.up(declaredStatus(name, "10.0.0.8"));
  for (const { one } of all) await one.destroy();
  for (const name of names) expect((await api("GET", `${SERVICES}/${name}`)).status).toEqual({ loadBalancer: {} });
});

test("what has changed since the list was read is read again", async () => {
  const names = ["a", "b", "c", "changed", "anew", "gone"];
  for (const name of names) await make(name);
  const resource = await run();
  for (const name of ["a", "b", "c"]) await resource().up(declaredStatus(name, "10.0.0.7"));
  await api("PATCH", `${SERVICES}/changed`, { metadata: { annotations: { theirs: "1" } } }, "application/merge-patch+json");
  await api("DELETE", `${SERVICES}/anew`);
  await make("anew");
  await api("DELETE", `${SERVICES}/gone`);
  await resource().up(declaredStatus("changed", "10.0.0.7", { annotations: { ours: "1" } }));
  await resource().up(declaredStatus("anew", "10.0.0.7"));
  await expect(resource().up(declaredStatus("gone", "10.0.0.7"))).rejects.toThrow("LB2105");
  // of an object that comes and goes all the time nothing is left to write
  await resource().up(declaredStatus("gone", "10.0.0.7", { ifPresent: true }));
  expect(await api("GET", `${SERVICES}/changed`)).toMatchObject({
    status: declaredStatus("", "10.0.0.7").status,
    metadata: { annotations: { theirs: "1", ours: "1" } },
  });
  expect((await api("GET", `${SERVICES}/anew`)).status).toMatchObject(declaredStatus("", "10.0.0.7").status);
});

test("a status of what has gone since the list was read is taken back without an error", async () => {
  const names = ["d", "e", "f", "left"];
  for (const name of names) await make(name);
  const [first, second] = [await run(), await run()];
  const held = names.map((name) => ({ name, before: first(), after: second() }));
  for (const { name, before, after } of held) {
    await before.up(declaredStatus(name, "10.0.0.7"));
    after.state = before.state;
  }
  for (const { name, after } of held) {
    if (name === "left") await api("DELETE", `${SERVICES}/left`);
    await after.destroy();
  }
});
