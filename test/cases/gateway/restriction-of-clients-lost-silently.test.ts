import { describe, expect, it } from "vitest";
import { readSpecs, translateToAvi, translateToOctavia } from "../../../sdk";
import { targetOf } from "../../../sdk/targets";
import { convert } from "../../../sdk/to-gateway";
import { endpoints, ingressV1, openShiftRoute, service } from "../../support/manifests";

// An Ingress that only some networks may reach was served to everybody, and a hidden notice said so: with a floating IP, too, where the
// octavia-ingress-controller gives it none.

type Annotations = Record<string, string>;

const annotated = <T extends { metadata: object }>(object: T, annotations: Annotations) => ({
  ...object,
  metadata: { ...object.metadata, annotations },
});
const web = [service("web", [80]), endpoints("web", ["10.0.0.1"], 80)];
const specsOf = (objects: readonly object[]) => readSpecs([...web, ...objects].map((value) => ({ value })));
const ingressOf = (name: string, annotations: Annotations, host = `${name}.com`) =>
  annotated(ingressV1(name, [{ host, path: "/", service: "web" }]), annotations);
const routeOf = (name: string, annotations: Annotations, more: object = {}) =>
  annotated(openShiftRoute(name, { host: `${name}.com`, to: { kind: "Service", name: "web" }, ...more }), annotations);

const NGINX = "nginx.ingress.kubernetes.io/";
const OIC = "octavia.ingress.kubernetes.io/";

function avi(objects: readonly object[], settings: object = {}) {
  const plan = translateToAvi(specsOf(objects), { settings: { ...settings } });
  return { status: plan.statuses[0]!, pools: plan.resources.filter(({ kind }) => kind === "avi:Pool").length };
}

function octavia(objects: readonly object[], settings: object = {}) {
  const kuryr = { service_subnet_id: "s", external_svc_net: "n", ...settings };
  const { resources, statuses } = translateToOctavia(specsOf(objects), { settings: kuryr, hostsOnly: true });
  const balancers = resources.map(({ name, inputs }) => {
    const { loadBalancer, floatingIp } = inputs as { loadBalancer: { listeners: { allowed_cidrs?: string[] }[] }; floatingIp?: object };
    return [name, floatingIp ? "outside" : "inside", ...loadBalancer.listeners.map((one) => one.allowed_cidrs?.join())];
  });
  return {
    balancers,
    statuses: statuses.map(({ object, state, diagnostics }) => [object.name, state, diagnostics.map(({ code }) => code)]),
  };
}

