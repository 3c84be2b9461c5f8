import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../../sdk/frontends";
import { aviObjects } from "../../../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../../../sdk/targets/avi/translate";
import { endpoints, ingress, node, secret, service } from "../../../../support/manifests";
import { sniVs } from "../../../../support/planned";

const translate = (objects: unknown[], settings: Record<string, unknown> = {}) => {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings });
  return { ...aviObjects(plan, { showSecrets: true }), statuses: plan.statuses, plan };
};
const names = (bodies: { name: string }[] | undefined) => bodies?.map(({ name }) => name);

describe("conflicts", () => {
  const claim = (name: string, created?: string) => ingress({ name, created, rules: [{ host: "a.com", path: "/x", service: "web" }] });
  const web = [service("web", [80]), endpoints("web", ["1.1.1.1"], 8080)];

  it("gives host and path to the older object and names it to the loser", () => {
    const { objects, statuses } = translate([...web, claim("a", "2024-01-01T00:00:00Z"), claim("b", "2020-01-01T00:00:00Z")]);
    expect(names(objects.pool)).toEqual(["cluster--a.com_x-default-b"]);
    expect(statuses[0]).toMatchObject({ state: "rejected", diagnostics: [{ code: "LB1203" }] });
    expect(statuses[0]?.description).toContain("Ingress default/b");
    expect(statuses[1]?.state).toBe("ready");
  });

  it("takes the certificate of the senior Ingress and keeps the paths of both", () => {
    const tls = (name: string, path: string) =>
      ingress({ name, rules: [{ host: "a.com", path, service: "web" }], tls: [{ hosts: ["a.com"], secretName: name }] });
    const { objects, statuses } = translate([
      ...web,
      tls("one", "/1"),
      tls("two", "/2"),
      secret("one", "C1", "K1"),
      secret("two", "C2", "K2"),
    ]);
    expect(objects.sslkeyandcertificate).toMatchObject([{ name: "cluster--a.com", key: "K1" }]);
    expect(objects.virtualservice?.find((vs) => vs.name === "cluster--a.com")?.http_policies).toHaveLength(2);
    expect(statuses.find((status) => status.object.name === "two")?.diagnostics.map(({ code }) => code)).toContain("LB1204");
  });

  it("compares hosts without case and lets the first spelling stand", () => {
    const shout = ingress({ name: "z", rules: [{ host: "A.com", path: "/y", service: "web" }] });
    const { objects, statuses } = translate([...web, claim("a"), shout]);
    expect(names(objects.pool)).toEqual(["cluster--a.com_x-default-a"]);
    expect(statuses[1]?.diagnostics.map(({ code }) => code)).toContain("LB1205");
  });
});

describe("backends", () => {
  const to = (port: unknown) => ingress({ name: "i", rules: [{ host: "a.com", path: "/", service: "web", port }] });
  const multi = [
    service("web", [
      { name: "a", port: 80 },
      { name: "b", port: 81 },
    ]),
    endpoints(
      "web",
      ["1.1.1.1"],
      [
        { name: "a", port: 8080 },
        { name: "b", port: 8081 },
      ],
    ),
  ];
  const ports = (objects: ReturnType<typeof translate>["objects"]) =>
    (objects.pool?.[0]?.servers as { port: number }[] | undefined)?.map(({ port }) => port);

  it.each([
    ["by name", "b", [8081]],
    ["by number", 81, [8081]],
  ])("finds the port of a multi-port Service %s", (_how, port, expected) => {
    expect(ports(translate([...multi, to(port)]).objects)).toEqual(expected);
  });

  it("says so when the Service, or the port, is missing", () => {
    expect(translate([to(80)]).statuses[0]).toMatchObject({ state: "partial", diagnostics: [{ code: "LB1101" }] });
    expect(translate([...multi, to(99)]).statuses[0]).toMatchObject({
      state: "partial",
      diagnostics: [{ code: "LB1102", message: expect.stringContaining("a (80), b (81)") }],
    });
  });

  it("passes over a node without InternalIP in NodePort mode", () => {
    const lb = service("web", [{ port: 80, nodePort: 31000 }], "NodePort");
    const { objects, statuses } = translate([lb, node("n1", "10.0.0.1"), node("n2"), to(80)], { serviceType: "NodePort" });
    expect(objects.pool?.[0]?.servers).toEqual([{ ip: { addr: "10.0.0.1", type: "V4" }, port: 31000 }]);
    expect(statuses[0]?.diagnostics.map(({ code }) => code)).toContain("LB1106");
  });
});

