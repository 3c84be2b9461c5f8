import { describe, expect, it } from "vitest";
import { Cache } from "../../../sandbox/mizar/api/informer";
import { pathOf, RESOURCES, resourceFor } from "../../../sandbox/mizar/api/kinds";
import { changesOf, essenceOf, finalizerPatch, lastHandled } from "../../../sandbox/mizar/engine/kopf";
import { Queue } from "../../../sandbox/mizar/engine/queue";
import type { SeedInput } from "../../../sandbox/mizar/seeds";
import { mizarSeeds, otherSeeds } from "../../../sandbox/mizar/seeds";
import { SeededRandom } from "../../../sandbox/shared/random";
import { eventually } from "../../support/eventually";
import { object } from "./mizar-world";

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("the cache", () => {
  const version = (resourceVersion: string, uid = "u") =>
    object("Vpc", "v", { at: resourceVersion }, { metadata: { resourceVersion, uid } });

  it("never goes back to an older state, but takes another object of that name", () => {
    const cache = new Cache();
    const heard: string[] = [];
    cache.onChange = (_, key, gone) => heard.push(`${key}${gone ? " gone" : ""}`);
    for (const each of [version("9"), version("10"), version("8"), version("10")]) cache.put(each);
    expect(cache.get("Vpc", "/default/v")?.spec.at).toBe("10");
    cache.put(version("3", "other"));
    expect(cache.get("Vpc", "/default/v")?.spec.at).toBe("3");
    cache.remove(version("11"));
    expect(heard).toEqual(["/default/v", "/default/v", "/default/v"]);
    cache.replace("Vpc", []);
    expect(heard.at(-1)).toBe("/default/v gone");
  });
});

describe("the queue", () => {
  it("does each item once when it is due, at the earlier of two times, one after the other", async () => {
    const done: string[] = [];
    let running = 0;
    const queue = new Queue(async (item) => {
      expect(++running).toBe(1);
      await later(5);
      running--;
      done.push(item);
      return item === "twice" && done.filter((one) => one === item).length < 2 ? 1 : undefined;
    });
    queue.add("late", 10_000);
    for (const item of ["soon", "soon", "twice", "late"]) queue.add(item, 1);
    await later(20);
    expect(done).toEqual([]);
    queue.start();
    await eventually(() => expect([...done].sort()).toEqual(["late", "soon", "twice", "twice"]));
    queue.add("never", 1);
    await queue.stop();
    await later(10);
    expect(done).not.toContain("never");
  });
});

describe("marks of the framework", () => {
  it("are no part of what counts as a change", () => {
    const annotations = {
      "kopf.zalando.org/last-handled-configuration": '{"spec":{"dividers":1,"status":"Init"},"metadata":{}}\n',
      own: "1",
    };
    const vpc = object("Vpc", "v", { dividers: 2, status: "Init", vni: "5" }, { metadata: { annotations, finalizers: ["x/y"] } });
    expect(essenceOf(vpc)).toEqual({ spec: { dividers: 2, status: "Init", vni: "5" }, metadata: { annotations: { own: "1" } } });
    expect(changesOf(lastHandled(vpc), vpc)).toEqual([{ field: "dividers", from: 1, to: 2 }]);
    expect(
      lastHandled(object("Vpc", "v", {}, { metadata: { annotations: { [Object.keys(annotations)[0] as string]: "{" } } })),
    ).toBeUndefined();
    const on = finalizerPatch(vpc, true) as { metadata: { finalizers: string[]; resourceVersion: string } };
    expect(on.metadata).toEqual({
      resourceVersion: vpc.metadata.resourceVersion,
      finalizers: ["x/y", "kopf.zalando.org/KopfFinalizerMarker"],
    });
    expect(finalizerPatch(vpc, false)).toMatchObject({ metadata: { finalizers: ["x/y"] } });
  });
});

it("paths have the tenant right after the version, and only where there are tenants", () => {
  const of = (kind: keyof typeof RESOURCES, where: Parameters<typeof pathOf>[1]) => pathOf(RESOURCES[kind], where);
  expect(of("Vpc", { tenant: "system", namespace: "default", name: "v" })).toBe(
    "/apis/mizar.com/v1/tenants/system/namespaces/default/vpcs/v",
  );
  expect(of("Pod", { namespace: "default", name: "p", subresource: "status" })).toBe("/api/v1/namespaces/default/pods/p/status");
  expect(of("Network", { tenant: "all" })).toBe("/apis/arktos.futurewei.com/v1/tenants/all/networks");
  expect(of("Node", { tenant: "all" })).toBe("/api/v1/nodes");
});

