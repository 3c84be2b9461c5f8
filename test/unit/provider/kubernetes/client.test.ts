import { describe, expect, test } from "vitest";
import { connect } from "../../../../provider/kubernetes/connect";
import type { KubernetesSettings, ResourceType } from "../../../../provider/kubernetes/types";
import { scriptedServer, status } from "../../../support/scripted-server";

const server = scriptedServer();
const vpcs: ResourceType = { group: "mizar.com", version: "v1", plural: "vpcs", kind: "Vpc", namespaced: true, tenanted: true };
const services: ResourceType = { group: "", version: "v1", plural: "services", kind: "Service", namespaced: true, tenanted: true };
const nodes: ResourceType = { group: "", version: "v1", plural: "nodes", kind: "Node", namespaced: false, tenanted: false };
const vpc0 = { type: vpcs, name: "vpc0" };
const found = { body: { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "vpc0" } } };

const client = (settings: KubernetesSettings = {}) => connect({ kubeconfig: server.kubeconfig(), retryDelay: 1, ...settings });

describe("paths", () => {
  test.each([
    [{}, vpc0, "/apis/mizar.com/v1/namespaces/default/vpcs/vpc0"],
    [{}, { type: nodes, name: "n1" }, "/api/v1/nodes/n1"],
    [{ tenant: "red" }, vpc0, "/apis/mizar.com/v1/tenants/red/namespaces/default/vpcs/vpc0"],
    [{ tenant: "red" }, { ...vpc0, tenant: "system" }, "/apis/mizar.com/v1/tenants/system/namespaces/default/vpcs/vpc0"],
    [{ tenant: "red" }, { type: nodes, name: "n1" }, "/api/v1/nodes/n1"],
    [{ tenant: "red", tenantPaths: false }, vpc0, "/apis/mizar.com/v1/namespaces/default/vpcs/vpc0"],
    [{}, { ...vpc0, tenant: "red" }, "/apis/mizar.com/v1/namespaces/default/vpcs/vpc0"],
    [{ tenantPaths: true }, { ...vpc0, tenant: "red" }, "/apis/mizar.com/v1/tenants/red/namespaces/default/vpcs/vpc0"],
  ])("with settings %j", async (settings, key, path) => {
    server.answer = () => found;
    await client(settings).get(key);
    expect(server.seen[0]).toMatchObject({ method: "GET", path, headers: { authorization: "Bearer s3cret-token" } });
  });

  test("below the path of a server that serves several clusters", async () => {
    server.answer = () => found;
    await connect({ kubeconfig: server.kubeconfig({ path: "/k8s/clusters/c-1/" }) }).get(vpc0);
    expect(server.seen[0]!.path).toBe("/k8s/clusters/c-1/apis/mizar.com/v1/namespaces/default/vpcs/vpc0");
  });
});

describe("get", () => {
  test("tells an object that is gone from a kind, and from a server, that is not there", async () => {
    const api = client();
    server.answer = () => status(404, "NotFound", 'vpcs.mizar.com "vpc0" not found', { name: "vpc0", kind: "vpcs" });
    expect(await api.get(vpc0)).toBeUndefined();
    server.answer = () => ({ status: 404, headers: { "Content-Type": "text/plain" }, body: "404 page not found\n" });
    await expect(api.get(vpc0)).rejects.toThrow(/LB2113: Vpc default\/vpc0: 404 page not found\n {2}Install the CustomResourceDefinition/);
    server.answer = () => ({ status: 404, body: "<html><title>x</title><h1>Not Found</h1></html>" });
    await expect(api.get(vpc0)).rejects.toThrow("LB2110: Vpc default/vpc0: Not Found");
  });

  test.each([
    ["429", { status: 429, headers: { "Retry-After": "0" } }],
    ["503", { status: 503 }],
    ["500", { status: 500 }],
    ["a broken connection", { cut: true }],
  ])("survives %s", async (_what, reply) => {
    const api = client();
    server.answer = (_seen, count) => (count < 3 ? reply : found);
    expect(await api.get(vpc0)).toMatchObject({ kind: "Vpc" });
    expect(server.seen).toHaveLength(3);
  });

  test("gives up after a bounded number of tries", async () => {
    server.answer = () => status(503, "ServiceUnavailable", "storage is (re)initializing");
    await expect(client().get(vpc0)).rejects.toThrow(/LB2109: Vpc default\/vpc0: storage is \(re\)initializing/);
    expect(server.seen).toHaveLength(6);
  });
});

