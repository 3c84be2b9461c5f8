import { describe, expect, it, test } from "vitest";
import { KINDS } from "../../../../provider";
import { faultsIn } from "../../../../sdk/plan";
import { FRONT_ENDS, INPUTS, TARGETS } from "../../../support/front-ends";
import { endpoints, ingressV1, node, service } from "../../../support/manifests";

// A missing input kept the servers of a pool. A typo did not: a wrong name of a port emptied the pool, an absent node port too, and a
// misspelt backend removed the route.

type Run = ReturnType<(typeof TARGETS)[number]["run"]>;

const inputsOf = (plan: Run) => ({
  ...{ names: plan.names, served: plan.served, missing: plan.missing, keeps: plan.keeps, asks: plan.asks },
  faults: faultsIn(plan.statuses),
  ...(plan.pools ? { pools: plan.pools } : {}),
});

function refusal(target: string, before: Run, after: Run, more: object = {}): string | undefined {
  const reasons = KINDS.get(`${target}:Inventory`)?.check?.(
    inputsOf(before) as never,
    { ...inputsOf(after), ...more } as never,
    () => undefined,
  );
  expect(reasons?.length ?? 0).toBeLessThanOrEqual(1);
  return reasons?.[0]?.reason;
}

const HTTP = { name: "http", port: 80, nodePort: 30080 };
const METRICS = { name: "metrics", port: 9090, nodePort: 30090 };
const web = (...ports: object[]) => service("web", (ports.length > 0 ? ports : [HTTP]) as never, "NodePort");

/** An Ingress with one path per backend. */
const shop = (...backends: object[]) => ({
  ...{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { name: "shop", namespace: "default" } },
  spec: {
    rules: backends.map((backend, i) => ({
      host: "shop.example.com",
      http: { paths: [{ path: i === 0 ? "/" : `/${i}`, pathType: "Prefix", backend }] },
    })),
  },
});
const port = (named: object) => ({ service: { name: "web", port: named } });

const kept = (plan: Run) => [...plan.lists.values()].map((list) => [list.servers.length, list.kept]);

