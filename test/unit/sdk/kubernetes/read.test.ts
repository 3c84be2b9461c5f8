import { beforeEach, describe, expect, test } from "vitest";
import type { KubernetesObject } from "../../../../provider/kubernetes/types";
import { type Family, readSpecs } from "../../../../sdk/frontends";
import { type ClusterSelection, readCluster } from "../../../../sdk/kubernetes";
import { TARGETS } from "../../../../sdk/targets";
import { type ScriptedReply, scriptedServer, status } from "../../../support/scripted-server";

const server = scriptedServer();

/** Lists by path; paths that stand nowhere are empty lists, groups are as the first Kubernetes that has them all. */
let lists: Record<string, object[] | ScriptedReply>;
let groups: Record<string, string[]>;

const named = (name: string, namespace = "default", more: object = {}) => ({ metadata: { name, namespace, ...more } });

beforeEach(() => {
  lists = {};
  groups = { "networking.k8s.io/v1": ["ingresses", "ingressclasses"], "discovery.k8s.io/v1": ["endpointslices"] };
  server.answer = ({ path }) => {
    const [place = ""] = path.split("?");
    const [, group] = /^\/apis\/([^/]+\/[^/]+)$/.exec(place) ?? [];
    if (group) {
      const resources = groups[group]?.map((name) => ({ name }));
      return resources ? { body: { kind: "APIResourceList", resources } } : { status: 404, body: "404 page not found\n" };
    }
    const items = lists[path] ?? lists[place] ?? [];
    return Array.isArray(items) ? { body: { kind: "List", metadata: {}, items } } : items;
  };
});

const read = (selection: ClusterSelection = {}, family?: Family) =>
  readCluster({ kubeconfig: server.kubeconfig(), retryDelay: 1, ...selection }, family);
