import { describe, expect, it } from "vitest";
import { avi, ingress, PEM, secret, service, translate } from "./ako-world";

const hostRule = (name: string, virtualhost: object, namespace = "default") => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HostRule",
  metadata: { name, namespace },
  spec: { virtualhost },
});
const fqdn = "foo.avi.internal";
const web = [avi(), service("web"), ingress("web", fqdn)];
const secure = [avi(), service("web"), secret("tls"), ingress("web", fqdn, { tls: "tls" })];

describe("a HostRule is rejected", () => {
  const bad: [string, object, string][] = [
    ["an address that is none", { fqdn, tcpSettings: { loadBalancerIP: "here" } }, "loadBalancerIP here is not a valid IP"],
    ["its own name as that of the world", { fqdn, gslb: { fqdn } }, "GSLB FQDN and local FQDN are same"],
    ["listeners without TLS", { fqdn, tcpSettings: { listeners: [{ port: 80 }] } }, "Hosting parent virtualservice must have SSL enabled"],
    [
      "aliases of a domain",
      { fqdn: "*.a", fqdnType: "Wildcard", aliases: ["b"] },
      "Aliases is supported only when FQDN type is set as Exact",
    ],
    ["an alias that is the host", { fqdn, aliases: [fqdn] }, "Duplicate entry found. Aliases field has same entry as the FQDN field"],
    ["an alias twice", { fqdn, aliases: ["b", "b"] }, "Aliases must be unique"],
    ["an alias of the world", { fqdn, gslb: { fqdn: "b" }, aliases: ["b"] }, "Aliases must not contain GSLB FQDN"],
    ["two ICAP profiles", { fqdn, icapProfile: ["a", "b"] }, "Can only have 1 ICAP profile associated with VS"],
    ["a missing Secret", { fqdn, tls: { sslKeyCertificate: { name: "x", type: "secret" } } }, 'secret "x" not found'],
    [
      "expressions of a shared virtual service",
      { fqdn: "c--Shared-L7-", fqdnType: "Contains", useRegex: true },
      "hostrule useRegex with fqdn c--Shared-L7- cannot be applied to shared virtualservices",
    ],
    ["a missing policy", { fqdn, wafPolicy: "waf" }, 'wafpolicy "waf" not found on controller'],
    [
      "a profile of another type",
      { fqdn, applicationProfile: "l4" },
      'applicationprofile "l4" found on controller is invalid, must be of type: APPLICATION_PROFILE_TYPE_HTTP',
    ],
    [
      "an object of AKO",
      { fqdn, httpPolicy: { policySets: ["own"] } },
      'httppolicyset "own" Invalid operation, object referred is created by current AKO instance',
    ],
  ];
  it.each(bad)("for %s, and changes nothing", (_why, virtualhost, error) => {
    const controllerObjects = [
      { type: "applicationprofile", body: { name: "l4", type: "APPLICATION_PROFILE_TYPE_L4" } },
      { type: "httppolicyset", body: { name: "own", created_by: "ako-my-cluster" } },
    ];
    const { verdict, objects } = translate({ naming: "ako-2", controllerObjects }, ...secure, hostRule("h", virtualhost));
    expect(verdict("HostRule", "h")).toEqual(["Rejected", error]);
    expect(objects).toEqual(translate({ naming: "ako-2", controllerObjects }, ...secure).objects);
  });

  it("for a host or an alias that an older one has", () => {
    const { verdict } = translate(
      { naming: "ako-2" },
      ...web,
      hostRule("a", { fqdn, aliases: ["b.avi.internal"] }),
      hostRule("b", { fqdn }),
      hostRule("c", { fqdn: "c.avi.internal", aliases: ["b.avi.internal"] }),
    );
    expect(verdict("HostRule", "b")).toEqual(["Rejected", `duplicate fqdn ${fqdn} found in default/a`]);
    expect(verdict("HostRule", "c")).toEqual(["Rejected", `b.avi.internal is already in use by hostrule ${fqdn}`]);
  });

  it("and what a live host loses by a missing Secret is told before it goes", () => {
    const virtualhost = { fqdn, tls: { sslKeyCertificate: { name: "x", type: "secret" } } };
    expect(translate({ naming: "ako-2" }, ...web, hostRule("h", virtualhost)).plan.facts.missing[fqdn]).toBe("Secret default/x");
  });
});