describe.each(TARGETS)("$target", ({ kind, needs, run }) => {
  const before = run([web(), shop(port({ name: "http" })), ...INPUTS]);

  it.each([
    ["a port name that the Service has not", [web(), shop(port({ name: "htpp" })), ...INPUTS], "has no port named htpp"],
    [
      "a port that the Service no longer has by that name",
      [web({ ...HTTP, name: "web" }), shop(port({ name: "http" })), ...INPUTS],
      "http",
    ],
  ])("%s keeps the servers of the pool that is there, and says so", (_what, objects, text) => {
    const after = run(objects);
    expect([...after.lists.keys()]).toEqual([...before.lists.keys()]);
    expect(kept(after)).toEqual([[0, true]]);
    expect(after.statuses[0]).toMatchObject({ state: "partial", description: expect.stringContaining(text) });
    expect(refusal(kind, before, after)).toBeUndefined();
    expect(after.review.routes["http://shop.example.com/"]?.kept).toContain(text);
  });

  it("keeps those of a pool whose servers another backend tells", () => {
    for (const backends of [
      [port({ name: "htpp" }), port({ name: "http" })],
      [port({ name: "http" }), port({ name: "htpp" })],
    ]) {
      const { lists } = run([web(), shop(...backends), ...INPUTS]);
      if (kind === "octavia") expect([...lists.values()].map((list) => [list.servers.length, list.kept])).toEqual([[2, false]]);
      else expect([...lists.values()].filter((list) => list.kept)).toHaveLength(1);
    }
  });

  it("is red once where the route of a misspelt backend would go, with place, reason and what lets it go", () => {
    const two = run([web(), shop(port({ name: "http" }), port({ name: "http" })), ...INPUTS]);
    const typo = run([web(), shop(port({ name: "http" }), { servcie: port({}).service }), ...INPUTS]);
    const text = refusal(kind, two, typo);
    expect(text).toContain("LB2017: 1 place would be lost because of faults in the specs:");
    expect(text).toContain(
      "  http://shop.example.com/1: Ingress default/shop /spec/rules/1/http/paths/0/backend: the backend is not a Service",
    );
    expect(text).toContain('allowLoss: ["shop.example.com/1"]');
    for (const allowLoss of [["shop.example.com/1"], ["Ingress default/shop"], ["http://shop.example.com/1"]])
      expect(refusal(kind, two, typo, { allowLoss })).toBeUndefined();
    expect(refusal(kind, two, typo, { allowLoss: ["shop.example.com/"] })).toContain("LB2017");
    expect(refusal(kind, two, typo, { allowMassDelete: true })).toBeUndefined();
  });

  it("is not red for what goes without a fault, for what was never served, and for a fault elsewhere", () => {
    const two = run([web(), shop(port({ name: "http" }), port({ name: "http" })), ...INPUTS]);
    expect(refusal(kind, two, before)).toBeUndefined();
    expect(refusal(kind, before, run([web(), ...INPUTS]))).toBeUndefined();
    const more = run([web(), shop(port({ name: "http" }), { servcie: {} }), ...INPUTS]);
    expect(refusal(kind, before, more)).toBeUndefined();
    // a path that goes beside one whose port is wrong goes on purpose
    expect(refusal(kind, two, run([web(), shop(port({ name: "htpp" })), ...INPUTS]))).toBeUndefined();
  });

  if (needs === "Node")
    it("an absent node port empties no pool, unless the Service wants none", () => {
      const without = run([web({ name: "http", port: 80 }), shop(port({ name: "http" })), ...INPUTS]);
      expect(kept(without)).toEqual([[0, true]]);
      const expected = web({ name: "http", port: 80 });
      const none = { ...expected, spec: { ...expected.spec, allocateLoadBalancerNodePorts: false } };
      expect(kept(run([none, shop(port({ name: "http" })), ...INPUTS]))).toEqual([[0, false]]);
    });

  if (needs === "Endpoints")
    it("Endpoints whose ports have other names empty no pool, and those without a ready address do", () => {
      const of = (name: string, ips: string[]) => run([web(), shop(port({ name: "http" })), endpoints("web", ips, [{ name, port: 8080 }])]);
      const two = run([
        web(HTTP, METRICS),
        shop(port({ name: "http" })),
        endpoints("web", ["10.1.0.5"], [{ name: "metrics", port: 9090 }]),
      ]);
      const other = kind === "avi" ? undefined : of("htpp", ["10.1.0.5"]);
      for (const plan of [two, ...(other ? [other] : [])]) {
        // AKO takes the only port of the only subset whatever its name
        const isTaken = plan.lists.values().next().value?.servers.length === 1;
        if (!isTaken) expect(kept(plan)).toEqual([[0, true]]);
      }
      expect(kept(of("http", []))).toEqual([[0, false]]);
    });
});

describe("where several ports leave the pool open", () => {
  it.each(TARGETS.filter(({ kind }) => kind === "octavia"))("$target is red", ({ kind, run }) => {
    const ports = [web(HTTP, METRICS), ...INPUTS];
    const before = run([...ports, shop(port({ name: "http" }))]);
    const text = refusal(kind, before, run([...ports, shop(port({ name: "htpp" }))]));
    expect(text).toContain(
      "http://shop.example.com/: Ingress default/shop /spec/rules/0/http/paths/0/backend: Service default/web has no port",
    );
    expect(text).toContain('allowLoss: ["shop.example.com/"]');
    expect(refusal(kind, before, run([...ports, shop(port({ number: 81 }))]))).toContain("its new pool would start empty");
    expect(refusal(kind, before, run([web(METRICS), ...INPUTS, shop(port({ number: 80 }))]))).toBeUndefined();
  });
});

describe.each(TARGETS.flatMap((target) => FRONT_ENDS.map((frontEnd) => ({ ...target, ...frontEnd }))))(
  "$frontEnd on $target",
  ({ kind, run, objects }) => {
    it("is not emptied by a Service whose port has another name or number, or is red", () => {
      const before = run([...objects, ...INPUTS]);
      const [web, ...rest] = objects as [ReturnType<typeof service>, ...object[]];
      const other = { ...web, spec: { ...web.spec, ports: [{ name: "other", port: 81, nodePort: 30081 }] } };
      const after = run([other, ...rest, ...INPUTS]);
      const isWhole = Object.keys(before.served ?? {}).every((place) => after.served?.[place] === "kept" || after.served?.[place] === 2);
      // a Service of type LoadBalancer is its own spec: another port of it is asked for
      if (web.spec.type === "LoadBalancer") return;
      expect(isWhole || refusal(kind, before, after)?.includes("LB2017")).toBe(true);
    });
  },
);

