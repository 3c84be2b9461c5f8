import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, describe, expect, it, vi } from "vitest";
import { readSpecs, translateToAvi } from "../../../../sdk";
import { readInputs } from "../../../../sdk/cli/inputs";
import { reportTo } from "../../../../sdk/components/component";
import { findingsIn } from "../../../../sdk/plan";
import { translateToOctavia } from "../../../../sdk/targets/octavia";
import { k8sLbCall } from "../../../support/cli-call";
import { endpoints, ingress, service } from "../../../support/manifests";

// `validate -n typo` looked at nothing and ended with 0; an Endpoints port of another name, a Service in another namespace, a slip in an
// annotation went unheard.

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-green-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (...objects: object[]) => {
  const path = join(folder, `${Math.random()}.yaml`);
  writeFileSync(path, objects.map((object) => JSON.stringify(object)).join("\n---\n"));
  return path;
};
const web = service("web", [80], "ClusterIP", "shop");
const front = (namespace: string, annotations = {}) => {
  const one = ingress({ name: "front", namespace, rules: [{ host: "a.com", path: "/", service: "web" }] });
  return { ...one, metadata: { ...one.metadata, annotations } };
};
const raw = (objects: object[]) => objects.map((value) => ({ value }));
const foundBy = (objects: object[]) => {
  const { diagnostics, statuses } = translateToAvi(readSpecs(raw(objects)), { settings: { clusterName: "c1" } });
  return [...diagnostics, ...statuses.flatMap((status) => status.diagnostics)];
};

describe("a choice that leaves nothing", () => {
  const reasons = async (options: object) => {
    const { diagnostics } = await readInputs(options, "routing", "");
    return diagnostics.map(({ code, message }) => `${code} ${message}`);
  };

  it("is a fault, with what is meant", async () => {
    const path = file(web);
    expect(await reasons({ file: [path], namespace: ["shopp"] })).toEqual([
      `LB1008 no object in ${path} is in the namespace shopp: is shop meant?`,
    ]);
    expect(await reasons({ file: [path], namespace: ["shop", "other"] })).toEqual([
      `LB1008 no object in ${path} is in the namespace other: there are shop`,
    ]);
    expect(await reasons({ file: [path], selector: "app=none" })).toEqual([`LB1008 -l app=none selects none of the 1 objects in ${path}`]);
    expect(await reasons({ file: [path], namespace: ["shop"] })).toEqual([]);
    expect(await reasons({ file: [path], namespace: ["other"], mayBeEmpty: true })).toEqual([]);
  });

  it("ends the command with 2", async () => {
    const { code, stdout } = await k8sLbCall(["validate", "-n", "typo", "-f", file(web)]);
    expect(stdout).toContain("is in the namespace typo");
    expect(code).toBe(2);
  });
});

describe("a reference that leads nowhere", () => {
  it("names the Service of that name in another namespace", () => {
    expect(foundBy([web, endpoints("web", ["10.0.0.1"], 80, "shop"), front("default")])).toContainEqual(
      expect.objectContaining({
        code: "LB1101",
        message: "Service default/web is not among the specs",
        remedy: expect.stringContaining("A Service of that name is in shop, which a backend in default cannot name: add one to default."),
      }),
    );
  });

  it("says that the Service is faulty, and shows its fault first", async () => {
    const faulty = { ...web, spec: { ports: [{ port: "80" }] } };
    expect(foundBy([faulty, front("shop")])).toContainEqual(
      expect.objectContaining({ code: "LB1101", remedy: expect.stringContaining("Correct the Service: it has faults of its own") }),
    );
    const { stdout } = await k8sLbCall(["validate", "-o", "json", "-f", file(front("shop"), faulty)]);
    const codes = JSON.parse(stdout).diagnostics.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(["LB1003", "LB1101"]);
  });
});

