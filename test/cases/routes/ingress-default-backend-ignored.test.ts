import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { ingressV1, secret, served } from "../../support/manifests";
import { onOctavia } from "../../support/requests";

const services = [...served("web", 1), ...served("rest", 3), secret("cert", "CERT", "KEY")];
const specsOf = (objects: unknown[]) => readSpecs([...services, ...objects].map((value) => ({ value })));
const toOctavia = (objects: unknown[], settings = {}) => {
  const plan = translateToOctavia(specsOf(objects), { settings: { service_subnet_id: "s", ...settings }, hostsOnly: true });
  return { ...octaviaObjects(plan), statuses: plan.statuses };
};
const web = { host: "a.com", path: "/a", service: "web" };

describe("spec.defaultBackend of an Ingress", () => {
  it("is the default pool of the listeners of its group", () => {
    const { objects, statuses } = toOctavia([ingressV1("one", [web], { tls: ["a.com"], defaultService: "rest" })]);
    const [balancer] = objects.loadbalancers ?? [];
    expect(statuses).toMatchObject([{ state: "ready" }]);
    expect(balancer?.listeners?.map(({ default_pool }) => default_pool)).toEqual([
      { name: "default/rest:80" },
      { name: "default/rest:80" },
    ]);
    expect(balancer?.pools?.map(({ name }) => name)).toEqual(["default/rest:80", "default/web:80"]);
    expect(onOctavia(balancer, "clear", "b.com", "/")).toBe("default/rest:80");
    expect(onOctavia(balancer, "tls", "a.com", "/b")).toBe("default/rest:80");
  });

  it("stands in its listener where nothing else uses the pool, also without any rule", () => {
    const { objects, owners, statuses } = toOctavia([ingressV1("one", [], { defaultService: "rest" })]);
    const [balancer] = objects.loadbalancers ?? [];
    expect(statuses).toMatchObject([{ state: "ready" }]);
    expect(balancer?.listeners).toMatchObject([
      {
        protocol: "HTTP",
        protocol_port: 80,
        default_pool: { name: "default/rest:80", protocol: "HTTP", members: [{ address: "10.0.0.3" }] },
      },
    ]);
    expect(balancer?.pools).toBeUndefined();
    expect(Object.values(owners)).toEqual([["Ingress/default/one"]]);
  });

  it("is the word of older versions too", () => {
    const old = {
      apiVersion: "extensions/v1beta1",
      kind: "Ingress",
      metadata: { name: "one" },
      spec: { backend: { serviceName: "rest", servicePort: 80 } },
    };
    expect(toOctavia([old]).objects.loadbalancers?.[0]?.listeners?.[0]?.default_pool?.name).toBe("default/rest:80");
  });

  it("of two Ingresses of one group is nobody's: an error names both", () => {
    const { objects, statuses } = toOctavia([
      ingressV1("one", [web], { defaultService: "rest" }),
      ingressV1("two", [], { defaultService: "web" }),
    ]);
    expect(objects.loadbalancers?.[0]?.listeners?.[0]).not.toHaveProperty("default_pool");
    expect(statuses.map(({ state }) => state)).toEqual(["partial", "rejected"]);
    for (const { diagnostics } of statuses) {
      expect(diagnostics).toMatchObject([{ code: "LB1210", severity: "error", pointer: "/spec/defaultBackend" }]);
      expect(diagnostics[0]?.message).toMatch(/default\/one.*default\/two/);
    }
  });

  it("of two groups are two", () => {
    const other = ingressV1("two", [], { defaultService: "web" });
    Object.assign(other.metadata, { annotations: { "loadbalancer.openstack.org/group": "own" } });
    const { objects, statuses } = toOctavia([ingressV1("one", [], { defaultService: "rest" }), other]);
    expect(statuses.map(({ state }) => state)).toEqual(["ready", "ready"]);
    expect(objects.loadbalancers?.map(({ listeners }) => listeners?.[0]?.default_pool?.name)).toEqual([
      "default/rest:80",
      "default/web:80",
    ]);
  });

  it("is refused where the provider knows connections only, and where it is no Service", () => {
    const ovn = toOctavia([ingressV1("one", [], { defaultService: "rest" })], { provider: "ovn" });
    expect(ovn.statuses).toMatchObject([{ state: "rejected", diagnostics: [{ code: "LB1301" }] }]);
    const resource = { resource: { apiGroup: "example.com", kind: "Bucket", name: "static" } };
    const made = ingressV1("one", [web]);
    const { statuses } = toOctavia([{ ...made, spec: { ...made.spec, defaultBackend: resource } }]);
    expect(statuses).toMatchObject([{ state: "partial", diagnostics: [{ code: "LB1110", pointer: "/spec/defaultBackend" }] }]);
  });

  it("is not used on Avi, as AKO has it, with a warning", () => {
    const plan = translateToAvi(specsOf([ingressV1("one", [web], { defaultService: "rest" })]), { settings: { clusterName: "c" } });
    expect(aviObjects(plan).objects.pool).toHaveLength(1);
    expect(plan.statuses[0]?.diagnostics).toContainEqual(
      expect.objectContaining({ code: "LB1006", severity: "warning", pointer: "/spec/defaultBackend" }),
    );
  });
});
