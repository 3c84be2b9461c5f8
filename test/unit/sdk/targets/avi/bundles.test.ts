import { describe, expect, test } from "vitest";
import { readSpecs, translateToAvi } from "../../../../../sdk";
import { resourceKey } from "../../../../../sdk/plan";
import { specWords } from "../../../../../sdk/targets/avi/components/spec-words";
import { drawAvi } from "../../../../../sdk/targets/avi/drawing";
import { aviObjects } from "../../../../../sdk/targets/avi/objects";
import { endpoints, ingressV1, node, secret, service } from "../../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../../support/pem";

const CLASS = "avi-lb";
const ingress = (name: string, hosts: readonly string[], tls?: string[]) =>
  ingressV1(
    name,
    hosts.map((host) => ({ host, path: "/", service: "web" })),
    { className: CLASS, ...(tls ? { tls } : {}) },
  );

const OBJECTS = [
  { apiVersion: "networking.k8s.io/v1", kind: "IngressClass", metadata: { name: CLASS }, spec: { controller: "ako.vmware.com/avi-lb" } },
  node("n1", "10.0.0.1", "10.244.1.0/24"),
  secret("cert", CERTIFICATE, PRIVATE_KEY),
  service("web", [80]),
  endpoints("web", ["10.244.1.5"], 8080),
  service("lb", [{ name: "x", port: 9000 }], "LoadBalancer"),
  ingress("plain", ["a.avi.internal", "b.avi.internal"]),
  ingress("secure", ["s.avi.internal"], ["s.avi.internal"]),
];

const planned = (bundles?: string, objects: readonly unknown[] = OBJECTS) =>
  translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { naming: "ako-2", ...(bundles ? { bundles } : {}) } });
/** Facts, with the rules that are made when they are asked for. */
const factsOf = ({ facts }: ReturnType<typeof planned>) => ({ ...facts, rules: facts.rules?.() });
const kindsOf = (plan: ReturnType<typeof planned>) => [...new Set(plan.resources.map(({ kind }) => kind))];

describe("pools inside the resource that uses them", () => {
  test("every pool of one resource is in it, and nothing waits for a resource that is not there", () => {
    const plan = planned("on");
    expect(kindsOf(plan)).not.toContain("avi:Pool");
    expect(planned("off").resources.filter(({ kind }) => kind === "avi:Pool").length).toBeGreaterThanOrEqual(4);
    const keys = new Set(plan.resources.map(resourceKey));
    for (const { after } of plan.resources) for (const key of after) expect(keys).toContain(key);
    const child = plan.resources.find(({ kind }) => kind === "avi:SniVS");
    expect(child?.inputs.pools).toEqual([expect.objectContaining({ servers: [expect.objectContaining({ port: 8080 })] })]);
  });

  test("facts, objects and owners are the same, and the graph differs only in the resource that makes a pool", () => {
    const [off, on] = [planned("off"), planned("on")];
    expect(factsOf(on)).toEqual(factsOf(off));
    expect(on.endpoints).toEqual(off.endpoints);
    expect(aviObjects(on, { showSecrets: true })).toEqual(aviObjects(off, { showSecrets: true }));
    const graph = (plan: typeof on) =>
      JSON.parse(JSON.stringify(drawAvi(plan, {}).build(), (key, value) => (key === "resources" ? undefined : value)));
    expect(graph(on)).toEqual(graph(off));
    expect(JSON.stringify(drawAvi(on, {}).build())).not.toContain("avi:Pool");
  });

  test("a pool is known by the words of its own specs", () => {
    const [off, on] = [planned("off"), planned("on")];
    const words = off.resources.filter(({ kind }) => kind === "avi:Pool").map((pool) => [pool.name, specWords(off)(pool)] as const);
    const parts = Object.assign({}, ...on.resources.map((one) => Reflect.get(specWords(on)(one), "parts") ?? {}));
    for (const [name, word] of words) expect(parts[name]).toEqual([word].flat()[0]);
  });

  test("a pool whose Service is missing keeps its servers in the bundle too", () => {
    const plan = planned(
      "on",
      OBJECTS.filter((one) => (one as { metadata?: { name?: string } }).metadata?.name !== "web"),
    );
    const holders = plan.resources.filter(({ inputs }) => Array.isArray(inputs.pools));
    const kept = holders.flatMap(({ inputs }) => (inputs.keepServers ?? []) as string[]);
    expect(kept.length).toBeGreaterThan(0);
    const off = planned(
      "off",
      OBJECTS.filter((one) => (one as { metadata?: { name?: string } }).metadata?.name !== "web"),
    );
    expect(factsOf(plan)).toEqual(factsOf(off));
  });

  test.each([
    [299, true],
    [300, false],
  ])("with auto, %i pools that one resource uses are resources: %s", (count, apart) => {
    const hosts = Array.from({ length: count }, (_, i) => `h${i}.avi.internal`);
    const plan = planned("auto", [...OBJECTS.slice(0, 5), ingress("many", hosts)]);
    expect(kindsOf(plan).includes("avi:Pool")).toBe(apart);
  });
});