const listPaths = () => server.seen.map(({ path }) => path).filter((path) => path.includes("?limit"));
const shown = (objects: KubernetesObject[]) => objects.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`);

describe("one list per kind", () => {
  test("of the whole cluster, with the type of each object", async () => {
    lists["/api/v1/services"] = [named("web")];
    lists["/apis/networking.k8s.io/v1/ingresses"] = [named("shop")];
    const { source, objects } = await read();
    expect(source).toBe("cluster test");
    expect(shown(objects)).toEqual(["v1 Service web", "networking.k8s.io/v1 Ingress shop"]);
    expect(listPaths().sort()).toEqual([
      "/api/v1/endpoints?limit=500",
      "/api/v1/namespaces?limit=500",
      "/api/v1/nodes?limit=500",
      "/api/v1/secrets?limit=500&fieldSelector=type%3Dkubernetes.io%2Ftls",
      "/api/v1/services?limit=500",
      "/apis/discovery.k8s.io/v1/endpointslices?limit=500",
      "/apis/networking.k8s.io/v1/ingressclasses?limit=500",
      "/apis/networking.k8s.io/v1/ingresses?limit=500",
    ]);
  });

  test("of workloads with the setting for it, without what may be secret", async () => {
    groups["apps/v1"] = ["deployments", "statefulsets", "daemonsets"];
    const readinessProbe = {
      httpGet: { path: "/healthz", port: "http", httpHeaders: [{ name: "Authorization", value: "Bearer secret" }] },
    };
    const container = { name: "web", ports: [{ name: "http", containerPort: 8080 }], env: [{ name: "TOKEN", value: "secret" }] };
    const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ ...container, readinessProbe }] } };
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": "secret" };
    lists["/apis/apps/v1/deployments"] = [
      { ...named("web", "shop", { annotations }), spec: { replicas: 2, template }, status: { replicas: 2 } },
    ];
    lists["/apis/apps/v1/statefulsets"] = [named("db", "shop")];
    expect((await read()).objects).toEqual([]);
    expect(listPaths().some((path) => path.includes("/apps/"))).toBe(false);
    const family = TARGETS.octavia.family({ readWorkloads: "true" });
    expect(family).toBe(TARGETS.avi.family({ readWorkloads: true }));
    const { objects } = await read({ namespaces: undefined, labelSelector: "team=shop" }, family);
    expect(shown(objects)).toEqual(["apps/v1 Deployment web", "apps/v1 StatefulSet db"]);
    expect(
      listPaths()
        .filter((path) => path.includes("/apps/"))
        .sort(),
    ).toEqual(["daemonsets", "deployments", "statefulsets"].map((plural) => `/apis/apps/v1/${plural}?limit=500`));
    expect(JSON.stringify(objects)).not.toContain("secret");
    const [, workload] = readSpecs(objects.map((value) => ({ value }))).probedWorkloads;
    expect(workload).toMatchObject({ ref: { kind: "Deployment", namespace: "shop", name: "web" }, labels: { app: "web" } });
    expect(workload?.containers).toMatchObject([{ ports: [{ name: "http", number: 8080 }], probe: { type: "httpGet", path: "/healthz" } }]);
  });

  test("and namespace, labels only for what asks for load balancing", async () => {
    await read({ namespaces: ["a", "b", "a"], labelSelector: "team=shop", kinds: ["Service", "Endpoints", "Node"] });
    expect(listPaths().sort()).toEqual([
      "/api/v1/namespaces/a/endpoints?limit=500",
      "/api/v1/namespaces/a/services?limit=500&labelSelector=team%3Dshop",
      "/api/v1/namespaces/b/endpoints?limit=500",
      "/api/v1/namespaces/b/services?limit=500&labelSelector=team%3Dshop",
      "/api/v1/nodes?limit=500",
    ]);
  });

  test("under the best version that the server has, and every group where groups are kinds of their own", async () => {
    groups = {
      "extensions/v1beta1": ["ingresses"],
      "networking.k8s.io/v1beta1": ["ingresses"],
      "contour.heptio.com/v1beta1": ["tlscertificatedelegations"],
      "projectcontour.io/v1": ["tlscertificatedelegations"],
    };
    lists["/apis/contour.heptio.com/v1beta1/tlscertificatedelegations"] = [named("one"), named("both")];
    lists["/apis/projectcontour.io/v1/tlscertificatedelegations"] = [named("both"), named("two")];
    const { objects } = await read({ kinds: ["Ingress", "IngressRoute", "TLSCertificateDelegation"] });
    expect(listPaths()).toContain("/apis/networking.k8s.io/v1beta1/ingresses?limit=500");
    expect(listPaths()).toHaveLength(3);
    expect(shown(objects)).toEqual([
      "contour.heptio.com/v1beta1 TLSCertificateDelegation one",
      "contour.heptio.com/v1beta1 TLSCertificateDelegation both",
      "projectcontour.io/v1 TLSCertificateDelegation two",
    ]);
  });

  test("for Mizar its own objects where Arktos keeps them", async () => {
    groups = { "mizar.com/v1": ["vpcs", "subnets", "endpoints"], "arktos.futurewei.com/v1": ["networks"] };
    await read({ tenant: "red", namespaces: ["shop"] }, "mizar");
    expect(listPaths().sort()).toEqual([
      "/api/v1/tenants/red/namespaces/shop/pods?limit=500",
      "/api/v1/tenants/red/namespaces/shop/services?limit=500",
      "/apis/arktos.futurewei.com/v1/tenants/red/networks?limit=500",
      "/apis/mizar.com/v1/tenants/system/endpoints?limit=500",
      "/apis/mizar.com/v1/tenants/system/subnets?limit=500",
      "/apis/mizar.com/v1/tenants/system/vpcs?limit=500",
    ]);
  });
});

describe("what comes out", () => {
  test("no copies of the object in itself, and nothing that is being deleted", async () => {
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": "{}", "loadbalancer.openstack.org/x": "y" };
    lists["/api/v1/services"] = [
      named("web", "default", { managedFields: [{ manager: "kubectl" }], annotations }),
      named("gone", "default", { deletionTimestamp: "2026-01-01T00:00:00Z" }),
    ];
    const { objects } = await read({ kinds: ["Service"] });
    expect(objects).toEqual([
      {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "web", namespace: "default", annotations: { "loadbalancer.openstack.org/x": "y" } },
      },
    ]);
  });

  test("Secrets that routes name, whatever their type", async () => {
    groups["contour.heptio.com/v1beta1"] = ["ingressroutes"];
    lists["/api/v1/secrets"] = [named("listed")];
    const spec = { tls: [{ secretName: "listed" }, { secretName: "opaque" }] };
    lists["/apis/networking.k8s.io/v1/ingresses"] = [{ ...named("shop"), spec }];
    const validation = { caSecret: "authority", subjectName: "x" };
    lists["/apis/contour.heptio.com/v1beta1/ingressroutes"] = [
      {
        ...named("root"),
        spec: { virtualhost: { tls: { secretName: "certs/wild" } }, routes: [{ services: [{ name: "s", port: 1, validation }] }] },
      },
    ];
    const secret = (name: string, namespace: string) => ({ body: { apiVersion: "v1", kind: "Secret", ...named(name, namespace) } });
    lists["/api/v1/namespaces/default/secrets/opaque"] = secret("opaque", "default");
    lists["/api/v1/namespaces/certs/secrets/wild"] = secret("wild", "certs");
    lists["/api/v1/namespaces/default/secrets/authority"] = status(404, "NotFound", "gone", { name: "authority" });
    const { objects } = await read();
    expect(shown(objects).filter((text) => text.includes("Secret"))).toEqual(["v1 Secret listed", "v1 Secret wild", "v1 Secret opaque"]);
  });
});

describe("a GatewayClass", () => {
  const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gateways.gateway.networking.k8s.io";
  const annotations = { "gateway.networking.k8s.io/bundle-version": "v1.5.0", "gateway.networking.k8s.io/channel": "standard" };
  const version = async (kinds: ClusterSelection["kinds"] = ["GatewayClass", "Gateway", "TCPRoute"]) =>
    (await read({ kinds })).objects.map(({ metadata }) => JSON.parse(metadata.annotations?.["k8s-lb.io/definitions"] ?? "{}"));

  beforeEach(() => {
    groups["gateway.networking.k8s.io/v1"] = ["gatewayclasses", "gateways"];
    lists["/apis/gateway.networking.k8s.io/v1/gatewayclasses"] = [{ metadata: { name: "edge" }, spec: { controllerName: "a.com/b" } }];
    lists[definition] = {
      body: { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata: { name: "x", annotations } },
    };
  });

  test("has the version of the definitions in the cluster, and the kinds that are read and not defined", async () => {
    const definitions = { version: "v1.5.0", channel: "standard", missing: ["TCPRoute"] };
    expect(await version()).toEqual([definitions]);
    expect(await version(["GatewayClass", "Gateway"])).toMatchObject([{ missing: [] }]);
  });

  test("has no version without the right to read it, or where the definition has gone", async () => {
    lists[definition] = status(403, "Forbidden", "customresourcedefinitions is forbidden");
    expect(await version()).toEqual([{ missing: ["TCPRoute"] }]);
    for (const name of ["x", undefined]) {
      lists[definition] = status(404, "NotFound", "gone", name ? { name } : undefined);
      expect(await version()).toEqual([{ missing: ["TCPRoute"] }]);
    }
  });

  test("alone is a reason to ask for it", async () => {
    lists["/apis/gateway.networking.k8s.io/v1/gatewayclasses"] = [];
    expect(await version()).toEqual([]);
    expect(server.seen.map(({ path }) => path)).not.toContain(definition);
  });
});

describe("what stops the run", () => {
  test("refusals, all of them at once, with the rules that are missing", async () => {
    const refused = (what: string) => status(403, "Forbidden", `${what} is forbidden: User "me" cannot list resource "${what}"`);
    lists["/api/v1/services"] = refused("services");
    lists["/apis/networking.k8s.io/v1/ingresses"] = refused("ingresses.networking.k8s.io");
    const error = await read().catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: "LB2104", object: "cluster test" });
    expect((error as Error).message).toContain('services: services is forbidden: User "me" cannot list resource "services"');
    expect((error as Error).message).toContain('- { apiGroups: [""], resources: ["services"], verbs: ["list"] }');
    expect((error as Error).message).toContain('- { apiGroups: ["networking.k8s.io"], resources: ["ingresses"], verbs: ["list"] }');
  });

  test("workloads that may not be listed, with the rule that the setting needs", async () => {
    groups["apps/v1"] = ["deployments", "statefulsets", "daemonsets"];
    lists["/apis/apps/v1/deployments"] = status(403, "Forbidden", "deployments.apps is forbidden");
    const error = await read({}, TARGETS.avi.family({ readWorkloads: true })).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: "LB2104" });
    expect((error as Error).message).toContain('- { apiGroups: ["apps"], resources: ["deployments"], verbs: ["list"] }');
    expect((await read()).objects).toEqual([]);
  });

  test.each<[string, ScriptedReply, string]>([
    ["a list that breaks off", { body: { kind: "ServiceList", metadata: { continue: "more" }, items: [named("a")] } }, "LB2111"],
    ["a list that is no list", { body: { kind: "Service" } }, "LB2110"],
    ["a server that falls over", { status: 500 }, "LB2102"],
    ["a login page", { body: "<html>log in</html>" }, "LB2110"],
    ["a wrong selector", status(400, "BadRequest", "unable to parse requirement"), "LB2108"],
  ])("%s", async (_what, reply, code) => {
    lists["/api/v1/services"] = reply;
    await expect(read({ kinds: ["Service"] })).rejects.toMatchObject({ code, object: "cluster test: services" });
  });

  test("a group that the server does not tell about", async () => {
    const answer = server.answer;
    server.answer = (seen, count) => (seen.path === "/apis/route.openshift.io/v1" ? { status: 503 } : answer(seen, count));
    await expect(read()).rejects.toMatchObject({ code: "LB2109" });
  });

  test("a namespace that is not there: its empty lists would look like an empty cluster", async () => {
    lists["/api/v1/namespaces/typo"] = status(404, "NotFound", 'namespaces "typo" not found', { name: "typo" });
    await expect(read({ namespaces: ["default", "typo"] })).rejects.toThrow('LB2123: cluster test: there is no namespace "typo"');
  });

  test("a kind that nobody knows", async () => {
    await expect(read({ kinds: ["Gateways" as "Node"] })).rejects.toThrow('LB2120: "Gateways" is not a kind that is read here');
  });
});