it("Endpoints whose ports have other names than those of the Service are told", () => {
  const named = { ...web, spec: { ...web.spec, ports: [{ name: "http", port: 80 }] } };
  const subset = (port: string, ip: string) => ({ addresses: [{ ip }], ports: [{ name: port, port: 8080 }] });
  const served = (...ports: string[]) => ({
    ...endpoints("web", [], 80, "shop"),
    subsets: ports.map((port, i) => subset(port, `10.0.0.${i + 1}`)),
  });
  expect(foundBy([named, served("htp", "metrics"), front("shop")])).toContainEqual(
    expect.objectContaining({
      code: "LB1119",
      severity: "warning",
      message: 'the Endpoints of shop/web have no port "http" for port 80 of the Service, only "htp", "metrics"; it has no servers',
    }),
  );
  expect(foundBy([named, served("http", "metrics"), front("shop")]).map(({ code }) => code)).not.toContain("LB1119");
});

describe("a slip in an annotation is a warning that names what is meant", () => {
  it("of AKO", () => {
    const annotations = { "ako.vmware.com/load-balancer-ipp": "10.0.0.1", "ako.vmware.com/nothing-like-it": "x" };
    const found = foundBy([web, endpoints("web", ["10.0.0.1"], 80, "shop"), front("shop", annotations)]);
    expect(found.filter(({ code }) => code === "LB1310").map(({ message, remedy }) => `${message}. ${remedy}`)).toEqual([
      "unknown AKO annotation ako.vmware.com/load-balancer-ipp; it is ignored. Did you mean ako.vmware.com/load-balancer-ip?",
      "unknown AKO annotation ako.vmware.com/nothing-like-it; it is ignored. Remove the annotation.",
    ]);
  });

  it("of the OpenStack cloud provider", () => {
    const annotations = { "loadbalancer.openstack.org/proxy-protcol": "true", "example.com/other": "x" };
    const balanced = { ...web, metadata: { ...web.metadata, annotations }, spec: { ...web.spec, type: "LoadBalancer" } };
    const { diagnostics, statuses } = translateToOctavia(readSpecs(raw([balanced])), { settings: { naming: "occm", subnet_id: "s" } });
    const found = [...diagnostics, ...statuses.flatMap((status) => status.diagnostics)].filter(({ code }) => code === "LB1007");
    expect(found.map(({ severity, remedy }) => `${severity}: ${remedy}`)).toEqual([
      "warning: Did you mean loadbalancer.openstack.org/proxy-protocol?",
      "notice: undefined",
    ]);
  });
});

it("two documents of one object are named by their lines", () => {
  const other = { ...web, spec: { ...web.spec, ports: [{ port: 81 }] } };
  const path = join(folder, "twice.yaml");
  writeFileSync(path, `# one\n${JSON.stringify(web)}\n---\n\n\n${JSON.stringify({ apiVersion: "v1", kind: "List", items: [other] })}\n`);
  return readInputs({ file: [path] }, "routing", "").then(({ objects }) => {
    const { diagnostics } = readSpecs(objects);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      `LB1004 Service shop/web is defined twice, differently: ${path}:2 and ${path}:6`,
    ]);
  });
});

