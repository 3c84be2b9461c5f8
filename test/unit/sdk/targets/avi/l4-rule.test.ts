import { describe, expect, it } from "vitest";
import { service, translate } from "./ako-world";

const l4Rule = (spec: object) => ({
  apiVersion: "ako.vmware.com/v1alpha2",
  kind: "L4Rule",
  metadata: { name: "rule", namespace: "default" },
  spec,
});
const ako2 = { naming: "ako-2" };
const lb = (spec: object = {}, more: object = {}) =>
  service("lb", { type: "LoadBalancer", ...spec }, { "ako.vmware.com/l4rule": "rule", ...more });

describe("an L4Rule", () => {
  it("gives the virtual service its fields, and pools theirs with the defaults of AKO's definition", () => {
    const { objects, verdict, said } = translate(
      ako2,
      lb(),
      l4Rule({
        performanceLimits: { maxThroughput: 5 },
        securityPolicyRef: "sec",
        vsDatascriptRefs: ["ds"],
        analyticsPolicy: { fullClientLogs: { enabled: true } },
        backendProperties: [{ port: 80, protocol: "TCP", healthMonitorCrdRefs: ["x"] }],
      }),
    );
    expect(objects.virtualservice).toMatchObject([
      {
        analytics_policy: { full_client_logs: { enabled: true, duration: 30, throttle: 10 } },
        performance_limits: { max_throughput: 5 },
        security_policy_ref: "/api/securitypolicy?name=sec",
        vs_datascripts: [{ index: 0, vs_datascript_set_ref: "/api/vsdatascriptset?name=ds" }],
      },
    ]);
    expect(objects.pool).toMatchObject([{ enabled: true, lb_algorithm: "LB_ALGORITHM_LEAST_CONNECTIONS" }]);
    expect(verdict("L4Rule", "rule")).toEqual(["Accepted", ""]);
    expect(said("LB1006").map(({ pointer }) => pointer)).toEqual(["/spec/backendProperties/0/healthMonitorCrdRefs"]);
  });

  it("sends the header of a consistent hash with the hash of a header alone", () => {
    const headerOf = (hash: string) => {
      const hashing = { lbAlgorithm: "LB_ALGORITHM_CONSISTENT_HASH", lbAlgorithmHash: hash, lbAlgorithmConsistentHashHdr: "X-User" };
      const { objects } = translate(ako2, lb(), l4Rule({ backendProperties: [{ port: 80, protocol: "TCP", ...hashing }] }));
      return [objects.pool?.[0]?.lb_algorithm_hash, objects.pool?.[0]?.lb_algorithm_consistent_hash_hdr];
    };
    const [header, address] = ["LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_HEADER", "LB_ALGORITHM_CONSISTENT_HASH_SOURCE_IP_ADDRESS"];
    expect(headerOf(header)).toEqual([header, "X-User"]);
    expect(headerOf(address)).toEqual([address, undefined]);
  });

  it("stands behind the Service for the address, and before it for the profile", () => {
    const own = { "ako.vmware.com/load-balancer-ip": "10.0.0.1", "ako.vmware.com/application-profile": "mine" };
    const { objects } = translate(ako2, lb({}, own), l4Rule({ loadBalancerIP: "10.0.0.2" }));
    expect(objects.vsvip).toMatchObject([{ vip: [{ ip_address: { addr: "10.0.0.1" } }] }]);
    expect(objects.virtualservice).toMatchObject([{ application_profile_ref: "/api/applicationprofile?name=System-L4-Application" }]);
  });

  it("ends TLS on its one port, whose pool is that of the virtual service", () => {
    const rule = l4Rule({
      listenerProperties: [{ port: 80, protocol: "TCP", enableSsl: true }],
      applicationProfileRef: "System-SSL-Application",
      sslProfileRef: "strong",
      sslKeyAndCertificateRefs: ["cert"],
    });
    const { objects } = translate(ako2, lb(), rule);
    const [vs] = objects.virtualservice ?? [];
    expect(vs).toMatchObject({
      services: [{ port: 80, enable_ssl: true }],
      pool_ref: "/api/pool?name=my-cluster--default-lb-TCP-80",
      application_profile_ref: "/api/applicationprofile?name=System-SSL-Application",
      ssl_profile_ref: "/api/sslprofile?name=strong",
      ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate?name=cert"],
    });
    expect(Object.keys(vs ?? {})).not.toContain("remove_listening_port_on_vs_down");
    expect([objects.l4policyset, vs?.l4_policies]).toEqual([undefined, undefined]);
  });

  const listener = { port: 80, protocol: "TCP", enableSsl: true };
  const bad: [object, string][] = [
    [{ loadBalancerIP: "here" }, "loadBalancerIP here is not valid"],
    [
      { applicationProfileRef: "System-SSL-Application" },
      "SSL is not enabled in l4rule listener Spec but App Profile System-SSL-Application is of type SSL",
    ],
    [{ sslProfileRef: "x" }, "App Profile System-L4-Application is not of type SSL but SslProfileRef is set"],
    [{ sslKeyAndCertificateRefs: ["x"] }, "App Profile System-L4-Application is not of type SSL but SslKeyAndCertificateRefs are set"],
    [
      { applicationProfileRef: "System-HTTP" },
      'applicationprofile "System-HTTP" found on controller is invalid, must be of type: APPLICATION_PROFILE_TYPE_L4 or APPLICATION_PROFILE_TYPE_SSL',
    ],
    [
      { applicationProfileRef: "System-SSL-Application", listenerProperties: [listener], networkProfileRef: "fast" },
      'networkprofile "fast" found on controller is invalid, must be of type: PROTOCOL_TYPE_TCP_PROXY for L4 SSL support',
    ],
    [
      { backendProperties: [{ port: 80, protocol: "TCP", lbAlgorithm: "LB_ALGORITHM_CONSISTENT_HASH" }] },
      'lbAlgorithmHash must be specified when lbAlgorithm is "LB_ALGORITHM_CONSISTENT_HASH"',
    ],
    [
      { backendProperties: [{ port: 80, protocol: "TCP", lbAlgorithmHash: "x" }] },
      'lbAlgorithmHash must not be specified when lbAlgorithm is "LB_ALGORITHM_LEAST_CONNECTIONS"',
    ],
  ];
  it.each(bad)("is rejected for %o, and changes nothing", (spec, error) => {
    const controllerObjects = [{ type: "networkprofile", body: { name: "fast", profile: { type: "PROTOCOL_TYPE_TCP_FAST_PATH" } } }];
    const { verdict, objects, said } = translate({ ...ako2, controllerObjects }, lb(), l4Rule(spec));
    expect(verdict("L4Rule", "rule")).toEqual(["Rejected", error]);
    expect(objects).toEqual(translate({ ...ako2, controllerObjects }, service("lb", { type: "LoadBalancer" })).objects);
    expect(said("LB1308")).toHaveLength(1);
  });

  it("that does not fit the ports of a Service changes nothing", () => {
    const ports = [80, 81].map((port) => ({ port, name: `p${port}` }));
    const { objects, said } = translate(ako2, lb({ ports }), l4Rule({ listenerProperties: [{ ...listener, enableSsl: false }] }));
    expect(objects).toEqual(translate(ako2, service("lb", { type: "LoadBalancer", ports })).objects);
    expect(said("LB1308")).toHaveLength(1);
  });
});