describe("layer 4", () => {
  it("selects every port of a Service with TCP and UDP, also on one port number", () => {
    const { objects } = translate([
      service(
        "dns",
        [
          { name: "t", port: 53 },
          { name: "u", port: 53, protocol: "UDP" },
        ],
        "LoadBalancer",
      ),
    ]);
    const [vs] = objects.virtualservice ?? [];
    expect(names(objects.pool)).toEqual(["cluster--default-dns-53", "cluster--default-dns-53-UDP"]);
    expect(vs?.service_pool_select).toMatchObject([
      { service_protocol: "PROTOCOL_TYPE_TCP_PROXY" },
      { service_protocol: "PROTOCOL_TYPE_UDP_FAST_PATH" },
    ]);
    expect(vs?.services).toMatchObject([
      { port: 53 },
      { port: 53, override_network_profile_ref: "/api/networkprofile?name=System-UDP-Fast-Path" },
    ]);
  });

  it("refuses SCTP by name instead of dropping it", () => {
    const { statuses } = translate([service("s", [{ port: 1, protocol: "SCTP" }], "LoadBalancer")]);
    expect(statuses[0]?.diagnostics.map(({ code }) => code)).toContain("LB1301");
  });
});

describe("names and versions", () => {
  it("shortens names over 255 characters and reports it", () => {
    const path = `/${"a".repeat(300)}`;
    const { objects, statuses } = translate([
      service("web", [80]),
      ingress({ name: "i", rules: [{ host: "a.com", path, service: "web" }] }),
    ]);
    expect(objects.pool?.[0]?.name).toMatch(/^.{246}-[0-9a-f]{8}$/);
    expect(statuses[0]?.diagnostics.map(({ code }) => code)).toContain("LB1303");
  });

  it("points children at their parent in the field of the controller's version", () => {
    const objects = [
      secret("s", "C", "K"),
      ingress({ name: "i", rules: [{ host: "a.com", path: "/", service: "web" }], tls: [{ hosts: ["a.com"], secretName: "s" }] }),
    ];
    const child = (version: string) => sniVs(translate(objects, { controllerVersion: version }).plan)[0]?.inputs.virtualService;
    expect(child("20.1.2")).toHaveProperty("vh_parent_vs_uuid", "/api/virtualservice?name=cluster--Shared-L7-0");
    expect(child("22.1.2")).toHaveProperty("vh_parent_vs_ref", "/api/virtualservice?name=cluster--Shared-L7-0");
  });

  it("prints private keys only when asked for", () => {
    const { plan } = translate([
      secret("s", "C", "hidden"),
      ingress({ name: "i", rules: [{ host: "a.com", path: "/", service: "web" }], tls: [{ hosts: ["a.com"], secretName: "s" }] }),
    ]);
    expect(JSON.stringify(aviObjects(plan))).not.toContain("hidden");
    expect(JSON.stringify(aviObjects(plan, { showSecrets: true }))).toContain("hidden");
  });
});

describe("settings", () => {
  it("takes numbers and booleans as strings, warns of unknown keys, refuses wrong values", () => {
    const { plan } = translate([], { defaultIngController: "false", subnetPrefix: 24, shardSize: "LARGE", serviceType: "Magic" });
    expect(plan.diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["LB1304", "/shardSize"],
      ["LB1305", "/serviceType"],
    ]);
  });
});

describe("what is not used", () => {
  it("names annotations of an Ingress and fields of a Service", () => {
    const annotated = ingress({ name: "i", rules: [{ host: "a.com", path: "/", service: "web" }] });
    Object.assign(annotated.metadata, { annotations: { "nginx.ingress.kubernetes.io/rewrite-target": "/" } });
    const balanced = service("web", [80]);
    Object.assign(balanced.spec, { type: "LoadBalancer", loadBalancerIP: "1.2.3.4", sessionAffinity: "ClientIP" });
    const { statuses } = translate([annotated, balanced, endpoints("web", ["1.1.1.1"], 8080)]);
    expect(statuses.flatMap((status) => status.diagnostics.map(({ code, pointer }) => [code, pointer]))).toEqual([
      ["LB1007", "/metadata/annotations/nginx.ingress.kubernetes.io~1rewrite-target"],
      ["LB1006", "/spec/loadBalancerIP"],
      ["LB1006", "/spec/sessionAffinity"],
    ]);
  });
});