describe("Ingresses of other classes", () => {
  const classed = (name: string, ingressClassName: string) => {
    const one = ingress({ name, namespace: "shop", rules: [{ host: `${name}.com`, path: "/", service: "web" }] });
    return { ...one, spec: { ...one.spec, ingressClassName } };
  };
  const nginx = {
    apiVersion: "networking.k8s.io/v1",
    kind: "IngressClass",
    metadata: { name: "nginx" },
    spec: { controller: "k8s.io/ingress-nginx" },
  };
  const others = ["a", "b", "c", "d"].map((name) => classed(name, "nginx"));
  const message = "4 Ingresses of other classes are ignored: shop/a, shop/b, shop/c and 1 more";

  it("are one notice, and one line of `k8s-lb diff`", async () => {
    const objects = [web, nginx, ...others];
    expect(foundBy(objects).filter(({ code }) => code === "LB1212")).toMatchObject([{ severity: "notice", message }]);
    expect(foundBy([web, nginx, front("shop")]).map(({ code }) => code)).not.toContain("LB1212");
    const { stderr } = await k8sLbCall(["diff", "--to", "avi", "--cluster", "c1", "-f", file(...objects), "--against", file(...objects)]);
    expect(stderr).toBe(`note: ${message}\n`);
  });

  it("are a row each in the table of `k8s-lb validate`, with the class and what to write", async () => {
    const unknown = classed("e", "gone");
    const { stdout } = await k8sLbCall(["validate", "--to", "avi", "-f", file(web, nginx, front("shop"), ...others, unknown)]);
    const rows = stdout.split("\n").filter((line) => line.startsWith("skipped"));
    expect(rows.map((row) => row.replaceAll(/ {2,}\S*:\d+/g, "").split(/ {2,}/))).toEqual([
      ...["a", "b", "c", "d"].map((name) => [
        "skipped",
        "LB1212",
        `Ingress shop/${name} /spec/ingressClassName`,
        "its class is nginx of the controller k8s.io/ingress-nginx; to serve it, name a class of this target's controller",
      ]),
      [
        "skipped",
        "LB1212",
        "Ingress shop/e /spec/ingressClassName",
        "its class is gone; to serve it, set ingressClass to gone, or name another class",
      ],
    ]);
  });

  it("are told to name a class where no IngressClass of the specs is the default", async () => {
    const classless = ingress({ name: "f", namespace: "shop", rules: [{ host: "f.com", path: "/", service: "web" }] });
    const settings = join(folder, "ako-2.json");
    writeFileSync(settings, JSON.stringify({ clusterName: "c", naming: "ako-2" }));
    const { stdout } = await k8sLbCall(["validate", "--to", "avi", "--settings", settings, "-f", file(web, classless)]);
    expect(stdout).toContain("it names no IngressClass, and no IngressClass of the specs is the default; to serve it, name a class");
  });

  it("are one line of the preview", () => {
    const info = vi.spyOn(pulumi.log, "info").mockResolvedValue();
    const plan = translateToAvi(readSpecs(raw([web, nginx, ...others])), { settings: { clusterName: "c1" } });
    reportTo({} as pulumi.Resource, plan);
    expect(info.mock.calls.map(([text]) => text)).toEqual([`LB1212 ${message}`]);
    expect(findingsIn(plan)).toEqual([]);
    vi.restoreAllMocks();
  });
});

describe("Services and Gateways of other classes", () => {
  const service = {
    ...web,
    metadata: { ...web.metadata, name: "lb" },
    spec: { ...web.spec, type: "LoadBalancer", loadBalancerClass: "metal/lb" },
  };
  const gateway = (name: string, gatewayClassName: string) => ({
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "Gateway",
    metadata: { name, namespace: "shop" },
    spec: { gatewayClassName, listeners: [{ name: "http", port: 80, protocol: "HTTP" }] },
  });
  const envoy = {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "GatewayClass",
    metadata: { name: "envoy" },
    spec: { controllerName: "gateway.envoyproxy.io/gatewayclass-controller" },
  };

  it.each([
    ["avi", "leave out spec.loadBalancerClass, or write ako.vmware.com/avi-lb"],
    ["octavia", "leave out spec.loadBalancerClass"],
  ])("are rows of `k8s-lb validate --to %s`, which had 0 errors and no word", async (to, way) => {
    const { stdout } = await k8sLbCall([
      "validate",
      "--to",
      to,
      "-f",
      file(service, envoy, gateway("edge", "envoy"), gateway("lost", "gone")),
    ]);
    const rows = stdout.split("\n").filter((line) => line.startsWith("skipped"));
    expect(rows.map((row) => row.replaceAll(/ {2,}\S*:\d+/g, "").split(/ {2,}/))).toEqual([
      [
        "skipped",
        "LB1707",
        "Gateway shop/edge /spec/gatewayClassName",
        "its class is envoy of the controller gateway.envoyproxy.io/gatewayclass-controller; to serve it and its Routes, name a GatewayClass of this target's controller",
      ],
      [
        "skipped",
        "LB1707",
        "Gateway shop/lost /spec/gatewayClassName",
        "its class is gone; to serve it and its Routes, add this GatewayClass to the specs, or name another",
      ],
      ["skipped", "Service shop/lb /spec/loadBalancerClass", `its class is metal/lb; to serve it, ${way}`],
    ]);
  });
});
