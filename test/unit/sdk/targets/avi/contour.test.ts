import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../../sdk/frontends";
import { aviObjects } from "../../../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../../../sdk/targets/avi/translate";
import { edge, give, root, route, secret, service, to } from "../../../../support/contour";

type ContourBody = { name: string; [field: string]: unknown };

const translate = (objects: unknown[], settings: Record<string, unknown> = {}) => {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings });
  const { objects: bodies } = aviObjects(plan);
  const of = (type: keyof typeof bodies) => (bodies[type] ?? []) as ContourBody[];
  const diagnostics = plan.statuses.flatMap((status) => status.diagnostics);
  return {
    names: (type: keyof typeof bodies) => of(type).map(({ name }) => name),
    one(type: keyof typeof bodies, name: string): ContourBody {
      const found = of(type).find((body) => body.name === name);
      if (!found) throw new Error(`no ${type} ${name} among ${of(type).map((body) => body.name)}`);
      return found;
    },
    said: (code: string) => diagnostics.filter((diagnostic) => diagnostic.code === code).map(({ message }) => message),
    statuses: plan.statuses.map(({ object, state }) => `${object.name} ${state}`),
    of,
  };
};

const TLS = { secretName: "cert" };
const home = [service("prod/home"), secret("prod/cert")];
interface PolicyRule {
  match: { host_hdr: { value: string[] }; path?: { match_str: string[] } };
  redirect_action?: { status_code: string };
  switching_action?: { action: string };
}
const rulesOf = (policy: ContourBody) =>
  (policy.http_request_policy as { rules: PolicyRule[] }).rules.map(({ match, redirect_action, switching_action }) => {
    const action = redirect_action?.status_code ?? switching_action?.action;
    return `${match.host_hdr.value.join(" ")} ${match.path?.match_str[0] ?? "*"} ${action}`;
  });