describe("list", () => {
  const page = (names: string[], next = "") => ({
    body: { kind: "ServiceList", apiVersion: "v1", metadata: { continue: next }, items: names.map((name) => ({ metadata: { name } })) },
  });

  test("follows every page and gives each object its type", async () => {
    server.answer = ({ path }) => (path.includes("continue=more") ? page(["b"]) : page(["a"], "more"));
    const listed = await client().list(services, {
      namespace: "shop",
      labelSelector: "app=web",
      fieldSelector: "metadata.name!=x",
    });
    expect(listed).toEqual([
      { apiVersion: "v1", kind: "Service", metadata: { name: "a" } },
      { apiVersion: "v1", kind: "Service", metadata: { name: "b" } },
    ]);
    expect(server.seen[0]!.path).toBe(
      "/api/v1/namespaces/shop/services?limit=500&labelSelector=app%3Dweb&fieldSelector=metadata.name%21%3Dx",
    );
  });

  test("begins anew when the continuation has expired, and gives up in the end", async () => {
    const expired = status(410, "Expired", "The provided continue parameter is too old");
    server.answer = ({ path }, count) => (path.includes("continue") ? (count < 3 ? expired : page(["b"])) : page(["a"], "more"));
    expect(await client().list(services)).toHaveLength(2);
    expect(server.seen).toHaveLength(4);
    server.answer = ({ path }) => (path.includes("continue") ? expired : page(["a"], "more"));
    await expect(client().list(services)).rejects.toThrow("LB2111: services: The provided continue parameter is too old");
  });

  test.each([
    ["a page that comes again", page(["a"], "more"), "LB2111: services: the server gives the same page again"],
    ["an answer without items", { body: { kind: "ServiceList" } }, "LB2110: services: the answer to a list holds no items"],
    ["half an answer", { body: '{"kind":"ServiceList","items":[{' }, "LB2110: services: the answer (200) is not JSON"],
  ])("is whole or an error: %s", async (_what, reply, message) => {
    server.answer = () => reply;
    await expect(client().list(services)).rejects.toThrow(message);
  });

  test("a refusal names the rule that is missing", async () => {
    const messages = 'services is forbidden: User "me" cannot list resource "services" in API group "" in the namespace "shop"';
    server.answer = () => status(403, "Forbidden", messages, { kind: "services" });
    const refused = await client()
      .list(services, { namespace: "shop" })
      .catch((error: Error) => error.message);
    expect(refused).toContain(`LB2104: services in namespace shop: ${messages}`);
    expect(refused).toContain(
      'a Role in namespace shop, or a ClusterRole, of this user: { apiGroups: [""], resources: ["services"], verbs: ["list"] }',
    );
  });
});

describe("writes", () => {
  test("carry what each patch needs", async () => {
    server.answer = () => found;
    const api = client();
    await api.create(vpc0, { spec: { ip: "20.0.0.0" } });
    await api.mergePatch(vpc0, { spec: { dividers: 2 } });
    await api.apply(vpc0, { status: { a: 1 } }, { fieldManager: "pulumi-k8s-lb", force: true, subresource: "status" });
    await api.delete(vpc0, { uid: "u-1", propagationPolicy: "Background" });
    const path = "/apis/mizar.com/v1/namespaces/default/vpcs";
    expect(server.seen.map(({ method, path, headers, body }) => [method, path, headers["content-type"], body])).toEqual([
      ["POST", path, "application/json", { spec: { ip: "20.0.0.0" } }],
      ["PATCH", `${path}/vpc0`, "application/merge-patch+json", { spec: { dividers: 2 } }],
      [
        "PATCH",
        `${path}/vpc0/status?fieldManager=pulumi-k8s-lb&force=true`,
        "application/apply-patch+yaml",
        { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "vpc0", namespace: "default" }, status: { a: 1 } },
      ],
      [
        "DELETE",
        `${path}/vpc0`,
        "application/json",
        { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "u-1" }, propagationPolicy: "Background" },
      ],
    ]);
  });

  test("a create is sent again only when it surely was not carried out", async () => {
    const api = client();
    server.answer = (_seen, count) => (count === 1 ? { status: 429, headers: { "Retry-After": "0" } } : found);
    await api.create(vpc0, {});
    expect(server.seen).toHaveLength(2);
    server.seen.length = 0;
    server.answer = () => ({ status: 503 });
    await expect(api.create(vpc0, {})).rejects.toMatchObject({ reason: "busy" });
    server.answer = () => ({ cut: true });
    await expect(api.create(vpc0, {})).rejects.toMatchObject({ reason: "unavailable" });
    expect(server.seen).toHaveLength(2);
  });

  test("tell a taken name from a lost race, and name the field that is wrong", async () => {
    const api = client();
    server.answer = () => status(409, "AlreadyExists", 'vpcs.mizar.com "vpc0" already exists', { name: "vpc0" });
    await expect(api.create(vpc0, {})).rejects.toMatchObject({ reason: "exists", code: "LB2106" });
    server.answer = () => status(409, "Conflict", "the object has been modified", { name: "vpc0" });
    await expect(api.mergePatch(vpc0, {})).rejects.toMatchObject({ reason: "conflict", code: "LB2107" });
    const causes = [{ reason: "FieldValueInvalid", message: "must be an integer", field: "spec.ports[0].port" }];
    server.answer = () => status(422, "Invalid", "Service is invalid", { name: "vpc0", causes });
    await expect(api.create(vpc0, {})).rejects.toMatchObject({ reason: "invalid", pointer: "/spec/ports/0/port", causes });
  });

  test("a delete of what is gone is done; one of another object is not", async () => {
    const api = client();
    server.answer = () => status(404, "NotFound", "gone", { name: "vpc0" });
    await api.delete(vpc0);
    server.answer = () => status(409, "Conflict", "the UID in the precondition does not match", { name: "vpc0" });
    await expect(api.delete(vpc0, { uid: "u-0" })).rejects.toMatchObject({ reason: "conflict" });
  });
});

test("knows which kinds the server has", async () => {
  const api = client();
  server.answer = () => ({ body: { kind: "APIResourceList", groupVersion: "mizar.com/v1", resources: [{ name: "vpcs" }] } });
  expect(await api.serves(vpcs)).toBe(true);
  expect(await api.serves({ ...vpcs, plural: "subnets" })).toBe(false);
  server.answer = () => ({ status: 404, body: "404 page not found\n" });
  expect(await api.serves(vpcs)).toBe(false);
  server.answer = () => ({ status: 502 });
  await expect(api.serves(vpcs)).rejects.toMatchObject({ reason: "unavailable" });
});
