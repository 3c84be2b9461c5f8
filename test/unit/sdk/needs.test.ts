import { X509Certificate } from "node:crypto";
import { generate } from "selfsigned";
import { beforeAll, describe, expect, it, test } from "vitest";
import { sourceCounts } from "../../../sdk/components/source-counts";
import { readSpecs } from "../../../sdk/frontends";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { endpoints, ingressV1, node, openShiftRoute, secret, service } from "../../support/manifests";

const specsOf = (objects: readonly unknown[]) => readSpecs(objects.map((value) => ({ value })));
const rule = (path: string) => ({ host: "shop.example.com", path, service: "web" });
const objects = [
  service("web", [80], "LoadBalancer"),
  endpoints("web", ["10.1.0.5", "10.1.0.6"], 8080),
  node("n1", "10.0.0.1", "10.244.1.0/24"),
  ingressV1("shop", [rule("/"), rule("/cart")]),
];

describe("what a plan needs of Avi", () => {
  const settings = { clusterName: "c1", networkName: "vip", subnetIP: "10.9.0.0", subnetPrefix: "24" };
  const needs = translateToAvi(specsOf(objects), { settings }).facts.needs ?? {};

  it("counts what system limits are for", () => {
    expect(needs.counts).toEqual({ virtualservice: 2, server: 6 });
    expect(needs.largest).toMatchObject({
      servers_per_pool: { count: 2 },
      pools_per_poolgroup: { count: 2, of: expect.stringContaining("Shared-L7") },
      routes_per_vrfcontext: { count: 1, of: "global" },
    });
  });

  it("names what others must have made, and the spec that needs it, and nothing of its own", () => {
    expect(needs.references).toMatchObject({
      "healthmonitor/System-TCP": "Service/default/web",
      "network/vip": "Ingress/default/shop",
      "vrfcontext/global": expect.any(String),
      "cloud/Default-Cloud": expect.any(String),
      "tenant/admin": expect.any(String),
    });
    expect(Object.keys(needs.references ?? {}).filter((name) => /^(pool|poolgroup|vsvip|virtualservice)\//.test(name))).toEqual([]);
    expect(needs.addresses).toEqual({ "network/vip": 2 });
    expect(translateToAvi(specsOf(objects), { settings: { clusterName: "c1" } }).facts.needs?.addresses).toEqual({ "network/*": 2 });
  });
});

describe("what a plan needs of Octavia", () => {
  const settings = {
    ...{ naming: "occm", subnet_id: "sub", floating_network_id: "ext", flavor_id: "fla", lb_provider: "amphora", availability_zone: "az" },
    ...{ create_monitor: true, member_subnet_id: "mem", default_tls_container_ref: "https://barbican/v1/containers/c" },
  };
  const withPort = [service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer"), ...objects.slice(1)];
  const needs = translateToOctavia(specsOf(withPort), { settings }).facts.needs ?? {};

  it("counts what quotas are for", () => {
    expect(needs.counts).toEqual({ load_balancer: 2, listener: 2, pool: 2, member: 2, health_monitor: 2, l7policy: 2, l7rule: 3 });
    expect(needs.largest?.rules_per_policy?.count).toBe(2);
    expect(needs.addresses).toEqual({ "network/ext": 2, "subnet/sub": 2 });
  });

  it("names the floating IP that a Service asks for by number, which takes no free one", () => {
    const [web, ...others] = withPort as [{ spec?: object }, ...object[]];
    const asking = { ...web, spec: { ...web.spec, loadBalancerIP: "203.0.113.77" } };
    const found = translateToOctavia(specsOf([asking, ...others]), { settings }).facts.needs;
    expect(found?.references).toMatchObject({ "floatingip/203.0.113.77": "Service default/web" });
    expect(found?.addresses).toMatchObject({ "network/ext": 1 });
  });

  it("names what others must have made", () => {
    expect(needs.references).toMatchObject({
      "subnet/sub": "Ingress default/shop",
      "subnet/mem": "Ingress default/shop",
      "network/ext": "Ingress default/shop",
      "flavor/fla": "Ingress default/shop",
      "provider/amphora": "Ingress default/shop",
      "availability_zone/az": "Ingress default/shop",
      "container/https://barbican/v1/containers/c": "Service default/web",
    });
  });
});

describe("certificates", () => {
  let [leaf, authority, other] = ["", "", ""];
  beforeAll(async () => {
    const name = (value: string) => [{ name: "commonName", value }];
    const root = await generate(name("root"), { keySize: 2048, extensions: [{ name: "basicConstraints", cA: true }] });
    const ends = { notAfterDate: new Date("2030-02-03T04:05:06Z") };
    [authority, leaf] = [
      root.cert,
      (await generate(name("shop.example.com"), { keySize: 2048, ca: { key: root.private, cert: root.cert }, ...ends })).cert,
    ];
    other = (await generate(name("other"), { keySize: 2048 })).cert;
  });
  const facts = (certificate: string) => {
    const tls = { tls: ["shop.example.com"], secretName: "tls" };
    const plan = translateToAvi(specsOf([...objects, ingressV1("secure", [rule("/s")], tls), secret("tls", certificate, "KEY")]));
    return plan.facts.certificates?.["Secret default/tls"];
  };

  test("tell when the first of the chain ends, for which hosts, and no key", () => {
    expect(new X509Certificate(leaf).validTo).toContain("2030");
    expect(Date.parse(facts(leaf)?.ends ?? "")).toBe(Date.parse(new X509Certificate(leaf).validTo));
    expect(facts(leaf)?.hosts).toEqual(["shop.example.com"]);
    const both = facts(`${leaf}\n${authority}`);
    expect(Date.parse(both?.ends ?? "")).toBe(Math.min(...[leaf, authority].map((one) => Date.parse(new X509Certificate(one).validTo))));
    expect(both?.fault).toBeUndefined();
    expect(JSON.stringify(both)).not.toMatch(/KEY|BEGIN/);
  });

  test("name a chain that is out of order, or of others", () => {
    expect(facts(`${leaf}\n${other}`)?.fault).toBe("certificate 1 of its chain was not issued by other, which follows it");
    expect(facts(`${leaf}\n${other}\n${authority}`)?.fault).toContain(
      "is followed by other instead of its issuer, which is elsewhere in the chain",
    );
  });

  test("what cannot be read, and a Route's own, are told apart", () => {
    expect(facts("CERT")).toBeUndefined();
    const route = openShiftRoute("shop", {
      host: "shop.example.com",
      to: { kind: "Service", name: "web" },
      tls: { termination: "edge", certificate: leaf, key: "KEY", caCertificate: other },
    });
    const { certificates = {} } = translateToAvi(specsOf([...objects, route])).facts;
    expect(certificates["Route default/shop"]?.fault).toContain("was not issued by other");
  });
});

describe("sources", () => {
  const from = (file: string, value: unknown) => ({ value, source: { file } });
  const count = (files: readonly string[]) => sourceCounts(readSpecs(files.map((file, i) => from(file, service(`s${i}`, [80])))));

  test("are counted by file and kind, cluster or program", () => {
    const specs = readSpecs([
      from("a.yaml", objects[0]),
      from("a.yaml", objects[2]),
      from("cluster prod", objects[3]),
      { value: objects[1] },
    ]);
    expect(sourceCounts(specs)).toEqual({
      "a.yaml": { Service: 1, Node: 1 },
      "cluster prod": { Ingress: 1 },
      "the program": { Endpoints: 1 },
    });
  });

  test("many files are counted by folder, and many folders as one", () => {
    const files = Array.from({ length: 30 }, (_, i) => `m/${i % 2}/${i}.yaml`);
    expect(count(files)).toEqual({ "m/0/": { Service: 15 }, "m/1/": { Service: 15 } });
    expect(count(Array.from({ length: 30 }, (_, i) => `m/${i}/x.yaml`))).toEqual({ "the files": { Service: 30 } });
  });
});
