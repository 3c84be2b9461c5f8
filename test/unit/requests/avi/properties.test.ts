import { expect, it } from "vitest";
import { type AviBodies, lookupOf } from "../../../../requests/avi/bodies";
import { policiesOf, propertiesOfPools, tlsOfPool, tlsVersionsOf, withPolicies } from "../../../../requests/avi/properties";

const ref = (type: string, name: string) => `/api/${type}?name=${name}`;
const looking = (bodies: AviBodies = {}) => lookupOf(bodies, {});

it("leaves out what Avi does where nothing is said", () => {
  const vs = {
    ssl_profile_ref: ref("sslprofile", "System-Standard-PFS"),
    application_profile_ref: ref("applicationprofile", "System-HTTP"),
  };
  expect([tlsVersionsOf(looking(), vs), policiesOf(looking(), vs)]).toEqual([{}, []]);
  expect(propertiesOfPools([{ lb_algorithm: "LB_ALGORITHM_LEAST_CONNECTIONS" }, {}, undefined])).toEqual({});
  expect(tlsOfPool(looking(), { name: "p" })).toBeUndefined();
});

it("reads the versions of TLS of a profile that is among the bodies, else its name", () => {
  const sslprofile = [{ name: "own", accepted_versions: ["1_1", "1", "1_3"].map((one) => ({ type: `SSL_VERSION_TLS${one}` })) }];
  const vs = (name: string) => ({ ssl_profile_ref: ref("sslprofile", name) });
  expect(tlsVersionsOf(looking({ sslprofile }), vs("own"))).toEqual({ tlsVersions: ["1.0", "1.1", "1.3"] });
  expect(policiesOf(looking({ sslprofile }), vs("own"))).toEqual([]);
  expect(policiesOf(looking({ sslprofile }), vs("strict"))).toEqual(["SSL profile strict"]);
});

it("names policies and scripts that are no rules", () => {
  const vs = {
    waf_policy_ref: ref("wafpolicy", "w"),
    network_security_policy_ref: ref("networksecuritypolicy", "n"),
    application_profile_ref: ref("applicationprofile", "mtls"),
    http_policies: [
      { index: 11, http_policy_set_ref: ref("httppolicyset", "own") },
      { index: 16, http_policy_set_ref: ref("httppolicyset", "x") },
    ],
    vs_datascripts: [
      { index: 1, vs_datascript_set_ref: ref("vsdatascriptset", "audit") },
      { index: 0, vs_datascript_set_ref: ref("vsdatascriptset", "shard") },
    ],
  };
  const cx = looking({ httppolicyset: [{ name: "own" }], vsdatascriptset: [{ name: "shard", pool_group_refs: [ref("poolgroup", "g")] }] });
  const found = policiesOf(cx, vs);
  expect(found).toEqual(["WAF policy w", "network security policy n", "policy set x", "script audit", "application profile mtls"]);
  const rules = withPolicies([{ to: { forward: [] } }, { to: { status: 404 } }], found);
  expect(rules).toEqual([{ to: { forward: [], policies: found } }, { to: { status: 404 } }]);
});

it("reads balancing, affinity and TLS of pools", () => {
  const profile = (name: string) => ({ application_persistence_profile_ref: ref("applicationpersistenceprofile", name) });
  expect(propertiesOfPools([{ lb_algorithm: "LB_ALGORITHM_RANDOM", ...profile("System-Persistence-Client-IP") }])).toEqual({
    affinity: "source",
    balancing: "random",
  });
  const hashed = { lb_algorithm: "LB_ALGORITHM_CONSISTENT_HASH", lb_algorithm_hash: "LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_HEADER" };
  expect(propertiesOfPools([{ ...hashed, lb_algorithm_consistent_hash_hdr: "x-id" }, profile("mine")])).toEqual({
    affinity: "persistence profile mine",
    balancing: "consistent hash of custom header x-id",
  });
  const pool = { ssl_profile_ref: ref("sslprofile", "System-Standard"), pki_profile_ref: ref("pkiprofile", "p") };
  const contents = (certificate: string) => looking({ pkiprofile: [{ name: "p", ca_certs: [{ certificate }] }] });
  expect(tlsOfPool(looking(), { ...pool, host_check_enabled: true, domain_name: ["w.x"] })).toEqual({
    verify: true,
    name: "w.x",
    authority: "p",
  });
  const [one, other] = ["A", "B"].map((text) => tlsOfPool(contents(text), pool)?.authority);
  expect(one).toMatch(/^p [0-9a-f]{12}$/);
  expect(other).not.toBe(one);
});
