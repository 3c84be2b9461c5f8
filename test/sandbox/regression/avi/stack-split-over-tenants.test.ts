import { afterEach, describe, expect, test, vi } from "vitest";
import { diff } from "../../../../provider/avi/preview";
import { STATIC_ROUTES_HANDLER } from "../../../../provider/avi/static-routes";
import { SNI_VS } from "../../../../resources/avi";
import { startAviSandbox } from "../../../../sandbox/index";
import * as avi from "../../../../sdk/targets/avi";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, ingress, node, service } from "../../../support/manifests";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { reported } from "../../../support/reported";
import { Resource } from "../../lib/engine";

const resources = recordResources();
const specs = [
  service("web", [80]),
  endpoints("web", ["1.1.1.1"], 8080),
  node("n1", "10.0.0.101", "10.244.1.0/24"),
  ingress({ name: "shop", rules: [{ host: "a.com", path: "/", service: "web" }] }),
] as never;
let made = 0;
const cluster = (settings: object, opts?: object) =>
  new avi.KubernetesCluster(`c${++made}`, { specs, settings: { clusterName: "c1", ...settings } }, opts);

afterEach(() => {
  vi.unstubAllEnvs();
  resources.length = 0;
});

describe("a component", () => {
  test("takes the tenant of the connection where its settings name none", async () => {
    vi.stubEnv("AVI_TENANT", "team");
    cluster({});
    await eventually(() => expect(resources.some(({ type }) => type.endsWith(":SharedVS"))).toBe(true));
    const text = JSON.stringify(resources.map(({ inputs }) => inputs));
    expect(text).toContain("/api/tenant?name=team");
    expect(text).not.toContain("/api/tenant?name=admin");
    expect(resources.find(({ type }) => type.endsWith(":StaticRoutes"))?.inputs.tenant).toBe("team");
  });

  test("takes that of an explicit provider before that of the environment", async () => {
    vi.stubEnv("AVI_TENANT", "team");
    cluster({ tenant: "east" }, { providers: [new avi.Provider("east", { tenant: "east" })] });
    await eventually(() => expect(JSON.stringify(resources.map(({ inputs }) => inputs))).toContain("/api/tenant?name=east"));
  });

  test("whose settings name another tenant than the connection registers nothing", async () => {
    vi.stubEnv("AVI_TENANT", "team");
    const { failures } = await reported(async () => ({ hosts: cluster({ tenant: "east" }).hosts }));
    expect([...failures].map(String)).toEqual([expect.stringMatching(/LB2070: settings \/tenant: .*"east".*AVI_TENANT.*"team"/)]);
    expect(resources.filter(({ type }) => type.includes("dynamic"))).toEqual([]);
  });
});

test("a child lives in the tenant of what it uses, whatever the connection says", () => {
  const child = (tenant: string) => ({
    owner: "o",
    poolGroups: [{ name: "g", tenant_ref: `/api/tenant?name=${tenant}` }],
    policies: [],
    virtualService: { name: "vs" },
  });
  expect(diff(SNI_VS, "team/vs", child("team"), child("team"))).toEqual({ changes: [], replaces: [] });
  expect(diff(SNI_VS, "admin/vs", child("admin"), child("team")).replaces).toEqual(["virtualService"]);
});

test("routes of a state that names no tenant stay where they are", () => {
  const bag = { owner: "o", clusterName: "c1", vrfContext: "global", cloud: "Default-Cloud", routes: [] };
  expect(STATIC_ROUTES_HANDLER.diff("admin/Default-Cloud/global/c1", bag, { ...bag, tenant: "admin" })).toEqual({
    changes: [],
    replaces: [],
  });
  expect(STATIC_ROUTES_HANDLER.diff("admin/Default-Cloud/global/c1", bag, { ...bag, tenant: "team" }).replaces).toEqual(["tenant"]);
});

describe("a route that AKO made for a node", () => {
  test("gets no twin, counts as there, and stays at a destroy", async () => {
    const sandbox = await startAviSandbox({ rateLimit: "off" });
    try {
      const host = await providerHere(aviConfig(sandbox));
      const vrf = () =>
        sandbox.store.list("vrfcontext").find(({ name, cloud_ref }) => name === "global" && String(cloud_ref).includes(cloud))!;
      const cloud = String(sandbox.store.get("cloud", "Default-Cloud")?.uuid);
      const ids = () => ((vrf().static_routes ?? []) as { route_id: string }[]).map(({ route_id }) => route_id);
      const route = (id: string, n: number) => ({
        route_id: id,
        prefix: { ip_addr: { addr: `10.244.${n}.0`, type: "V4" }, mask: 24 },
        next_hop: { addr: `10.0.0.10${n}`, type: "V4" },
      });
      sandbox.store.put("vrfcontext", { ...vrf(), static_routes: [route("1", 1), route("2", 2)] } as never);
      const declared = (...nodes: number[]) => ({
        owner: "o",
        clusterName: "c1",
        vrfContext: "global",
        cloud: "Default-Cloud",
        routes: nodes.map((n) => ({ prefix: `10.244.${n}.0/24`, nextHop: `10.0.0.10${n}` })),
      });
      const resource = new Resource(host, "avi:StaticRoutes");
      await resource.up(declared(1, 2, 3));
      expect(ids()).toEqual(["1", "2", "c1-1"]);
      await resource.refresh();
      expect(await resource.preview(declared(1, 2, 3))).toEqual({ changes: false, replaces: [] });

      sandbox.store.put("vrfcontext", { ...vrf(), static_routes: [route("2", 2), route("c1-1", 3)] } as never);
      await resource.refresh();
      expect((await resource.preview(declared(1, 2, 3))).changes).toBe(true);
      await resource.up(declared(1, 2, 3));
      expect(ids()).toEqual(["2", "c1-1", "c1-2"]);
      await resource.destroy();
      expect(ids()).toEqual(["2"]);
    } finally {
      await sandbox.close();
    }
  });
});
