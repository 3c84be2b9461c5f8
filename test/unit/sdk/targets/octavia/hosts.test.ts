import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../../sdk/frontends";
import { memberWeights, serverParts } from "../../../../../sdk/targets/octavia/lower/l7/pools";
import { octaviaObjects } from "../../../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../../../sdk/targets/octavia/translate";
import { endpoints, ingress, secret, service } from "../../../../support/manifests";

const translate = (objects: unknown[], settings: Record<string, unknown> = {}) => {
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), {
    settings: { service_subnet_id: "s", ...settings },
    hostsOnly: true,
  });
  return { ...octaviaObjects(plan, { showSecrets: true }), plan };
};
const web = [service("web", [80]), endpoints("web", ["10.0.0.1"], 8080), service("api", [80]), endpoints("api", ["10.0.0.2"], 8080)];
const names = (list: { name: string }[] | undefined) => list?.map(({ name }) => name);

function route(name: string, spec: object) {
  return { apiVersion: "route.openshift.io/v1", kind: "Route", metadata: { name, namespace: "default" }, spec };
}
const edge = (insecureEdgeTerminationPolicy?: string) => ({
  termination: "edge",
  certificate: "-----BEGIN CERTIFICATE-----\nA",
  key: "-----BEGIN PRIVATE KEY-----\nB",
  caCertificate: "-----BEGIN CERTIFICATE-----\nC",
  ...(insecureEdgeTerminationPolicy ? { insecureEdgeTerminationPolicy } : {}),
});

