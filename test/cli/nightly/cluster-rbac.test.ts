import { beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../../provider/kubernetes/connect";
import type { KubernetesObject, ResourceType } from "../../../provider/kubernetes/types";
import { CRDS } from "../../../sandbox/mizar/definitions";
import { type ClusterSelection, readCluster } from "../../../sdk/kubernetes";
import { watchManifests } from "../../../sdk/watch/manifests";
import { clusterWorld } from "../../sandbox/lib/cluster-world";
import { CONTOUR_CRDS } from "../../sandbox/lib/contour-crds";
import { GATEWAY_CRDS } from "../../sandbox/lib/gateway-crds";
import { endpoints, ingress, node, service } from "../../support/manifests";

// The real API server with RBAC; whoever reads has the manifests of `k8s-lb rbac` and nothing else.

const world = clusterWorld([...CRDS, ...CONTOUR_CRDS, ...GATEWAY_CRDS]);
const type = (group: string, version: string, plural: string, kind: string, namespaced = true): ResourceType => ({
  group,
  version,
  plural,
  kind,
  namespaced,
  tenanted: false,
});
const definitionsAt = ({ metadata }: KubernetesObject): unknown => JSON.parse(metadata.annotations?.["k8s-lb.io/definitions"] ?? "{}");
const SERVICES = type("", "v1", "services", "Service");
const shown = async (selection: ClusterSelection, family?: "mizar") =>
  (await readCluster(selection, family)).objects.map(({ kind, metadata }) =>
    [kind, metadata.namespace, metadata.name].filter(Boolean).join("/"),
  );

beforeAll(async () => {
  for (const name of ["shop", "pay"]) {
    await world.api("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    const labelled = service("web", [80], "ClusterIP", name);
    await world.api("POST", `/api/v1/namespaces/${name}/services`, {
      ...labelled,
      metadata: { ...labelled.metadata, labels: { team: name } },
    });
    await world.api("POST", `/api/v1/namespaces/${name}/endpoints`, endpoints("web", ["10.0.0.1"], 8080, name));
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "other" }, stringData: { password: "x" } };
    await world.api("POST", `/api/v1/namespaces/${name}/secrets`, secret);
    const rule = {
      host: "a.com",
      http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] },
    };
    const { metadata } = ingress({ name: "web", namespace: name, rules: [] });
    const shop = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata, spec: { rules: [rule] } };
    await world.api("POST", `/apis/networking.k8s.io/v1/namespaces/${name}/ingresses`, shop);
  }
  await world.api("POST", "/api/v1/nodes", node("n1", "10.0.0.9"));
  const root = {
    apiVersion: "contour.heptio.com/v1beta1",
    kind: "IngressRoute",
    metadata: { name: "root" },
    spec: { virtualhost: { fqdn: "r.com" } },
  };
  await world.api("POST", "/apis/contour.heptio.com/v1beta1/namespaces/shop/ingressroutes", root);
  const vpc = { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "vpc0" }, spec: { ip: "20.0.0.0", prefix: "16" } };
  await world.api("POST", "/apis/mizar.com/v1/namespaces/default/vpcs", vpc);
});

