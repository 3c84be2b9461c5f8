// Statuses that watch writes: within a second, once, and again when somebody wipes them.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { KubernetesError } from "../../provider/kubernetes";
import type { KubernetesClient, KubernetesObject } from "../../provider/kubernetes/types";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import { frontEndOf } from "../../sdk/frontends";
import { statusFields } from "../../sdk/frontends/gateway/programmed";
import { TARGETS } from "../../sdk/targets";
import type { Watcher } from "../../sdk/watch/watcher";
import type { WatcherOptions } from "../../sdk/watch/watcher-options";
import { eventually } from "../support/eventually";
import { FakeCluster } from "../support/fake-cluster";
import { COMPONENT, FakeProgram, shop, watchOver } from "../support/watched";

// The whole watch over a cluster in memory: statuses with conditions. Ingresses have the part of Routes and of a Gateway here.

const GATEWAY = { apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", namespace: "infra", name: "web" };
const INGRESS = { apiVersion: "networking.k8s.io/v1", kind: "Ingress" };
const condition = (type: string) => ({ type, status: "True", reason: type, message: "", observedGeneration: 1 });

let avi: AviSandbox;
let cluster: FakeCluster;
let watcher: Watcher | undefined;
let program: FakeProgram;
let hasConditions: boolean;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());
beforeEach(() => {
  avi.reset();
  hasConditions = true;
  cluster = new FakeCluster();
  program = new FakeProgram(cluster, avi, [{ ...COMPONENT, writeStatus: true }]);
  const { translate } = TARGETS.avi;
  vi.spyOn(TARGETS.avi, "translate").mockImplementation((specs, options) => {
    const plan = translate(specs, options);
    const fields = { conditions: [condition("Accepted"), condition("Programmed")] };
    return Object.assign(Object.create(Object.getPrototypeOf(plan)), Object.defineProperties({}, Object.getOwnPropertyDescriptors(plan)), {
      statuses: plan.statuses.map((one) =>
        hasConditions && one.object.kind === "Ingress" ? { ...one, fields, gateway: "infra/web" } : one,
      ),
      resources: plan.resources.map((one) => (one.kind === "avi:SharedVS" ? { ...one, owners: [GATEWAY, ...one.owners] } : one)),
    });
  });
  Object.assign(frontEndOf(INGRESS) ?? {}, { status: statusFields });
  for (const object of [shop.service("web"), shop.endpoints("web", [1]), shop.ingress("a", "web")]) cluster.put(object);
});
afterEach(async () => {
  await watcher?.close();
  vi.restoreAllMocks();
  Reflect.deleteProperty(frontEndOf(INGRESS) ?? {}, "status");
});

let patches: string[];
async function watch(options: Partial<WatcherOptions> = {}): Promise<Watcher> {
  patches = [];
  const client: KubernetesClient = {
    ...cluster.client,
    find: async (_apiVersion, kind) => ({
      type: { group: "networking.k8s.io", version: "v1", plural: "ingresses", kind, namespaced: true, tenanted: true },
      subresources: ["status"],
    }),
    get: async ({ name }) => ingress(name),
    mergePatch: async ({ name }, { metadata, status }) => {
      patches.push(name);
      const held = ingress(name);
      if (held?.metadata.resourceVersion !== (metadata as KubernetesObject["metadata"]).resourceVersion)
        throw new KubernetesError({ reason: "conflict", status: 409, text: "modified" });
      cluster.put({ ...held, status } as KubernetesObject);
      return ingress(name) as KubernetesObject;
    },
  };
  watcher = await watchOver(program, { client, patience: cluster.patience }, options);
  return watcher;
}
const ingress = (name: string) => cluster.objects().find(({ kind, metadata }) => kind === "Ingress" && metadata.name === name);
const conditionsOf = (name: string) =>
  (ingress(name)?.status as { conditions?: { type: string; status: string }[] } | undefined)?.conditions ?? [];
const reported = (name: string) => conditionsOf(name).map(({ type, status }) => `${type}=${status}`);

test("statuses follow events within a second while a preview is under way, and cause none", async () => {
  await program.up();
  const running = await watch();
  await running.idle();
  expect(reported("a")).toEqual(["Accepted=True", "Programmed=True"]);
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  const preview = program.preview.bind(program);
  vi.spyOn(program, "preview").mockImplementation(async () => {
    await held;
    return preview();
  });
  cluster.put(shop.ingress("b", "web"));
  await eventually(() => expect(program.preview).toHaveBeenCalledTimes(1));
  expect(reported("b")).toEqual(["Accepted=True", "Programmed=False"]);
  const began = Date.now();
  cluster.put(shop.ingress("c", "web"));
  await eventually(() => expect(reported("c")).toEqual(["Accepted=True", "Programmed=False"]));
  expect(Date.now() - began).toBeLessThan(3_000);
  expect(reported("a")).toEqual(["Accepted=True", "Programmed=True"]);
  release();
  await running.idle();
  expect(program.preview).toHaveBeenCalledTimes(2);
  await program.up();
  await eventually(() => expect(reported("c")).toEqual(["Accepted=True", "Programmed=True"]));
  expect(running.pending()).toEqual([]);
});

test("a status that somebody wipes is written again at the event", async () => {
  await program.up();
  const running = await watch();
  await running.idle();
  cluster.put(shop.ingress("a", "web"));
  expect(reported("a")).toEqual([]);
  await eventually(() => expect(reported("a")).toEqual(["Accepted=True", "Programmed=True"]));
  await running.idle();
  expect(patches).toEqual(["a", "a"]);
  expect(program.previews).toBe(1);
});

test("a status that is written into an object that waits is no further change: the specs are translated once", async () => {
  await program.up();
  const running = await watch();
  await running.idle();
  const before = program.previews;
  const translations = vi.mocked(TARGETS.avi.translate).mock.calls;
  translations.length = 0;
  cluster.put(shop.ingress("b", "web"));
  await eventually(() => expect(reported("b")).toEqual(["Accepted=True", "Programmed=False"]));
  await eventually(() => expect(program.previews).toBe(before + 1));
  await running.idle();
  expect([translations.length, program.previews]).toEqual([1, before + 1]);
  expect(running.pending()).toMatchObject([{ causes: [{ kind: "Ingress", name: "b" }] }]);
});

test("objects without conditions are not translated for their statuses", async () => {
  hasConditions = false;
  await program.up();
  const running = await watch();
  await running.idle();
  vi.spyOn(program, "preview").mockImplementation(() => new Promise((done) => setTimeout(done, 2_500, { steps: [], components: [] })));
  const translations = vi.mocked(TARGETS.avi.translate).mock.calls;
  translations.length = 0;
  cluster.put(shop.ingress("b", "web"));
  await eventually(() => expect(program.preview).toHaveBeenCalledTimes(1));
  cluster.put(shop.ingress("c", "web"));
  await new Promise((done) => setTimeout(done, 1_000));
  expect([translations.length, patches]).toEqual([1, []]);
});

test("with none nothing is written", async () => {
  await program.up();
  const events: unknown[] = [];
  const running = await watch({ apply: "none", emit: (event) => void events.push(event) });
  await running.idle();
  expect([patches, reported("a")]).toEqual([[], []]);
  expect(events).toContainEqual({ what: "status", object: "Ingress shop/a", would: true });
});