describe("the certificate of a HostRule", () => {
  const given = (type: string) => hostRule("h", { fqdn, tls: { sslKeyCertificate: { name: "tls", type } } });

  it("on the controller makes a host secure, and none is made", () => {
    const { objects, one } = translate({ naming: "ako-2" }, ...web, given("ref"));
    expect(objects.sslkeyandcertificate).toBeUndefined();
    expect(one("virtualservice", "my-cluster--foo.avi.internal")).toMatchObject({
      ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate?name=tls"],
    });
    expect(JSON.stringify(one("httppolicyset", "my-cluster--Shared-L7-0"))).toContain("redirect_action");
  });

  it("in a Secret has the name of the host", () => {
    const { one } = translate({ naming: "ako-2" }, ...web, secret("tls"), given("secret"));
    expect(one("sslkeyandcertificate", "my-cluster--foo.avi.internal")).toMatchObject({ certificate: { certificate: PEM } });
  });

  it("stands on the parent with EVH, and so does the profile", () => {
    const rule = hostRule("h", { fqdn, tls: { sslProfile: "strong", sslKeyCertificate: { name: "cert", type: "ref" } } });
    const { one } = translate({ naming: "ako-2-evh" }, ...web, rule);
    expect(one("virtualservice", "my-cluster--Shared-L7-EVH-0")).toMatchObject({
      ssl_profile_ref: "/api/sslprofile?name=strong",
      ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate?name=cert"],
    });
  });
});

describe("what a HostRule says of policies", () => {
  it.each([
    ["ako-2", false, [11, 17, 18]],
    ["ako-2", true, [16, 17]],
    ["ako-2-evh", false, [11, 12, 18, 19]],
    ["ako-2-evh", true, [16, 17]],
  ])("%s, overwrite %s", (naming, overwrite, indexes) => {
    const rule = hostRule("h", { fqdn, httpPolicy: { policySets: ["b", "a"], overwrite } });
    const { children, objects } = translate({ naming }, ...secure, rule);
    expect(children[0]?.http_policies).toMatchObject(indexes.map((index) => ({ index })));
    expect(objects.pool).toHaveLength(1);
  });
});

describe("hosts that a HostRule is about", () => {
  const enabled = (type: string, name: string, what: object = { enableVirtualHost: false }) =>
    hostRule(type.toLowerCase(), { fqdn: name, fqdnType: type, ...what });

  it("are matched exactly, by a part, by their domain, in this order", () => {
    const rules = [
      enabled("Wildcard", "*.avi.internal", { wafPolicy: "wild" }),
      enabled("Contains", "foo", { wafPolicy: "part" }),
      enabled("Exact", fqdn, { wafPolicy: "exact" }),
    ];
    for (const [count, waf] of [
      [3, "exact"],
      [2, "part"],
      [1, "wild"],
    ] as const) {
      const { children } = translate({ naming: "ako-2" }, ...secure, ...rules.slice(0, count));
      expect(children[0]?.waf_policy_ref).toBe(`/api/wafpolicy?name=${waf}`);
    }
  });

  it("include the shared virtual service itself", () => {
    const { one } = translate({ naming: "ako-2" }, ...secure, enabled("Wildcard", "*.avi.internal", { wafPolicy: "wild" }));
    expect(one("virtualservice", "my-cluster--Shared-L7-0")).toMatchObject({ waf_policy_ref: "/api/wafpolicy?name=wild" });
  });

  it("take nothing in clear text below a shared virtual service, which is said", () => {
    const { objects, said } = translate({ naming: "ako-2" }, ...web, enabled("Exact", fqdn));
    expect(objects).toEqual(translate({ naming: "ako-2" }, ...web).objects);
    expect(said("LB1312")).toHaveLength(1);
  });

  it("that are none are said to be none", () => {
    expect(translate({ naming: "ako-2" }, ...web, enabled("Exact", "other.avi.internal")).said("LB1312")).toHaveLength(1);
  });

  it("have listeners, address and a network security policy only with an address of their own", () => {
    const rule = hostRule("h", {
      fqdn,
      networkSecurityPolicy: "nsp",
      tcpSettings: { listeners: [{ port: 8443, enableSSL: true }], loadBalancerIP: "10.0.0.9" },
    });
    const apart = translate({ naming: "ako-2", shardVSSize: "DEDICATED" }, ...secure, rule);
    expect(apart.one("virtualservice", `my-cluster--${fqdn}-L7-dedicated`)).toMatchObject({
      services: [{ port: 8443, enable_ssl: true }],
      network_security_policy_ref: "/api/networksecuritypolicy?name=nsp",
    });
    expect(apart.objects.vsvip).toMatchObject([{ vip: [{ ip_address: { addr: "10.0.0.9" } }] }]);
    expect(translate({ naming: "ako-2" }, ...secure, rule).said("LB1312")).toHaveLength(1);
  });
});

