import { describe, expect, it } from "vitest";
import { avi, ingress, secret, service, translate } from "./ako-world";

const httpRule = (name: string, paths: object[], more: object = {}) => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HTTPRule",
  metadata: { name, namespace: "default", ...more },
  spec: { fqdn: "foo.avi.internal", paths },
});
const paths = ["/", "/app", "/app/new"];
const web = [avi(), service("web"), ingress("web", "foo.avi.internal", { paths })];
const ako2 = { naming: "ako-2" };

describe("an HTTPRule", () => {
  it("is about the pools of all paths that begin with its target, the longest target first", () => {
    const rule = httpRule("r", [
      { target: "/", loadBalancerPolicy: { algorithm: "LB_ALGORITHM_ROUND_ROBIN" } },
      { target: "/app", loadBalancerPolicy: { algorithm: "LB_ALGORITHM_LEAST_LOAD", hash: "x", hostHeader: "y" } },
    ]);
    const { objects } = translate(ako2, ...web, rule);
    const algorithms = ["LB_ALGORITHM_ROUND_ROBIN", "LB_ALGORITHM_LEAST_LOAD", "LB_ALGORITHM_LEAST_LOAD"];
    expect(objects.pool?.map(({ lb_algorithm }) => lb_algorithm)).toEqual(algorithms);
    expect(JSON.stringify(objects.pool)).not.toContain("lb_algorithm_hash");
  });

  it("in another namespace is about nothing, and says so", () => {
    const { objects, said } = translate(ako2, ...web, httpRule("r", [{ target: "/", enableHTTP2: true }], { namespace: "other" }));
    expect(objects).toEqual(translate(ako2, ...web).objects);
    expect(said("LB1312")).toHaveLength(1);
  });

  it("checks servers against an authority of its own, or a profile of the controller", () => {
    const rule = httpRule("r", [
      { target: "/app", tls: { type: "reencrypt", destinationCA: "PEM" } },
      { target: "/app/new", tls: { type: "reencrypt", sslProfile: "strong", pkiProfile: "pki" } },
    ]);
    const { objects } = translate(ako2, ...web, rule);
    expect(objects.pkiprofile).toMatchObject([{ ca_certs: [{ certificate: "PEM" }], crl_check: false }]);
    const [own, held] = [`/api/pkiprofile?name=${objects.pkiprofile?.[0]?.name}`, "/api/pkiprofile?name=pki"];
    expect(objects.pool).toMatchObject([
      {},
      { sni_enabled: true, ssl_profile_ref: "/api/sslprofile?name=System-Standard", pki_profile_ref: own },
      { sni_enabled: true, ssl_profile_ref: "/api/sslprofile?name=strong", pki_profile_ref: held },
    ]);
  });

  it("holds for EVH and for hosts apart as well", () => {
    const secure = [avi(), service("web"), secret("tls"), ingress("web", "foo.avi.internal", { tls: "tls" })];
    const rule = httpRule("r", [{ target: "/", applicationPersistence: "keep", enableHTTP2: true }]);
    for (const settings of [{ naming: "ako-2-evh" }, { ...ako2, shardVSSize: "DEDICATED" }]) {
      expect(translate(settings, ...secure, rule).objects.pool).toMatchObject([
        { application_persistence_profile_ref: "/api/applicationpersistenceprofile?name=keep", enable_http2: true },
      ]);
    }
  });

  it("is rejected for two ways to check servers, and for what the controller lacks", () => {
    const both = httpRule("both", [{ target: "/", tls: { type: "reencrypt", destinationCA: "PEM", pkiProfile: "pki" } }]);
    const gone = httpRule("gone", [{ target: "/", healthMonitors: ["hm"] }]);
    const { verdict } = translate({ ...ako2, controllerObjects: [] }, ...web, both, gone);
    const reason = "PKIProfile and DestinationCA fields are set in the HTTPRule. Only one of the field should be set.";
    expect(verdict("HTTPRule", "both")).toEqual(["Rejected", reason]);
    expect(verdict("HTTPRule", "gone")).toEqual(["Rejected", 'healthmonitor "hm" not found on controller']);
  });
});
