import { describe, expect, it } from "vitest";
import { readMizarSpecs, readSpecs } from "../../../sdk/frontends";
import { homeOf } from "../../../sdk/plan/parts";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { translateToMizar } from "../../../sdk/targets/mizar/translate";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { endpoints, ingress, node, secret, service } from "../../support/manifests";
import { hostCertificates, l4Vs, staticRoutes } from "../../support/planned";

const specs = (objects: readonly object[]) => readSpecs(objects.map((value) => ({ value })));
const rules = (...hosts: string[]) => hosts.map((host) => ({ host, path: "/", service: "web", port: 80 }));
const web = [service("web", [{ name: "http", port: 80 }]), endpoints("web", ["10.0.0.1"], [{ name: "http", port: 8080 }])];

/** With 8 shards a.com is on 6, b.com on 5 and c.com on 0; the names are those of FNV-1a. */
const onAvi = (objects: readonly object[], settings: object) =>
  translateToAvi(specs([...web, ...objects]), { settings: { clusterName: "c", shardVSSize: "LARGE", ...settings } });

describe("parts", () => {
  it("keeps what it knows by a text in the same part in every release", () => {
    expect(["default/web", "kube_ingress_openstack", "vpc-1"].map((text) => homeOf(text, 8))).toEqual([1, 0, 1]);
  });

  it("leaves static routes to part 0", () => {
    const objects = [node("n", "10.1.0.1", "10.244.0.0/24")];
    const [first, second] = [onAvi(objects, { part: { index: 0, of: 2 } }), onAvi(objects, { part: { index: 1, of: 2 } })];
    expect(staticRoutes(first)?.inputs.routes).toHaveLength(1);
    expect(staticRoutes(second)).toBeUndefined();
  });

  it("leaves the certificate of the cluster to part 0, whoever uses it", () => {
    const plain = ingress({ name: "i", rules: rules("a.com", "b.com", "c.com") });
    const annotations = { "ako.vmware.com/enable-tls": "true" };
    const secure = { ...plain, metadata: { ...plain.metadata, annotations } };
    const ours = { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } };
    const controller = { controller: "ako.vmware.com/avi-lb" };
    const ingressClass = { apiVersion: "networking.k8s.io/v1", kind: "IngressClass", metadata: ours, spec: controller };
    const objects = [secure, ingressClass, secret("router-certs-default", "CERT", "KEY", "avi-system")];
    const plans = [0, 1, 2].map((index) => onAvi(objects, { naming: "ako-2-evh", part: { index, of: 3 } }));
    expect(plans.map((plan) => hostCertificates(plan).length)).toEqual([1, 0, 0]);
  });

  it("tells of each spec in the first part that has something of it, and names an Ingress of several", () => {
    const one = ingress({ name: "one", rules: rules("a.com", "b.com") });
    const plans = Array.from({ length: 8 }, (_, index) => onAvi([one], { part: { index, of: 8 } }));
    expect(plans.flatMap(({ statuses }, index) => statuses.map(({ object, state }) => [index, object.name, state]))).toHaveLength(1);
    expect(plans.flatMap(({ shown }, index) => shown.split.map(({ name }) => [index, name]))).toHaveLength(2);
  });

  it("judges conflicts on all specs: the younger of two names loses it, wherever the older is", () => {
    const [older, younger] = [
      { ...service("b-c", [{ name: "http", port: 80 }], "LoadBalancer", "a") },
      { ...service("c", [{ name: "http", port: 80 }], "LoadBalancer", "a-b") },
    ];
    const plans = Array.from({ length: 4 }, (_, index) => onAvi([older, younger], { part: { index, of: 4 } }));
    expect(plans.flatMap(l4Vs)).toHaveLength(1);
    expect(plans.flatMap(({ statuses }) => statuses.map(({ state }) => state)).sort()).toEqual(["partial", "rejected"]);
  });

  const SETTINGS = [
    { index: 2, of: 2 },
    { index: -1, of: 2 },
    { index: 0.5, of: 2 },
    { index: 0 },
    { of: 2 },
    { index: 0, of: 0 },
    "0/2",
    3,
    { index: 0, of: 2, parts: 2 },
  ];
  it.each(SETTINGS)("refuses %j on every target", (part) => {
    const all = [
      onAvi([], { part }),
      translateToOctavia(specs(web), { settings: { part } }),
      translateToMizar(readMizarSpecs([]), { settings: { part } }),
    ];
    for (const { diagnostics } of all) {
      const [found] = diagnostics.filter(({ pointer }) => pointer === "/part");
      expect([found?.code, found?.severity]).toEqual(["LB1305", "error"]);
    }
  });

  it("says of every part when there are more of them than shards", () => {
    const { diagnostics } = onAvi([], { shardVSSize: "MEDIUM", part: { index: 5, of: 8 } });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "LB1608 8 parts share 4 shards: part 4 and later ones have no hosts",
    ]);
  });
});
