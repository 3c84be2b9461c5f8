import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../../provider/lifecycle/bodies/json";
import { diff } from "../../../../../provider/octavia/load-balancer/diff";
import { createPlan } from "../../../../../provider/octavia/plan/create-plan";
import { plan } from "../../../../../provider/octavia/plan/plan";
import { normalTree } from "../../../../../provider/octavia/tree/normal";
import { preservedCertificateNames, withPreservedCertificates } from "../../../../../provider/octavia/tree/preserved-certificates";

type Refs = { default_tls_container_ref?: string | { name: string }; sni_container_refs?: (string | { name: string })[] };

const pool = { name: "web", protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", members: [{ address: "10.0.0.1", protocol_port: 80 }] };
const policy = {
  name: "a.com/",
  position: 1,
  action: "REDIRECT_TO_POOL",
  redirect_pool: { name: "web" },
  rules: [{ type: "HOST_NAME", compare_type: "EQUAL_TO", value: "a.com" }],
};
const listener = (port: number, refs: Refs = {}, more: JsonObject = {}): JsonObject => ({
  name: `l${port}`,
  protocol: "TERMINATED_HTTPS",
  protocol_port: port,
  l7policies: [policy],
  ...refs,
  ...more,
});
const body = (...listeners: JsonObject[]): JsonObject => ({ name: "lb", vip_subnet_id: "s", listeners, pools: [pool] });
const tree = (...listeners: JsonObject[]) => normalTree(body(...listeners));

const KEEP = new Set(["TCP:443"]);
const HELD: Refs = { default_tls_container_ref: "http://b/a", sni_container_refs: ["http://b/b"] };

describe("the plan of a listener that keeps its certificates", () => {
  const steps = (desired: JsonObject, ...live: JsonObject[]) => {
    const held = tree(...live);
    return plan({ desired: withPreservedCertificates(tree(desired), held, KEEP), live: held });
  };

  test("has no step for them, whatever is known", () => {
    expect(steps(listener(443), listener(443, HELD))).toEqual([]);
    expect(steps(listener(443, { default_tls_container_ref: "http://b/c" }), listener(443, HELD))).toEqual([]);
    expect(
      withPreservedCertificates(tree(listener(443)), tree(listener(443, HELD)), new Set(["TCP:8443"])).listeners[0],
    ).not.toHaveProperty("default_tls_container_ref");
  });

  test("writes everything else of it", () => {
    expect(steps(listener(443, {}, { connection_limit: 10 }), listener(443, HELD)).map(({ method, body }) => [method, body])).toEqual([
      ["PUT", { listener: { connection_limit: 10 } }],
    ]);
  });

  test("creates it with those that are known, and without any neither it nor its policies", () => {
    const known = steps(listener(443, { default_tls_container_ref: "http://b/c" }));
    expect(known.map(({ method, path }) => `${method} ${path}`)).toContain("POST /listeners");
    expect(steps(listener(443))).toEqual([]);
    // the port had another protocol: that listener goes
    const other = { ...listener(443, {}, { protocol: "TCP" }), l7policies: [] };
    expect(steps(listener(443), other).map(({ method, path }) => `${method} ${path}`)).toEqual([
      "DELETE /listeners/{listeners%2FTCP%3A443}",
    ]);
  });

  test("leaves it out of a populated create", () => {
    const desired = withPreservedCertificates(tree(listener(443), listener(8443, HELD)), undefined, KEEP);
    const [{ body: made }] = createPlan(desired);
    expect(made?.loadbalancer).toMatchObject({ listeners: [{ protocol_port: 8443 }], pools: [{ name: "web" }] });
  });
});

describe("the comparison with the state", () => {
  const secret = (name: string) => ({ name, certificate: "C", key: "K" });
  const state = (refs: Refs, names: string[]) => ({
    owner: "o",
    loadBalancer: body(listener(443, refs), listener(8443, { default_tls_container_ref: { name: "z" } })),
    secrets: [...names, "z"].map(secret),
  });
  const both: Refs = { default_tls_container_ref: { name: "a" }, sni_container_refs: [{ name: "b" }] };
  const changes = (olds: object, news: object) => diff("id", olds as never, { ...news, keep: ["listeners/TCP:443"] } as never).changes;

  test("sees neither certificates that are kept nor their secrets", () => {
    expect(changes(state(both, ["a", "b"]), state({}, []))).toEqual([]);
    expect(changes(state(both, ["a", "b"]), state({ default_tls_container_ref: { name: "b" } }, ["b"]))).toEqual([]);
    expect(changes(state(both, ["a", "b"]), { ...state({}, []), secrets: [] })).toEqual(["secrets"]);
  });

  test("sees a listener that can be created, and no other", () => {
    const without = { ...state({}, []), loadBalancer: body(listener(8443, { default_tls_container_ref: { name: "z" } })) };
    expect(changes(without, state({}, []))).toEqual([]);
    expect(changes(without, state({ default_tls_container_ref: { name: "b" } }, []))).toEqual(["loadBalancer.listeners[TCP:443]"]);
  });

  test("knows the names that a kept listener serves", () => {
    expect([
      ...preservedCertificateNames(tree(listener(443, both), listener(8443, { default_tls_container_ref: { name: "z" } })), KEEP),
    ]).toEqual(["a", "b"]);
  });
});