describe("an annotation that restricts clients and is not applied", () => {
  it.each([
    [`${NGINX}whitelist-source-range`, "10.0.0.0/8"],
    [`${NGINX}denylist-source-range`, "10.0.0.0/8"],
    [`${NGINX}auth-url`, "https://auth.a.com"],
    [`${NGINX}auth-tls-secret`, "default/ca"],
    [`${NGINX}server-snippet`, "location / { deny all; }"],
    ["nginx.org/basic-auth-secret", "users"],
    [`${OIC}internal`, "true"],
    ["haproxy.org/deny-list", "10.0.0.1"],
    ["haproxy-ingress.github.io/auth-secret", "users"],
    ["traefik.ingress.kubernetes.io/router.middlewares", "default-only-office@kubernetescrd"],
    ["virtual-server.f5.com/allow-source-range", "10.0.0.0/8"],
    ["alb.ingress.kubernetes.io/scheme", "internal"],
    ["zalando.org/skipper-filter", 'basicAuth("/etc/htpasswd")'],
    ["zalando.org/skipper-filter", "corePolicy()"],
    ["zalando.org/skipper-predicate", 'Source("10.0.0.0/8")'],
    ["ingress.cilium.io/force-https", "enabled"],
    ["service.cilium.io/src-ranges-policy", "deny"],
    ["projectcontour.io/auth", "strict"],
    ["projectcontour.io/auth-context", "tier=1"],
    ["konghq.com/plugins", "key-auth"],
    ["nginx.org/policies", "office"],
    ["k8s.apisix.apache.org/blocklist-source-range", "10.0.0.0/8"],
    ["k8s.apisix.apache.org/plugin-config-name", "office"],
    ["ingress.pomerium.io/allowed_domains", '["a.com"]'],
    ["virtual-server.f5.com/policy", "office"],
    ["cloud.google.com/backend-config", '{"default": "iap"}'],
    ["ingress.of.another.example/blocklist-source-range", "10.0.0.0/8"],
    ["ingress.of.another.example/whitelist-source-range", "10.0.0.0/8"],
  ])("%s is a warning, and the Ingress is partial", (name, value) => {
    const { status, pools } = avi([ingressOf("a", { [name]: value })]);
    expect([status.state, pools]).toEqual(["partial", 1]);
    expect(status.diagnostics).toMatchObject([
      { code: "LB1316", severity: "warning", pointer: `/metadata/annotations/${name.replace("/", "~1")}`, remedy: expect.anything() },
    ]);
    expect(status.diagnostics[0]!.message).toMatch(
      /^the annotation .* (restricts|may restrict) clients and is not applied: everybody may connect$/,
    );
  });

  const told = (annotations: Annotations) =>
    avi([ingressOf("a", annotations)]).status.diagnostics.map(
      ({ code, message }) => `${code} ${message.split(" and is ")[0]?.split(" and are ")[0]}`,
    );

  it.each([
    ["konghq.com/plugins", "key-auth", "may restrict"],
    ["traefik.ingress.kubernetes.io/router.middlewares", "default-office@kubernetescrd", "may restrict"],
    ["nginx.org/policies", "office", "may restrict"],
    ["zalando.org/skipper-filter", "corePolicy()", "may restrict"],
    ["zalando.org/skipper-filter", 'setPath("/a") -> jwtValidation("https://a.com")', "restricts"],
    ["ingress.cilium.io/force-https", "enabled", "restricts"],
    ["projectcontour.io/auth-disabled", "x", "restricts"],
  ])("%s: %s is told as sure or not", (name, value, words) => {
    expect(told({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^LB1316 the annotation \\S+ of [\\w ]+ ${words} clients$`)),
    ]);
  });

  it.each([
    ["zalando.org/skipper-filter", 'setRequestHeader("a", "b") -> compress()'],
    ["zalando.org/skipper-predicate", 'Method("GET") && Path("/a")'],
    ["ingress.cilium.io/force-https", "disabled"],
    ["ingress.cilium.io/loadbalancer-mode", "shared"],
  ])("%s: %s restricts nobody", (name, value) => {
    expect(told({ [name]: value }).join()).toMatch(/^LB1007 /);
  });

  it("one restriction is one warning, whatever number of annotations it has", () => {
    const basic = { [`${NGINX}auth-type`]: "basic", [`${NGINX}auth-secret`]: "users", [`${NGINX}auth-realm`]: "a" };
    const all = `${NGINX}auth-type, ${NGINX}auth-secret and ${NGINX}auth-realm`;
    expect(told(basic)).toEqual([`LB1316 the annotations ${all} of ingress-nginx restrict clients`]);
    expect(told({ ...basic, [`${NGINX}satisfy`]: "any" })).toHaveLength(1);
    expect(told({ [`${NGINX}whitelist-source-range`]: "10.0.0.0/8", [`${NGINX}allowlist-source-range`]: "10.0.0.0/8" })).toHaveLength(1);
    expect(told({ [`${NGINX}enable-modsecurity`]: "true", [`${NGINX}modsecurity-snippet`]: "SecRuleEngine On" })).toHaveLength(1);
    expect(told({ "a.example/auth-type": "basic", "a.example/auth-secret": "users", "b.example/auth-url": "x" })).toHaveLength(2);
    expect(told({ ...basic, [`${NGINX}denylist-source-range`]: "10.0.0.0/8" })).toHaveLength(2);
    const lists = { [`${NGINX}whitelist-source-range`]: "10.0.0.0/8", [`${NGINX}allowlist-source-range`]: "10.0.0.0/8" };
    const { statuses } = octavia([ingressOf("a", lists)], { octavia_version: "2.5" });
    expect(statuses[0]?.[2]).toEqual(["LB1316"]);
  });

  it.each(["ip_whitelist", "ip_allowlist"])("%s of a Route is one, too", (name) => {
    const { status } = avi([routeOf("a", { [`haproxy.router.openshift.io/${name}`]: "192.168.1.0/24 10.0.0.1" })]);
    expect([status.state, status.diagnostics.map(({ code }) => code)]).toEqual(["partial", ["LB1316"]]);
  });

  it.each([
    [
      { apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: { name: "a", namespace: "default" } },
      { virtualhost: { fqdn: "a.com" }, routes: [{ match: "/", services: [{ name: "web", port: 80 }] }] },
      ["valid", "invalid"],
    ],
    [
      { apiVersion: "contour.heptio.com/v1alpha1", kind: "Route", metadata: { name: "a", namespace: "default" } },
      { host: "a.com", routes: [{ pathPrefix: "/", upstreams: [{ serviceName: "web", servicePort: 80 }] }] },
      ["Valid", "Invalid"],
    ],
  ])("of %j is told, and refused where that is set, on both targets", (head, spec, states) => {
    const object = { ...annotated(head, { [`${NGINX}whitelist-source-range`]: "10.0.0.0/8" }), spec };
    for (const [index, settings] of [{}, { lostRestrictions: "refuse" }].entries()) {
      const onAvi = avi([object], settings);
      expect([onAvi.status.state, onAvi.status.diagnostics.map(({ code }) => code), onAvi.pools]).toEqual([
        states[index],
        ["LB1316"],
        1 - index,
      ]);
      const onOctavia = octavia([object], settings);
      expect([onOctavia.statuses, onOctavia.balancers.length]).toEqual([[["a", states[index], ["LB1316"]]], 1 - index]);
    }
  });

  it("leaves out the object where that is set", () => {
    const settings = { lostRestrictions: "refuse" };
    const { status, pools } = avi([ingressOf("a", { [`${NGINX}whitelist-source-range`]: "10.0.0.0/8" })], settings);
    expect([status.state, pools]).toEqual(["rejected", 0]);
    expect(status.description).toMatch(/is not applied: nothing of the object is served \(setting lostRestrictions\)$/);
    expect(avi([ingressOf("b", {})], settings).status.state).toBe("ready");
  });

  it.each([
    [`${NGINX}whitelist-source-range`, "0.0.0.0/0"],
    [`${OIC}internal`, "false"],
    ["alb.ingress.kubernetes.io/scheme", "internet-facing"],
  ])("%s: %s restricts nobody", (name, value) => {
    const { status } = avi([ingressOf("a", { [name]: value })]);
    expect([status.state, status.diagnostics.map(({ severity }) => severity)]).toEqual(["ready", ["notice"]]);
  });

  it("is told apart from one that changes where requests go, and from one that tunes", () => {
    const { status } = avi([ingressOf("a", { [`${NGINX}rewrite-target`]: "/", [`${NGINX}proxy-read-timeout`]: "60" })]);
    expect(status.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ["LB1007", "warning"],
      ["LB1007", "notice"],
    ]);
    expect(status.state).toBe("partial");
  });

  it("is a loss of to-gateway, whether or not the target applies it", () => {
    const objects = [...web, ingressOf("a", { [`${OIC}whitelist-source-range`]: "10.0.0.0/8", [`${NGINX}auth-url`]: "https://a.b" })];
    const found = convert(
      targetOf("octavia"),
      objects.map((value) => ({ value })),
      { settings: { service_subnet_id: "s" } },
    );
    const lost = found!.losses.filter(({ message }) => message.includes("restricts clients"));
    expect(lost.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual([
      ["LB1711", "warning", "/metadata/annotations/octavia.ingress.kubernetes.io~1whitelist-source-range"],
      ["LB1711", "warning", "/metadata/annotations/nginx.ingress.kubernetes.io~1auth-url"],
    ]);
  });
});

describe("source ranges of a Service of type LoadBalancer", () => {
  const restricted = {
    ...service("lb", [80], "LoadBalancer"),
    spec: { type: "LoadBalancer", ports: [{ port: 80 }], loadBalancerSourceRanges: ["10.0.0.0/8"] },
  };
  it("are a lost restriction on Avi", () => {
    const { status } = avi([restricted, endpoints("lb", ["10.0.0.9"], 80)]);
    expect([status.state, status.diagnostics.map(({ code }) => code)]).toEqual(["partial", ["LB1316"]]);
    const refused = avi([restricted, endpoints("lb", ["10.0.0.9"], 80)], { lostRestrictions: "refuse" });
    expect(refused.status.state).toBe("rejected");
  });

  it("are one with a provider of Octavia that cannot have them", () => {
    const specs = specsOf([restricted, endpoints("lb", ["10.0.0.9"], 80)]);
    const settings = { service_subnet_id: "s", provider: "ovn", octavia_version: "2.5", external_svc_net: "n" };
    const of = (more: object) => {
      const plan = translateToOctavia(specs, { settings: { ...settings, ...more } });
      return [
        plan.statuses.find(({ object }) => object.name === "lb")!.state,
        plan.resources.map(({ name }) => name).includes("default/lb"),
      ];
    };
    expect([of({}), of({ lostRestrictions: "refuse" })]).toEqual([
      ["partial", true],
      ["rejected", false],
    ]);
  });
});

describe("on Octavia", () => {
  const [RANGES, INTERNAL] = [`${OIC}whitelist-source-range`, `${OIC}internal`];

  it("networks are those of the listener, where all of its objects name the same", () => {
    const objects = [
      ingressOf("a", { [RANGES]: "10.20.1.1/16, 10.9.0.1" }),
      ingressOf("b", { [`${NGINX}whitelist-source-range`]: "10.9.0.1/32,10.20.0.0/16" }),
      routeOf("c", { "haproxy.router.openshift.io/ip_whitelist": "10.9.0.1 10.20.0.0/16" }),
    ];
    const { balancers, statuses } = octavia(objects);
    expect(balancers).toEqual([["kube_ingress_openstack", "outside", "10.20.0.0/16,10.9.0.1/32"]]);
    expect(statuses).toEqual([
      ["a", "ready", []],
      ["b", "ready", []],
      ["c", "ready", []],
    ]);
  });

  it("networks of some of them are lost", () => {
    const objects = [ingressOf("a", { [RANGES]: "10.0.0.0/8" }), ingressOf("b", {})];
    const { balancers, statuses } = octavia(objects);
    expect(balancers).toEqual([["kube_ingress_openstack", "outside", undefined]]);
    expect(statuses).toEqual([
      ["a", "partial", ["LB1316"]],
      ["b", "ready", []],
    ]);
    expect(octavia(objects, { lostRestrictions: "refuse" }).statuses[0]).toEqual(["a", "rejected", ["LB1316"]]);
    const own = [ingressOf("a", { [RANGES]: "10.0.0.0/8", "loadbalancer.openstack.org/group": "own" }), ingressOf("b", {})];
    expect(octavia(own).balancers).toEqual([
      ["kube_ingress_openstack", "outside", undefined],
      ["kube_ingress_own", "outside", "10.0.0.0/8"],
    ]);
  });

  it("networks that cannot be read leave out the object", () => {
    const { balancers, statuses } = octavia([ingressOf("a", { [RANGES]: "10.0.0.0/33" })]);
    expect([balancers, statuses]).toEqual([[], [["a", "rejected", ["LB1407"]]]]);
  });

  it("networks hold for a passthrough Route", () => {
    const { balancers } = octavia([
      routeOf("a", { "haproxy.router.openshift.io/ip_whitelist": "10.0.0.0/8" }, { tls: { termination: "passthrough" } }),
    ]);
    expect(balancers).toEqual([["kube_passthrough_a.com", "outside", "10.0.0.0/8"]]);
  });

  it("hosts for the inside are a group of their own, without a floating IP", () => {
    const { balancers, statuses } = octavia([ingressOf("a", { [INTERNAL]: "true" }), ingressOf("b", {})]);
    expect(balancers).toEqual([
      ["kube_ingress_openstack", "outside", undefined],
      ["kube_ingress_openstack-internal", "inside", undefined],
    ]);
    expect(statuses.map(([, state]) => state)).toEqual(["ready", "ready"]);
  });

  it("hosts for the inside lose that in a group whose name another object takes", () => {
    const other = ingressOf("b", { "loadbalancer.openstack.org/group": "openstack-internal" });
    const { balancers, statuses } = octavia([ingressOf("a", { [INTERNAL]: "true" }), other]);
    expect(balancers).toEqual([["kube_ingress_openstack-internal", "outside", undefined]]);
    expect(statuses[0]).toEqual(["a", "partial", ["LB1316"]]);
  });

  it("a Service for the inside has no floating IP with the names of Kuryr either", () => {
    const lb = annotated(service("lb", [80], "LoadBalancer"), { "service.beta.kubernetes.io/openstack-internal-load-balancer": "true" });
    const { resources } = translateToOctavia(specsOf([lb, endpoints("lb", ["10.0.0.9"], 80)]), {
      settings: { service_subnet_id: "s", external_svc_net: "n" },
    });
    expect(resources.find(({ name }) => name === "default/lb")!.inputs).not.toHaveProperty("floatingIp");
  });
});