describe("with the manifests of a target", () => {
  test("everything can be read, of all namespaces or of some, by label too", async () => {
    const kubeconfig = await world.limited({ target: "avi" });
    const all = await shown({ kubeconfig });
    // the server has more of them than the test has made
    const isNamespace = (one: string) => one.startsWith("Namespace/");
    expect(all.filter(isNamespace).length).toBeGreaterThanOrEqual(2);
    expect(all.filter((one) => !isNamespace(one)).sort()).toEqual([
      "Endpoints/pay/web",
      "Endpoints/shop/web",
      "Ingress/pay/web",
      "Ingress/shop/web",
      "IngressRoute/shop/root",
      "Node/n1",
      "Service/default/kubernetes",
      "Service/pay/web",
      "Service/shop/web",
    ]);
    await expect(shown({ kubeconfig, namespaces: ["pya"] })).rejects.toThrow('LB2123: cluster test: there is no namespace "pya"');
    const some = await shown({ kubeconfig, namespaces: ["pay"], labelSelector: "team=shop" });
    expect(some.filter((one) => !isNamespace(one))).toEqual(["Endpoints/pay/web", "Node/n1"]);
  });

  test("and for Mizar", async () => {
    const kubeconfig = await world.limited({ target: "mizar", serviceAccount: { namespace: "default", name: "mizar" } });
    expect(await shown({ kubeconfig, namespaces: ["shop"] }, "mizar")).toEqual(["Service/shop/web", "Vpc/default/vpc0"]);
    const vpc = { type: type("mizar.com", "v1", "vpcs", "Vpc"), name: "vpc1" };
    const client = connect({ kubeconfig });
    await client.create(vpc, {
      apiVersion: "mizar.com/v1",
      kind: "Vpc",
      metadata: { name: "vpc1" },
      spec: { ip: "21.0.0.0", prefix: "16" },
    });
    await client.mergePatch(vpc, { spec: { dividers: 1 } });
    await client.delete(vpc);
    expect(await client.get(vpc)).toBeUndefined();
  });

  test("of definitions only that of Gateways can be read, for the version of Gateway API", async () => {
    const classes = "/apis/gateway.networking.k8s.io/v1/gatewayclasses";
    await world.api("POST", classes, {
      apiVersion: "gateway.networking.k8s.io/v1",
      kind: "GatewayClass",
      metadata: { name: "edge" },
      spec: { controllerName: "k8s-lb.io/octavia" },
    });
    const serviceAccount = { namespace: "default", name: "gateways" };
    const kubeconfig = await world.limited({ target: "octavia", serviceAccount });
    const kinds = ["GatewayClass" as const, "Gateway" as const, "HTTPRoute" as const];
    const version = async () => (await readCluster({ kubeconfig, kinds })).objects.map(definitionsAt);
    const definitions = { version: "v1.5.0", channel: "standard", missing: ["HTTPRoute"] };
    expect(await version()).toEqual([definitions]);
    const other = { type: type("apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false), name: "x" };
    await expect(connect({ kubeconfig }).get(other)).rejects.toMatchObject({ code: "LB2104" });

    const role = "/apis/rbac.authorization.k8s.io/v1/clusterroles/gateways-octavia";
    const { body } = await world.api("GET", role);
    const rules = body.rules.filter(({ resourceNames }: { resourceNames?: string[] }) => !resourceNames);
    await world.api("PATCH", role, { rules }, "application/merge-patch+json");
    await expect.poll(version, { timeout: 60_000 }).toEqual([{ missing: ["HTTPRoute"] }]);
    await world.api("DELETE", `${classes}/edge`);
  });

  test("of some namespaces, only these can be read", async () => {
    const serviceAccount = { namespace: "default", name: "shop-only" };
    const kubeconfig = await world.limited({ target: "octavia", namespaces: ["shop"], serviceAccount });
    expect(await shown({ kubeconfig, namespaces: ["shop"], kinds: ["Service", "Secret"] })).toEqual(["Service/shop/web"]);
    const refused = await readCluster({ kubeconfig }).catch((error: Error) => error.message);
    expect(refused).toMatch(/LB2104: cluster test: some kinds cannot be read/);
    expect(refused).toContain('- { apiGroups: [""], resources: ["services"], verbs: ["list"] }');
    expect(refused).not.toContain("nodes");
    const other = await readCluster({ kubeconfig, namespaces: ["shop", "pay"], kinds: ["Service"] }).catch((error: Error) => error.message);
    expect(other).toContain('- { apiGroups: [""], resources: ["services"], verbs: ["list"] } in namespace pay');
  });

  test("a rule that was taken away stops the run", async () => {
    const serviceAccount = { namespace: "default", name: "narrowed" };
    const kubeconfig = await world.limited({ target: "octavia", serviceAccount });
    const role = "/apis/rbac.authorization.k8s.io/v1/clusterroles/narrowed-octavia";
    const { body } = await world.api("GET", role);
    const narrowed = body.rules.map((rule: { resources: string[] }) => ({
      ...rule,
      resources: rule.resources.filter((one) => one !== "nodes"),
    }));
    const rules = narrowed.filter(({ resources }: { resources: string[] }) => resources.length > 0);
    const { status } = await world.api("PATCH", role, { rules }, "application/merge-patch+json");
    expect(status).toBe(200);
    await expect
      .poll(
        () =>
          readCluster({ kubeconfig }).then(
            () => "",
            (error: Error) => error.message,
          ),
        { timeout: 60_000 },
      )
      .toContain('- { apiGroups: [""], resources: ["nodes"], verbs: ["list"] }');
  });
});

describe("the connection", () => {
  const n1 = { type: type("", "v1", "nodes", "Node", false), name: "n1" };
  const refused = (cluster: object) => connect({ kubeconfig: world.admin(cluster) }).get(n1);

  test("shows a client certificate where the kubeconfig has one", async () => {
    expect(await connect({ kubeconfig: world.kubeconfigFile(), context: "admin-cert" }).get(n1)).toMatchObject({ kind: "Node" });
  });

  test("is verified, unless the kubeconfig says otherwise", async () => {
    await expect(refused({ "certificate-authority": undefined })).rejects.toMatchObject({ code: "LB2102", reason: "unavailable" });
    await expect(refused({ "tls-server-name": "other.example.com" })).rejects.toThrow(/LB2102: Node n1: .*(altnames|other\.example\.com)/);
    expect(await refused({ "tls-server-name": "localhost" })).toMatchObject({ kind: "Node" });
    const unverified = { "certificate-authority": undefined, "insecure-skip-tls-verify": true };
    expect(await refused(unverified)).toMatchObject({ kind: "Node" });
    await expect(refused({ "certificate-authority": "/nowhere" })).rejects.toThrow(/LB2100: the certificate authority of cluster "test"/);
  });

  test("lists what takes more than a page", async () => {
    await world.api("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "many" } });
    const names = Array.from({ length: 510 }, (_, i) => `e-${i}`);
    await Promise.all(
      names.map((name) => world.api("POST", "/api/v1/namespaces/many/endpoints", endpoints(name, ["10.0.0.1"], 80, "many"))),
    );
    const { objects } = await readCluster({ kubeconfig: world.admin(), namespaces: ["many"], kinds: ["Endpoints"] });
    expect(new Set(objects.map(({ metadata }) => metadata.name)).size).toBe(510);
  });
});

describe("nothing else is allowed", () => {
  const service0 = { type: SERVICES, namespace: "shop", name: "web" };
  const apply = (kubeconfig: string, subresource?: string) =>
    connect({ kubeconfig }).apply(service0, { metadata: { labels: { a: "b" } } }, { fieldManager: "test", subresource });

  test("to one who only reads", async () => {
    const kubeconfig = await world.limited({ target: "avi" });
    await expect(connect({ kubeconfig }).get(service0)).rejects.toMatchObject({ reason: "forbidden" });
    await expect(connect({ kubeconfig }).delete(service0)).rejects.toMatchObject({ reason: "forbidden" });
    await expect(connect({ kubeconfig }).list(type("", "v1", "configmaps", "ConfigMap"))).rejects.toMatchObject({ reason: "forbidden" });
    await expect(apply(kubeconfig, "status")).rejects.toMatchObject({
      reason: "forbidden",
      rule: { apiGroups: [""], resources: ["services/status"], verbs: ["patch"], namespace: "shop" },
    });
  });

  test("to one who writes statuses, beside statuses", async () => {
    const serviceAccount = { namespace: "default", name: "writer" };
    const kubeconfig = await world.limited({ target: "avi", writeStatus: true, namespaces: ["shop"], serviceAccount });
    await expect(apply(kubeconfig)).rejects.toMatchObject({ reason: "forbidden" });
    await expect(connect({ kubeconfig }).delete(service0)).rejects.toMatchObject({ reason: "forbidden" });
    await expect(connect({ kubeconfig }).list(SERVICES, { namespace: "pay" })).rejects.toMatchObject({ reason: "forbidden" });
    await apply(kubeconfig, "status");
  });
});

test("the manifests of a watch are taken, field by field", async () => {
  const image = "registry.example.com/lb:1";
  const options = { target: "avi", image, project: "/app", stack: "prod", namespace: "default", name: "lb", secret: "lb" } as const;
  const manifests = watchManifests({ ...options, writeStatus: true });
  for (const manifest of manifests) await world.create(manifest);
  const { body } = await world.api("GET", "/apis/apps/v1/namespaces/default/deployments/lb");
  expect([body.spec.replicas, body.spec.template.spec.containers[0].image]).toEqual([2, image]);
});