describe("hosts on Octavia", () => {
  it("share one load balancer per group, and one pool where they have the same backends", () => {
    const grouped = ingress({ name: "c", rules: [{ host: "c.com", path: "/", service: "web" }] });
    Object.assign(grouped.metadata, { annotations: { "loadbalancer.openstack.org/group": "own" } });
    const { objects } = translate([
      ...web,
      ingress({ name: "a", rules: [{ host: "a.com", path: "/", service: "web" }] }),
      ingress({ name: "b", rules: [{ host: "b.com", path: "/", service: "web" }] }),
      grouped,
    ]);
    expect(names(objects.loadbalancers)).toEqual(["kube_ingress_kubernetes_openstack", "kube_ingress_kubernetes_own"]);
    expect(names(objects.loadbalancers?.[0]?.pools)).toEqual(["default/web:80"]);
    expect(names(objects.loadbalancers?.[0]?.listeners?.[0]?.l7policies)).toEqual(["a.com/", "b.com/"]);
  });

  it("have one listener for TLS with a certificate per host, and clear text is redirected", () => {
    const secure = (name: string) =>
      ingress({ name, rules: [{ host: `${name}.com`, path: "/", service: "web" }], tls: [{ hosts: [`${name}.com`], secretName: name }] });
    const { objects } = translate([...web, secure("a"), secure("b"), secret("a", "CERT-A", "KEY-A"), secret("b", "CERT-B", "KEY-B")]);
    const [clear, tls] = objects.loadbalancers?.[0]?.listeners ?? [];
    expect(clear?.l7policies).toMatchObject([
      { action: "REDIRECT_PREFIX", redirect_prefix: "https://a.com" },
      { action: "REDIRECT_PREFIX", redirect_prefix: "https://b.com" },
    ]);
    expect(tls).toMatchObject({
      protocol: "TERMINATED_HTTPS",
      default_tls_container_ref: { name: expect.stringMatching(/\/default\/a-[0-9a-f]{12}$/) },
      sni_container_refs: [{ name: expect.stringMatching(/\/default\/b-[0-9a-f]{12}$/) }],
    });
    expect(objects.secrets).toMatchObject([
      { certificate: "CERT-A\n", key: "KEY-A" },
      { certificate: "CERT-B\n", key: "KEY-B" },
    ]);
  });

  it("give another certificate another name, so that it is stored anew", () => {
    const of = (certificate: string) =>
      translate([...web, route("a", { host: "a.com", to: { name: "web" }, tls: { ...edge(), certificate } })]);
    expect(of("-----BEGIN CERTIFICATE-----\n1").objects.secrets?.[0]?.name).not.toBe(
      of("-----BEGIN CERTIFICATE-----\n2").objects.secrets?.[0]?.name,
    );
  });

  it("leave longer paths that are served in clear out of a redirect, which Octavia tries first", () => {
    const { objects } = translate([
      ...web,
      route("a", { host: "a.com", to: { name: "web" }, tls: edge("Redirect") }),
      route("b", { host: "a.com", path: "/open", to: { name: "api" } }),
    ]);
    expect(objects.loadbalancers?.[0]?.listeners?.[0]?.l7policies).toMatchObject([
      {
        action: "REDIRECT_PREFIX",
        rules: [{ value: "^a\\.com(:[0-9]+)?$" }, { type: "PATH", compare_type: "REGEX", value: "^/open(/|$)", invert: true }],
      },
      { action: "REDIRECT_TO_POOL", redirect_pool: { name: "default/api:80" } },
    ]);
  });

  it("weigh services, not servers", () => {
    const more = endpoints("api", ["10.0.0.2", "10.0.0.3"], 8080);
    const { objects } = translate([
      ...web.slice(0, 3),
      more,
      route("a", { host: "a.com", to: { name: "web", weight: 1 }, alternateBackends: [{ name: "api", weight: 1 }] }),
    ]);
    const pool = objects.loadbalancers?.[0]?.pools?.[0];
    expect(pool?.name).toBe("default/web:80*1+default/api:80*1");
    expect(pool?.members?.map(({ weight }) => weight)).toEqual([2, 1, 1]);
  });

  it("speak TLS to the servers of a re-encrypt Route, and refuse it where the API cannot", () => {
    const reencrypt = route("a", {
      host: "a.com",
      to: { name: "web" },
      tls: { ...edge(), termination: "reencrypt", destinationCACertificate: "-----BEGIN CERTIFICATE-----\nD" },
    });
    const { objects } = translate([...web, reencrypt]);
    const pool = objects.loadbalancers?.[0]?.pools?.[0];
    expect(pool).toMatchObject({ tls_enabled: true, ca_tls_container_ref: { name: expect.stringContaining("/authority-") } });
    expect(objects.secrets?.find(({ name }) => name.includes("authority"))).not.toHaveProperty("key");
    const old = translate([...web, reencrypt], { octavia_version: "2.7" });
    expect(old.objects.loadbalancers).toBeUndefined();
    expect(old.plan.statuses[0]).toMatchObject({
      state: "rejected",
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: "LB1301" })]),
    });
  });

  it("whose TLS ends at the servers have a load balancer of their own, with clear text redirected where asked", () => {
    const passthrough = (policy?: string) =>
      route("a", {
        host: "a.com",
        to: { name: "web", weight: 3 },
        alternateBackends: [{ name: "api", weight: 1 }],
        tls: { termination: "passthrough", ...(policy ? { insecureEdgeTerminationPolicy: policy } : {}) },
      });
    const { objects, owners } = translate([...web, passthrough("Redirect")]);
    expect(names(objects.loadbalancers)).toEqual(["kube_passthrough_kubernetes_a.com"]);
    expect(objects.loadbalancers?.[0]?.listeners).toMatchObject([
      { protocol: "HTTP", protocol_port: 80, l7policies: [{ action: "REDIRECT_PREFIX", redirect_prefix: "https://a.com" }] },
      { protocol: "HTTPS", protocol_port: 443, default_pool: { protocol: "HTTPS", members: [{ weight: 3 }, { weight: 1 }] } },
    ]);
    expect(owners["loadbalancers/kube_passthrough_kubernetes_a.com"]).toEqual(["Route.route.openshift.io/default/a"]);
    const allowed = translate([...web, passthrough("Allow")]);
    expect(allowed.objects.loadbalancers?.[0]?.listeners).toHaveLength(1);
    expect(allowed.plan.statuses[0]?.diagnostics.map(({ code }) => code)).toEqual(["LB1302"]);
  });

  it("have TLS or connections: the older of two Routes has port 443", () => {
    const at = (creationTimestamp: string, one: ReturnType<typeof route>) => ({ ...one, metadata: { ...one.metadata, creationTimestamp } });
    const passed = at("2020-01-01T00:00:00Z", route("p", { host: "a.com", to: { name: "web" }, tls: { termination: "passthrough" } }));
    const ended = at("2021-01-01T00:00:00Z", route("e", { host: "a.com", to: { name: "web" }, tls: edge() }));
    const { objects, plan } = translate([...web, ended, passed]);
    expect(names(objects.loadbalancers)).toEqual(["kube_passthrough_kubernetes_a.com"]);
    expect(plan.statuses.map(({ object, state }) => [object.name, state])).toEqual([
      ["e", "rejected"],
      ["p", "ready"],
    ]);
  });

  it("redirect clear text for whoever has port 443, not for a Route that lost it", () => {
    const at = (creationTimestamp: string, one: ReturnType<typeof route>) => ({ ...one, metadata: { ...one.metadata, creationTimestamp } });
    const ended = at("2020-01-01T00:00:00Z", route("e", { host: "a.com", to: { name: "web" }, tls: edge() }));
    const tls = { termination: "passthrough", insecureEdgeTerminationPolicy: "Redirect" };
    const passed = at("2021-01-01T00:00:00Z", route("p", { host: "a.com", to: { name: "web" }, tls }));
    const { objects, plan } = translate([...web, ended, passed]);
    expect(objects.loadbalancers?.[0]?.listeners?.map(({ protocol }) => protocol)).toEqual(["TERMINATED_HTTPS"]);
    expect(plan.statuses.find(({ object }) => object.name === "p")?.state).toBe("rejected");
  });

  it("add the weights of a Service that a Route names twice", () => {
    const spec = {
      host: "a.com",
      to: { name: "web", weight: 1 },
      alternateBackends: [
        { name: "api", weight: 1 },
        { name: "web", weight: 2 },
      ],
    };
    const { objects, plan } = translate([...web, route("a", spec)]);
    expect(objects.loadbalancers?.[0]?.pools?.[0]?.name).toBe("default/web:80*3+default/api:80*1");
    expect(plan.statuses[0]?.diagnostics).toMatchObject([{ code: "LB1302", pointer: "/spec/alternateBackends/1/name" }]);
  });

  it("are refused on the provider ovn, which knows connections only", () => {
    const { objects, plan } = translate([...web, ingress({ name: "a", rules: [{ host: "a.com", path: "/", service: "web" }] })], {
      provider: "ovn",
    });
    expect(objects.loadbalancers).toBeUndefined();
    expect(plan.statuses[0]).toMatchObject({ state: "rejected", diagnostics: [{ code: "LB1301" }] });
  });

  it("serve a rule without host for every host, after all others", () => {
    const any = ingress({ name: "any", rules: [{ host: "", path: "/", service: "api" }] });
    const { objects } = translate([...web, any, ingress({ name: "a", rules: [{ host: "a.com", path: "/x", service: "web" }] })]);
    expect(objects.loadbalancers?.[0]?.listeners?.[0]?.l7policies).toMatchObject([
      { name: "a.com/x" },
      { name: "*/", rules: [{ type: "PATH", compare_type: "STARTS_WITH", value: "/" }] },
    ]);
  });

  it("put no load balancer where nothing is served", () => {
    expect(translate(web).objects.loadbalancers).toBeUndefined();
  });
});

describe("weights of members", () => {
  const weightsOf = (backends: Parameters<typeof serverParts>[0]) => memberWeights(serverParts(backends));

  it("keep the ratio of the services whatever their size, and never round down to nothing", () => {
    expect(
      weightsOf([
        { weight: 70, servers: 1 },
        { weight: 30, servers: 3 },
      ]),
    ).toEqual([7, 1]);
    expect(
      weightsOf([
        { weight: 0, servers: 2 },
        { weight: 5, servers: 1 },
      ]),
    ).toEqual([0, 1]);
    expect(
      weightsOf([
        { weight: 1, servers: 255 },
        { weight: 255, servers: 1 },
      ]),
    ).toEqual([1, 256]);
    expect(weightsOf([{ weight: 1, servers: 0 }])).toEqual([1]);
  });
});