describe("an IngressRoute", () => {
  it("in clear text is a pool per Service, named like those of a Route, with its algorithm written", () => {
    const { names, one } = translate([...home, root("prod/web", { fqdn: "a.com", routes: [to("/", "home")] })]);
    expect(names("pool")).toEqual(["cluster--a.com_-prod-web-home"]);
    expect(one("pool", "cluster--a.com_-prod-web-home").lb_algorithm).toBe("LB_ALGORITHM_ROUND_ROBIN");
    expect(names("virtualservice")).toEqual(["cluster--Shared-L7-0"]);
  });

  it("names the port too where one Service is there twice", () => {
    const ports = [
      { name: "a", port: 80 },
      { name: "b", port: 81 },
    ];
    const twice = to("/", [
      { name: "home", port: 80 },
      { name: "home", port: 81 },
    ]);
    const { names } = translate([service("prod/home", {}, ports), root("prod/web", { fqdn: "a.com", routes: [twice] })]);
    expect(names("pool")).toEqual(["cluster--a.com_-prod-web-home-80", "cluster--a.com_-prod-web-home-81"]);
  });

  it("adds the weights of a Service that is there twice on one port", () => {
    const weighted = to("/", [
      { name: "home", weight: 10 },
      { name: "other", weight: 10 },
      { name: "home", weight: 30 },
    ]);
    const { of } = translate([...home, service("prod/other"), root("prod/web", { fqdn: "a.com", routes: [weighted] })]);
    expect(of("poolgroup")[0]?.members).toMatchObject([{ ratio: 40 }, { ratio: 10 }]);
  });

  it("with delegated routes is one child, longest path first whoever owns it", () => {
    const { one, names } = translate([
      ...home,
      service("finance/app"),
      root("prod/web", { fqdn: "a.com", tls: TLS, routes: [to("/", "home"), give("/finance", "finance/app")] }),
      edge("finance/app", [to("/finance", "app"), to("/finance/static", "app")]),
    ]);
    const policies = (one("virtualservice", "cluster--a.com").http_policies as { http_policy_set_ref: string }[]).map(
      ({ http_policy_set_ref }) => http_policy_set_ref.split("name=")[1],
    );
    expect(policies).toEqual([
      "cluster--finance-a.com_finance/static-app",
      "cluster--finance-a.com_finance-app",
      "cluster--prod-a.com_-web",
    ]);
    expect(names("virtualservice")).toEqual(["cluster--Shared-L7-0", "cluster--a.com"]);
  });

  it("keeps a host together on the shard and child of its root under namespace shards", () => {
    const { one, names } = translate(
      [
        ...home,
        service("finance/app"),
        root("prod/web", { fqdn: "a.com", tls: TLS, routes: [to("/", "home"), give("/finance", "finance/app")] }),
        edge("finance/app", [to("/finance", "app")]),
      ],
      { l7ShardingScheme: "namespace", shardVSSize: "LARGE" },
    );
    expect(names("virtualservice").filter((name) => !name.includes("Shared"))).toEqual(["cluster--web-prod-cert"]);
    expect(one("virtualservice", "cluster--web-prod-cert").http_policies).toHaveLength(2);
    expect(names("virtualservice")).toHaveLength(2);
  });

  it("redirects clear text with 301 as a whole", () => {
    const { one } = translate([...home, root("prod/web", { fqdn: "a.com", aliases: ["b.com"], tls: TLS, routes: [to("/x", "home")] })]);
    expect(rulesOf(one("httppolicyset", "cluster--Shared-L7-0"))).toEqual(["a.com b.com * HTTP_REDIRECT_STATUS_CODE_301"]);
  });

  it("serves permitted paths in clear text, and redirects what is longer and shorter", () => {
    const routes = [to("/", "home"), to("/open", "home", { permitInsecure: true }), to("/open/safe", "home"), to("/open/safe/too", "home")];
    const { one, of } = translate([...home, root("prod/web", { fqdn: "a.com", tls: TLS, routes })]);
    expect(rulesOf(one("httppolicyset", "cluster--Shared-L7-0"))).toEqual([
      "a.com /open/safe HTTP_REDIRECT_STATUS_CODE_301",
      "a.com /open HTTP_SWITCHING_SELECT_POOLGROUP",
      "a.com / HTTP_REDIRECT_STATUS_CODE_301",
    ]);
    expect((one("poolgroup", "cluster--Shared-L7-0").members as unknown[]).length).toBe(1);
    expect(of("pool")).toHaveLength(5);
  });

  it.each([
    ["1.1", ["TLS1_1", "TLS1_2", "TLS1_3"]],
    ["1.2", ["TLS1_2", "TLS1_3"]],
    ["1.3", ["TLS1_3"]],
  ])("accepts TLS from %s on", (minimumProtocolVersion, versions) => {
    const tls = { ...TLS, minimumProtocolVersion };
    const { one } = translate([...home, root("prod/web", { fqdn: "a.com", tls, routes: [to("/", "home")] })]);
    const accepted = versions.map((version) => ({ type: `SSL_VERSION_${version}` }));
    expect(one("sslprofile", "cluster--a.com-sslprofile").accepted_versions).toEqual(accepted);
    expect(one("virtualservice", "cluster--a.com").ssl_profile_ref).toBe("/api/sslprofile?name=cluster--a.com-sslprofile");
  });

  it.each([
    ["RoundRobin", { lb_algorithm: "LB_ALGORITHM_ROUND_ROBIN" }, 0],
    ["WeightedLeastRequest", { lb_algorithm: "LB_ALGORITHM_LEAST_CONNECTIONS" }, 1],
    ["Random", { lb_algorithm: "LB_ALGORITHM_RANDOM" }, 0],
    ["RingHash", { lb_algorithm: "LB_ALGORITHM_CONSISTENT_HASH", lb_algorithm_hash: "LB_ALGORITHM_CONSISTENT_HASH_SOURCE_IP_ADDRESS" }, 1],
    ["Maglev", { lb_algorithm: "LB_ALGORITHM_CONSISTENT_HASH" }, 1],
    [
      "Cookie",
      {
        lb_algorithm: "LB_ALGORITHM_ROUND_ROBIN",
        application_persistence_profile_ref: "/api/applicationpersistenceprofile?name=System-Persistence-Http-Cookie",
      },
      1,
    ],
  ])("balances by %s", (strategy, fields, remarks) => {
    const { of, said } = translate([...home, root("prod/web", { fqdn: "a.com", routes: [to("/", [{ name: "home", strategy }])] })]);
    expect(of("pool")[0]).toMatchObject(fields);
    expect(said("LB1302")).toHaveLength(remarks);
  });

  it("has a monitor where a Service has a health check; its timeout fits into the interval", () => {
    const healthCheck = { path: "/hz", host: "probe", intervalSeconds: 3, timeoutSeconds: 5, healthyThresholdCount: 4 };
    const { of, said } = translate([...home, root("prod/web", { fqdn: "a.com", routes: [to("/", [{ name: "home", healthCheck }])] })]);
    expect(of("healthmonitor")).toMatchObject([
      {
        name: "cluster--a.com_-prod-web-home-healthmonitor",
        type: "HEALTH_MONITOR_HTTP",
        send_interval: 3,
        receive_timeout: 3,
        failed_checks: 3,
        successful_checks: 4,
        http_monitor: {
          http_request: "GET /hz HTTP/1.1\r\nHost: probe",
          http_response_code: ["HTTP_2XX"],
          maintenance_code: [503],
        },
      },
    ]);
    expect(of("pool")[0]?.health_monitor_refs).toEqual(["/api/healthmonitor?name=cluster--a.com_-prod-web-home-healthmonitor"]);
    expect(said("LB1302").join()).toContain("is cut to its interval of 3 s");
  });

  it("has timeouts and retries on its pools", () => {
    const more = { timeoutPolicy: { request: "1m30s" }, retryPolicy: { count: 2, perTryTimeout: "150ms" } };
    const { of } = translate([...home, root("prod/web", { fqdn: "a.com", routes: [to("/", "home", more)] })]);
    expect(of("pool")[0]).toMatchObject({
      server_timeout: 90_000,
      server_reselect: { enabled: true, num_retries: 2, retry_timeout: 150, svr_resp_code: { resp_code_block: ["HTTP_RSP_5XX"] } },
    });
  });

  it("without a timeout has the longest that Avi knows, and says so", () => {
    const more = { timeoutPolicy: { request: "infinity" } };
    const { of, said } = translate([...home, root("prod/web", { fqdn: "a.com", routes: [to("/", "home", more)] })]);
    expect(of("pool")[0]?.server_timeout).toBe(21_600_000);
    expect(said("LB1302")).toEqual(["/: the timeout is cut to 21600 s, the longest that Avi knows"]);
  });

  it("rewrites by policy on TLS and by data script in clear text", () => {
    const routes = [to("/a/b", "home", { prefixRewrite: "/x", permitInsecure: true })];
    const { one } = translate([...home, root("prod/web", { fqdn: "a.com", tls: TLS, routes })]);
    const [rule] = (one("httppolicyset", "cluster--prod-a.com_a/b-web").http_request_policy as { rules: unknown[] }).rules;
    expect(rule).toMatchObject({
      rewrite_url_action: {
        path: {
          type: "URI_PARAM_TYPE_TOKENIZED",
          tokens: [
            { type: "URI_TOKEN_TYPE_STRING", str_value: "x" },
            { type: "URI_TOKEN_TYPE_PATH", start_index: 2, end_index: 65535 },
          ],
        },
      },
    });
    expect(JSON.stringify(one("vsdatascriptset", "cluster--Shared-L7-0"))).toContain(JSON.stringify('{"a.com/a/b", "/x"}').slice(1, -1));
  });

  it.each([
    ["tls", "18.2.2", { ssl_profile_ref: "/api/sslprofile?name=System-Standard" }],
    ["h2", "20.1.1", { ssl_profile_ref: "/api/sslprofile?name=System-Standard", enable_http2: true }],
    ["h2c", "22.1.1", { enable_http2: true }],
  ])("speaks %s to its servers", (protocol, controllerVersion, fields) => {
    const annotated = service("prod/home", { [`contour.heptio.com/upstream-protocol.${protocol}`]: "80" });
    const { of } = translate([annotated, root("prod/web", { fqdn: "a.com", routes: [to("/", "home")] })], { controllerVersion });
    expect(of("pool")[0]).toMatchObject(fields);
  });

  it("is not served where an old controller cannot speak HTTP/2 in clear text", () => {
    const annotated = service("prod/home", { "contour.heptio.com/upstream-protocol.h2c": "80" });
    const { of, said } = translate([annotated, root("prod/web", { fqdn: "a.com", routes: [to("/", "home")] })]);
    expect(of("pool")).toEqual([]);
    expect(said("LB1301").join()).toContain("needs controller version 20.1");
  });

  it("hands TLS through on a virtual service of its own", () => {
    const tcpproxy = { services: [{ name: "home", port: 80 }] };
    const { names } = translate([...home, root("prod/web", { fqdn: "a.com", tls: { passthrough: true }, tcpproxy })]);
    expect(names("virtualservice")).toEqual(["cluster--Shared-Passthrough-0"]);
    expect(names("pool")).toEqual(["cluster--a.com-home"]);
  });

  it("that ends TLS in front of TCP is refused", () => {
    const tcpproxy = { services: [{ name: "home", port: 80 }] };
    const { of, said } = translate([...home, root("prod/web", { fqdn: "a.com", tls: TLS, tcpproxy })]);
    expect(of("pool")).toEqual([]);
    expect(said("LB1301").join()).toContain("does not balance TCP behind TLS");
  });

  it("whose host differs from another only in case is not served: labels know no case", () => {
    const { names, said } = translate([
      ...home,
      root("prod/a", { fqdn: "A.com", routes: [to("/", "home")] }),
      root("prod/b", { fqdn: "a.com", routes: [to("/x", "home")] }),
    ]);
    expect(names("pool")).toHaveLength(1);
    expect(said("LB1301").join()).toContain("in another spelling");
  });

  it("outside of subDomains is refused", () => {
    const { names, said } = translate([...home, root("prod/web", { fqdn: "a.com", routes: [to("/", "home")] })], { subDomains: ["b.com"] });
    expect(names("pool")).toEqual([]);
    expect(said("LB1201")).toHaveLength(1);
  });
});