it("kinds that the operator has nothing to do with are addressed by their names", () => {
  const of = (kind: string, apiVersion?: string) => pathOf(resourceFor(kind, apiVersion), { tenant: "t", namespace: "n" });
  expect(of("Secret", "v1")).toBe("/api/v1/tenants/t/namespaces/n/secrets");
  expect(of("Ingress", "networking.k8s.io/v1")).toBe("/apis/networking.k8s.io/v1/tenants/t/namespaces/n/ingresses");
  expect(of("NetworkPolicy", "networking.k8s.io/v1")).toBe("/apis/networking.k8s.io/v1/tenants/t/namespaces/n/networkpolicies");
  expect(of("IngressClass", "networking.k8s.io/v1")).toBe("/apis/networking.k8s.io/v1/tenants/t/ingressclasses");
  expect(of("Endpoint", undefined)).toBe("/apis/mizar.com/v1/tenants/t/namespaces/n/endpoints");
  expect(of("Service", "serving.knative.dev/v1")).toBe("/apis/serving.knative.dev/v1/tenants/t/namespaces/n/services");
});

describe("a state in short form", () => {
  it("is provisioned, with what belongs below it, unless it says otherwise", () => {
    const given: SeedInput = {
      node: { hostIP: "1.2.3.4", droplet: "n" },
      vpcs: [
        { name: "v", ip: "10.0.0.0", prefix: "8", dividers: 2 },
        { name: "w", status: "Init" },
      ],
      subnets: [{ name: "s", vpc: "v", ip: "10.1.0.0", prefix: "16", bouncers: 2 }],
      endpoints: [{ name: "e", net: "s", ip: "10.1.0.5" }],
    };
    const seeds = mizarSeeds(given, new SeededRandom(1)).map(({ create }) => create);
    const of = (kind: string) => seeds.filter((seed) => seed.kind === kind);
    expect(["Droplet", "Vpc", "Divider", "Subnet", "Bouncer", "Endpoint"].map((kind) => of(kind).length)).toEqual([1, 2, 2, 1, 2, 1]);
    expect(of("Droplet")[0]).toMatchObject({ metadata: { name: "n" }, spec: { main_ip: "1.2.3.4", status: "Provisioned" } });
    const [v, w] = of("Vpc") as unknown as { spec: { vni: string; status: string } }[];
    expect([v?.spec.status, w?.spec.status, v?.spec.vni]).toEqual(["Provisioned", "Init", expect.stringMatching(/^\d+$/)]);
    expect(of("Subnet")[0]?.spec).toMatchObject({ vni: v?.spec.vni, status: "Provisioned" });
    expect(of("Endpoint")[0]?.spec).toEqual({ type: "simple", net: "s", ip: "10.1.0.5", status: "Provisioned" });
    const bare = mizarSeeds({ ...given, dividers: [], bouncers: [{ name: "b", net: "s" }] }, new SeededRandom(1)).map(
      ({ create }) => create.kind,
    );
    expect(bare.filter((kind) => kind === "Divider" || kind === "Bouncer")).toEqual(["Bouncer"]);
  });

  it("keeps the status apart where the kind does, and what is going is held by something", () => {
    const seeds = otherSeeds({
      network: { name: "n", tenant: "t", spec: { type: "mizar" }, status: { phase: "Ready" } },
      networks: [{ metadata: { name: "m", deletionTimestamp: "2022-01-01T00:00:00Z" }, spec: { type: "flat" }, status: {} }],
      objects: [{ apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, data: {} }],
    });
    expect(seeds).toEqual([
      { create: { kind: "Network", metadata: { name: "n", tenant: "t" }, spec: { type: "mizar" } }, status: { phase: "Ready" } },
      {
        create: { kind: "Network", metadata: { name: "m", finalizers: ["arktos.futurewei.com/network"] }, spec: { type: "flat" } },
        isDeleted: true,
      },
      { create: { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, data: {} } },
    ]);
  });
});
