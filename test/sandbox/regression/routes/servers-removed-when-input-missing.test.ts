import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { route } from "../../../support/contour";
import { backend, FRONT_ENDS, INPUTS, TARGETS, toAvi } from "../../../support/front-ends";
import { endpoints, node, service } from "../../../support/manifests";
import { draws } from "../../../support/tier";
import { unique } from "../../../unit/property/arbitraries";
import { world } from "../../lib/avi-world";
import { Resource } from "../../lib/engine";

const shown = (objects: unknown) => JSON.stringify(objects);

const TABLE = TARGETS.flatMap((target) => FRONT_ENDS.map((frontEnd) => ({ ...target, ...frontEnd })));

const subject = (statuses: ReturnType<typeof toAvi>["statuses"], kind: string | undefined) =>
  statuses.find(({ object }) => object.kind === kind);

describe.each(TABLE)("$frontEnd on $target", ({ run, needs, objects, state }) => {
  const kind = objects.at(-1)?.kind;
  const whole = run([...objects, ...INPUTS]);

  it("keeps the servers of every pool when the input is missing, and says so", () => {
    const without = run([...objects, ...INPUTS.filter((input) => input.kind !== needs)]);
    expect([...whole.lists.values()].map(({ servers, kept }) => [servers.length, kept])).toEqual([...whole.lists].map(() => [2, false]));
    expect(whole.lists.size).toBeGreaterThan(0);
    expect([...without.lists]).toEqual([...whole.lists.keys()].map((name) => [name, { servers: [], kept: true }]));
    expect(without.text).not.toContain("keep");
    const status = subject(without.statuses, kind);
    expect(status?.state).toBe(state);
    const text =
      needs === "Node"
        ? "there are no available nodes for LoadBalancer service default/web"
        : "default/web has no Endpoints or EndpointSlice";
    if (state === "partial") expect(status?.description).toContain(text);
    const messages = [...without.diagnostics, ...without.statuses.flatMap(({ diagnostics }) => diagnostics)];
    const errors = messages.filter(({ severity }) => severity === "error");
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set([needs === "Node" ? "LB1111" : "LB1112"]));
    expect(errors[0]?.message).toContain(text);
    expect(status?.diagnostics.filter(({ severity }) => severity === "error").length ?? 0).toBeLessThanOrEqual(1);
  });

  if (needs === "Endpoints")
    it("empties the pools when the Endpoints are empty", () => {
      const empty = run([...objects, endpoints("web", [], [{ name: "http", port: 8080 }])]);
      expect([...empty.lists]).toEqual([...whole.lists.keys()].map((name) => [name, { servers: [], kept: false }]));
      expect(subject(empty.statuses, kind)?.state).toBe(state === "partial" ? "ready" : state);
    });

  if (needs === "Node")
    it("counts nodes that cannot be used as none, and takes the one that goes out", () => {
      const useless = run([...objects, node("n1"), node("n2")]);
      expect([...useless.lists.values()].every(({ kept }) => kept)).toBe(true);
      const one = run([...objects, INPUTS[1]]);
      expect([...one.lists.values()].map(({ servers, kept }) => [servers.length, kept])).toEqual([...whole.lists].map(() => [1, false]));
    });
});

describe("of what is missing", () => {
  it("a selector that no node fits is no nodes, and a Service that wants no node ports has no servers", () => {
    const picky = { ...backend("LoadBalancer") };
    const annotated = {
      ...picky,
      metadata: { ...picky.metadata, annotations: { "loadbalancer.openstack.org/node-selector": "pool=edge" } },
    };
    expect([...TARGETS[3].run([annotated, ...INPUTS]).lists.values()]).toEqual([{ servers: [], kept: true }]);
    const portless = service("web", [{ name: "http", port: 80 }], "LoadBalancer");
    expect([...TARGETS[3].run([portless]).lists.values()]).toEqual([{ servers: [], kept: true }]);
    const wantsNone = { ...portless, spec: { ...portless.spec, allocateLoadBalancerNodePorts: false } };
    expect([...TARGETS[3].run([wantsNone]).lists.values()]).toEqual([{ servers: [], kept: false }]);
  });

  it("one of two backends of a pool of Octavia keeps the list as a whole", () => {
    const two = {
      host: "shop.example.com",
      routes: [{ pathPrefix: "/", upstreams: ["web", "api"].map((serviceName) => ({ serviceName, servicePort: 80 })) }],
    };
    const objects = [backend(), service("api", [80]), route("default/shop", two), ...INPUTS];
    expect([...TARGETS[2].run(objects).lists.values()].filter(({ kept }) => kept)).toHaveLength(2);
  });

  it("a Service of type ExternalName says what to do", () => {
    const away = { ...service("web", [80], "ExternalName") };
    const { statuses } = TARGETS[0].run([away, FRONT_ENDS[1]!.objects[1]]);
    expect(statuses[0]).toMatchObject({
      state: "partial",
      diagnostics: [{ code: "LB1112", remedy: expect.stringContaining("ExternalName") }],
    });
  });
});

test("whatever Nodes and Endpoints are taken from the specs, no plan takes a server from a pool that none of them explains", () => {
  fc.assert(
    fc.property(unique, fc.infiniteStream(fc.boolean()), fc.constantFrom(...TARGETS), (objects, picks, { run, needs }) => {
      const rest = objects.filter(({ kind }) => (kind !== "Node" && kind !== "Endpoints") || picks.next().value);
      const before = run(objects).lists;
      const after = run(rest).lists;
      const hasNode = rest.some(({ kind }) => kind === "Node");
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [name, { servers }] of before) {
        const next = after.get(name);
        const gone = servers.filter((server) => !next?.servers.some((one) => shown(one) === shown(server)));
        // a node that goes takes its servers with it as long as another one is left
        if (gone.length > 0) expect(next?.kept || (needs === "Node" && hasNode && next?.servers.length !== 0), name).toBe(true);
      }
    }),
    { numRuns: draws(400) },
  );
});

describe("static routes", () => {
  const started = world();
  const missing = (objects: unknown[], settings = {}) => toAvi(objects, settings).missing;

  test("are missing where they are wanted and no Node gives one", () => {
    expect(missing([node("n1", "10.0.0.1", "10.244.1.0/24")])).toEqual({});
    expect(missing([node("n1", "10.0.0.1")])).toEqual({ "vrfcontext/global": "a Node with an InternalIP and a podCIDR" });
    expect([missing([], { serviceType: "NodePort" }), missing([], { disableStaticRouteSync: true })]).toEqual([{}, {}]);
  });

  test("do not go for that, unless the program says so", async () => {
    const inventory = new Resource(started.host, "avi:Inventory");
    const given = { names: ["pool/a", "vrfcontext/global"] };
    const without = { names: ["pool/a"], missing: missing([]) };
    await inventory.up(given);
    await expect(inventory.up(without)).rejects.toThrow(
      "LB2017: the specs lack what 1 object is made of, so vrfcontext/global (missing: a Node",
    );
    expect(await inventory.up({ ...without, allowMassDelete: true })).toBe("updated");
    expect(await inventory.preview(without)).toEqual({ changes: false, replaces: [] });
    expect(await inventory.up(given)).toBe("updated");
    expect(await inventory.up({ names: ["pool/a"] })).toBe("updated");
    expect(await new Resource(started.host, "avi:Inventory").up(without)).toBe("created");
  });
});