describe("a Contour Route", () => {
  it("is in clear text, with its algorithm and the check it inherits", () => {
    const spec = {
      host: "a.com",
      lbHealthCheck: { path: "/status" },
      routes: [{ pathPrefix: "/", upstreams: [{ serviceName: "home", servicePort: 80 }] }],
    };
    const { of, statuses } = translate([...home, route("prod/web", spec)]);
    expect(statuses).toEqual(["web Valid"]);
    expect(of("pool")[0]).toMatchObject({ name: "cluster--a.com_-prod-web-home", lb_algorithm: "LB_ALGORITHM_ROUND_ROBIN" });
    expect(of("healthmonitor")[0]).toMatchObject({ send_interval: 5, receive_timeout: 2, failed_checks: 3 });
  });
});

it("says which path of an Ingress no request reaches, because the order as written decides", () => {
  const paths = ["/", "/later"].map((path) => ({ path, backend: { serviceName: "home", servicePort: 80 } }));
  const ingress = {
    apiVersion: "networking.k8s.io/v1beta1",
    kind: "Ingress",
    metadata: { name: "web", namespace: "prod" },
    spec: { rules: [{ host: "a.com", http: { paths } }], tls: [{ hosts: ["a.com"], secretName: "cert" }] },
  };
  const { said } = translate([...home, ingress]);
  expect(said("LB1302")).toEqual(["a.com/later is never reached: / comes before it and takes its requests"]);
});
