// Objects of AKO 2.2.1 differed from those that we would make, so that an adoption wrote: the PKI profile of an EVH Route with re-encrypt
// has the hash of a hash, and a node with an endpoint that is not ready is a server.
import { createHash } from "node:crypto";
import { expect, it, test } from "vitest";
import { aviShape } from "../../../../provider/avi/compare";
import { compare } from "../../../../provider/lifecycle/bodies/compare";
import { readSpecs } from "../../../../sdk/frontends";
import { aviObjects } from "../../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { endpoints, node, openShiftRoute, served, service } from "../../../support/manifests";
import { pools } from "../../../support/planned";

const planOf = (objects: unknown[], settings: Record<string, unknown>, takeOver = false) =>
  translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { clusterName: "my-cluster", ...settings }, takeOver });
const hash = (plain: string) => `my-cluster--${createHash("sha1").update(plain).digest("hex")}`;

test.each(["CA 1", "CA 2"])("the PKI profile of a Route that encrypts again, with %s", (destinationCACertificate) => {
  const tls = { termination: "reencrypt", certificate: "CERT", key: "KEY", destinationCACertificate };
  const route = openShiftRoute("web", { host: "a.com", path: "/", to: { kind: "Service", name: "web" }, tls });
  const { objects } = aviObjects(planOf([...served("web", 1), route], { naming: "ako-2-evh" }));
  const pool = hash("my-cluster--default-a.com_-web-web");
  expect(objects.pool?.map(({ name }) => name)).toEqual([pool]);
  expect(objects.pkiprofile).toMatchObject([{ name: hash(`${pool}-pkiprofile`), ca_certs: [{ certificate: destinationCACertificate }] }]);
  expect(objects.pool).toMatchObject([{ pki_profile_ref: `/api/pkiprofile?name=${hash(`${pool}-pkiprofile`)}` }]);
  // without EVH nothing is hashed
  const plain = aviObjects(planOf([...served("web", 1), route], { naming: "ako-2" })).objects.pkiprofile;
  expect(plain?.map(({ name }) => name)).toEqual(["my-cluster--default-a.com_-web-web-pkiprofile"]);
});

it("keeps the nodes of AKO with local traffic in the run that takes over, and has the ready ones afterwards", () => {
  const web = service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
  const local = { ...web, spec: { ...web.spec, externalTrafficPolicy: "Local" } };
  const at = (nodeName: string, ready: boolean) => ({ addresses: [ready ? "10.1.0.1" : "10.1.0.2"], nodeName, conditions: { ready } });
  const slice = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: "web-1", namespace: "default", labels: { "kubernetes.io/service-name": "web" } },
    addressType: "IPv4",
    ports: [{ port: 8080, protocol: "TCP" }],
    endpoints: [at("a", true), at("b", false)],
  };
  const given = [local, slice, node("a", "10.0.0.1"), node("b", "10.0.0.2"), node("c", "10.0.0.3")];
  const servers = (takeOver: boolean) =>
    pools(planOf(given, { naming: "ako-2", serviceType: "NodePort" }, takeOver)).map(({ inputs }) => inputs.pool.servers);
  const of = (...addresses: string[]) => [addresses.map((addr) => ({ ip: { addr }, port: 30080 }))];
  expect(servers(true)).toMatchObject(of("10.0.0.1", "10.0.0.2"));
  expect(servers(false)).toMatchObject(of("10.0.0.1"));
});

type Rules = { l4_connection_policy: { rules: { index: number; match: object; action: object }[] } };

test("rules of Services that share a VIP are a set", () => {
  const sharing = (name: string, port: number) => {
    const balanced = service(name, [port], "LoadBalancer");
    return { ...balanced, metadata: { ...balanced.metadata, annotations: { "ako.vmware.com/enable-shared-vip": "key" } } };
  };
  const given = [sharing("a", 80), sharing("b", 81), endpoints("a", ["10.0.0.1"], 80), endpoints("b", ["10.0.0.2"], 80)];
  const [made] = aviObjects(planOf(given, { naming: "ako-2" })).objects.l4policyset ?? [];
  const ours = made as unknown as Rules;
  const withRules = (rules: Rules["l4_connection_policy"]["rules"]) => ({ ...made, l4_connection_policy: { rules } }) as never;
  const changes = (rules: Rules["l4_connection_policy"]["rules"]) => compare(aviShape("l4policyset"), made as never, withRules(rules));
  const [first, second] = ours.l4_connection_policy.rules;
  if (!first || !second) throw new Error("two rules expected");
  expect(
    changes([
      { ...second, index: 0 },
      { ...first, index: 1 },
    ]),
  ).toEqual([]);
  // the pools of two ports changed places
  expect(
    changes([
      { ...first, action: second.action },
      { ...second, action: first.action },
    ]).length,
  ).toBeGreaterThan(0);
  expect(changes([first]).length).toBeGreaterThan(0);
});
