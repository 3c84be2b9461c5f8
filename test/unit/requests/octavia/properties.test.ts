import { expect, it } from "vitest";
import { propertiesOfListener, propertiesOfPool, tlsOfPool } from "../../../../requests/octavia/properties";
import type { ListenerBody, PoolBody } from "../../../../resources/octavia/types";

const listener = (more: Partial<ListenerBody>): ListenerBody => ({ name: "l", protocol: "TERMINATED_HTTPS", protocol_port: 443, ...more });
const pool = (more: Partial<PoolBody>): PoolBody => ({ name: "p", protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", ...more });

it("leaves out what Octavia does where nothing is said", () => {
  const usual = { timeout_client_data: 50_000, timeout_member_data: 50_000, timeout_member_connect: 5000, connection_limit: -1 };
  expect(propertiesOfListener(listener({ ...usual, tls_versions: ["TLSv1.3", "TLSv1.2"], client_authentication: "NONE" }))).toEqual({});
  expect(propertiesOfListener(listener({ alpn_protocols: ["h2", "http/1.1", "http/1.0"], insert_headers: { "X-A": "false" } }))).toEqual(
    {},
  );
  expect([propertiesOfPool(pool({})), tlsOfPool(pool({}))]).toEqual([{}, undefined]);
});

it("reads properties of a listener", () => {
  const authority = { client_ca_tls_container_ref: { name: "lb/authority-1" }, client_authentication: "OPTIONAL" as const };
  const given = { timeout_client_data: 1500, tls_versions: ["TLSv1", "TLSv1.1"], connection_limit: 9, insert_headers: { "X-A": "true" } };
  expect(propertiesOfListener(listener({ ...authority, ...given }))).toEqual({
    authority: "authority-1",
    timeouts: { client: 1.5 },
    tlsVersions: ["1.0", "1.1"],
    properties: { "connections at one time": "at most 9", "inserted request headers": "X-A" },
  });
});

it("reads properties of a pool", () => {
  const cookie = { type: "APP_COOKIE", cookie_name: "S" };
  const own = { protocol: "PROXYV2", lb_algorithm: "SOURCE_IP_PORT", session_persistence: cookie };
  expect(propertiesOfPool(pool(own))).toEqual({ affinity: "cookie S", proxyProtocol: "v2", balancing: "source IP port" });
  expect(propertiesOfPool(pool({ session_persistence: { type: "HTTP_COOKIE" } }))).toEqual({ affinity: "cookie SRV" });
  expect(propertiesOfPool(pool({ protocol: "PROXY", session_persistence: { type: "SOURCE_IP" } }))).toEqual({
    affinity: "source",
    proxyProtocol: "v1",
  });
  expect(tlsOfPool(pool({ tls_enabled: true }))).toEqual({ verify: false });
  expect(
    tlsOfPool(pool({ tls_enabled: true, ca_tls_container_ref: "https://b/v1/containers/ca", tls_container_ref: { name: "x/c" } })),
  ).toEqual({ verify: true, authority: "ca", certificate: "c" });
});