describe("paths of a HostRule", () => {
  it("redirect the root on the ports of the parent, and once more where the path is there too", () => {
    const paths = [avi(), service("web"), secret("tls"), ingress("web", fqdn, { tls: "tls", paths: ["/", "/app"] })];
    const rule = hostRule("h", { fqdn, applicationRootPath: "/app" });
    const { one } = translate({ naming: "ako-2" }, ...paths, rule);
    const redirects = [80, 443, 80, 443].map((port) => ({ redirect_action: { port } }));
    expect(one("httppolicyset", `my-cluster--default-${fqdn}`)).toMatchObject({ http_request_policy: { rules: [{}, {}, ...redirects] } });
  });

  it("warn where the root is redirected to itself", () => {
    const paths = [avi(), service("web"), secret("tls"), ingress("web", fqdn, { tls: "tls", paths: ["/", "/app"] })];
    const { said } = translate({ naming: "ako-2" }, ...paths, hostRule("h", { fqdn, applicationRootPath: "/" }));
    expect(said("LB1213")).toHaveLength(1);
  });

  it("are expressions of plain hosts too with EVH", () => {
    const { objects } = translate({ naming: "ako-2-evh" }, ...web, hostRule("h", { fqdn, useRegex: true }));
    expect(objects.stringgroup).toMatchObject([{ kv: [{ key: "/" }], longest_match: true, type: "SG_TYPE_STRING" }]);
  });
});

describe("without the generations 2", () => {
  it("a HostRule is not read, and is said not to be", () => {
    const { said, objects } = translate({ naming: "ako-1.2" }, ...web, hostRule("h", { fqdn, wafPolicy: "waf" }));
    expect(said("LB1311")).toHaveLength(1);
    expect(JSON.stringify(objects)).not.toContain("waf");
  });

  it("references count as there while nothing says what the controller has", () => {
    const { said, verdict } = translate({ naming: "ako-2" }, ...secure, hostRule("h", { fqdn, wafPolicy: "waf" }));
    expect(verdict("HostRule", "h")).toEqual(["Accepted", ""]);
    expect(said("LB1306")).toHaveLength(1);
  });
});

describe("an L7Rule that a HostRule names", () => {
  const l7Rule = {
    apiVersion: "ako.vmware.com/v1alpha2",
    kind: "L7Rule",
    metadata: { name: "l7", namespace: "default" },
    spec: { minPoolsUp: 2, hostNameXlate: "x", wafPolicy: { kind: "AviRef", name: "waf" } },
  };
  const rule = hostRule("h", { fqdn, l7Rule: "l7" });

  it("changes its virtual service with EVH; what needs an address is said to change nothing", () => {
    const { children, said } = translate({ naming: "ako-2-evh" }, ...secure, rule, l7Rule);
    expect(children).toMatchObject([{ min_pools_up: 2, ssl_sess_cache_avg_size: 1024, allow_invalid_client_cert: false }]);
    expect(JSON.stringify(children)).not.toContain("host_name_xlate");
    expect([said("LB1312").length, said("LB1006").map(({ pointer }) => pointer)]).toEqual([1, ["/spec/wafPolicy"]]);
  });

  it("changes nothing without EVH, but must be there", () => {
    const { objects, said } = translate({ naming: "ako-2" }, ...secure, rule, l7Rule);
    expect(objects).toEqual(translate({ naming: "ako-2" }, ...secure).objects);
    expect(said("LB1312")).toHaveLength(1);
    expect(translate({ naming: "ako-2" }, ...secure, rule).verdict("HostRule", "h")).toEqual([
      "Rejected",
      'l7rule.ako.vmware.com "l7" not found',
    ]);
  });
});