test("a Service that cannot have a load balancer any more keeps the one that it has", () => {
  const [, , kuryr] = TARGETS;
  const own = (spec: object) => {
    const one = service("web", [HTTP], "LoadBalancer");
    return [{ ...one, spec: { ...one.spec, ...spec } }, ...INPUTS];
  };
  const before = kuryr.run(own({}));
  const after = kuryr.run(own({ loadBalancerIP: "10.0.0.1x" }));
  const text = refusal("octavia", before, after);
  expect(text).toContain("Service default/web TCP 80: Service default/web /spec/loadBalancerIP: spec.loadBalancerIP must be an address");
  expect(text).toContain('allowLoss: ["Service default/web"]');
  expect(refusal("octavia", before, after, { allowLoss: ["Service default/web"] })).toBeUndefined();
  expect(refusal("octavia", before, kuryr.run([node("n1", "10.0.0.1")]))).toBeUndefined();
});

describe.each(TARGETS.filter(({ kind }) => kind === "octavia"))(
  "a list of source ranges that cannot be read, on $target",
  ({ kind, run }) => {
    const annotated = (object: object & { metadata: object }, name: string, value: string) => ({
      ...object,
      metadata: { ...object.metadata, annotations: { [name]: value } },
    });
    const balanced = (ranges: string[]) => {
      const one = service("web", [HTTP], "LoadBalancer");
      return { ...one, spec: { ...one.spec, loadBalancerSourceRanges: ranges } };
    };
    const lists = {
      "of a Service": (range: string) => balanced([range]),
      "in the annotation of a Service": (range: string) =>
        annotated(service("web", [HTTP], "LoadBalancer"), "service.beta.kubernetes.io/load-balancer-source-ranges", range),
      "of an Ingress": (range: string) =>
        annotated(shop(port({ name: "http" })), "octavia.ingress.kubernetes.io/whitelist-source-range", range),
    };

    it.each(Object.entries(lists))("%s opens nothing, and takes nothing away", (what, restricted) => {
      const objects = (range: string) => [...(what === "of an Ingress" ? [web()] : []), restricted(range), ...INPUTS];
      const [before, after] = [run(objects("10.0.0.0/8")), run(objects("10.0.0.0/33"))];
      expect(before.text).toContain('"allowed_cidrs":["10.0.0.0/8"]');
      expect(refusal(kind, before, after)).toMatch(/LB2017: 1 place would be lost[\s\S]*10\.0\.0\.0\/33 is not/);
      expect(before.text).toContain('protocol_port":80');
      // a new one is not served at all
      expect(after.text).not.toContain('protocol_port":80');
      expect(after.statuses.find(({ state }) => state === "rejected")).toMatchObject({ diagnostics: [{ code: "LB1407" }] });
    });
  },
);

test("an Ingress of another name keeps its paths, and one with a path that no request has is red", () => {
  const [avi] = TARGETS;
  const before = avi.run([web(), ingressV1("shop", [{ host: "shop.example.com", path: "/cart", service: "web" }]), ...INPUTS]);
  const after = avi.run([web(), ingressV1("shop", [{ host: "shop.example.com", path: "/ca rt", service: "web" }]), ...INPUTS]);
  expect(refusal("avi", before, after)).toContain(
    'http://shop.example.com/cart: Ingress default/shop /spec/rules/0/http/paths/0: "/ca rt"',
  );
});

test("a place that another object asks for now is a change of the inventory, so that its fault counts in the next run", () => {
  const [, , kuryr] = TARGETS;
  const inventory = KINDS.get("octavia:Inventory");
  const named = (name: string, backend: object) => {
    const one = shop(backend);
    return kuryr.run([web(), { ...one, metadata: { ...one.metadata, name } }, ...INPUTS]);
  };
  const [before, after] = [named("shop", port({ name: "http" })), named("store", port({ name: "http" }))];
  const changes = (one: Run, other: Run) => inventory?.diff?.("id", inputsOf(one) as never, inputsOf(other) as never);
  expect([changes(before, after), changes(after, after)]).toMatchObject([{ changes: ["asks"] }, { changes: [] }]);
  expect(refusal("octavia", after, named("store", { servcie: {} }))).toContain("Ingress default/store");
});
