import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KINDS } from "../../../../../provider";
import { readSpecs, translateToAvi } from "../../../../../sdk";
import { layoutOf } from "../../../../../sdk/plan";
import { type Compare, planMove } from "../../../../../sdk/plan/moves";
import { inOrderOfMoves } from "../../../../../sdk/targets/avi/lower/lowered";
import { shardOf } from "../../../../../sdk/targets/avi/names";
import { endpoints, ingressV1, node, secret, service } from "../../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../../support/pem";

describe("the order of shards", () => {
  const shards = (count: number) => Array.from({ length: count }, (_, shard) => ({ shard }));
  const placeIn = (groups: { shard: number }[][], shard: number) => groups.findIndex((group) => group.some((one) => one.shard === shard));

  test("what only the larger sizes have comes first", () => {
    expect(inOrderOfMoves(shards(8)).map((group) => group.map(({ shard }) => shard))).toEqual([[4, 5, 6, 7], [2, 3], [1], [0]]);
    expect(inOrderOfMoves([{}])).toEqual([[{}]]);
  });

  test("whoever gets a host of another shard that stays is written before it", () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom(1, 2, 4, 8), fc.constantFrom(1, 2, 4, 8), (host, before, after) => {
        const [from, to] = [shardOf(host, before), shardOf(host, after)];
        const groups = inOrderOfMoves(shards(after));
        if (from !== to && from < after) expect(placeIn(groups, to)).toBeLessThan(placeIn(groups, from));
      }),
    );
  });
});

const PLAIN = ["a", "b", "c"].map((letter) => `${letter}.avi.internal`);
const specs = (name = "web", hosts = PLAIN) =>
  readSpecs(
    [
      node("n1", "10.0.0.1", "10.244.1.0/24"),
      secret("cert", CERTIFICATE, PRIVATE_KEY),
      service("web", [80]),
      endpoints("web", ["10.244.1.5"], 8080),
      service("lb", [{ name: "x", port: 9000 }], "LoadBalancer"),
      endpoints("lb", ["10.244.1.9"], [{ name: "x", port: 9000 }]),
      ingressV1(
        name,
        hosts.map((host) => ({ host, path: "/", service: "web" })),
      ),
      ingressV1("pay", [{ host: "s.avi.internal", path: "/", service: "web" }], { tls: ["s.avi.internal"] }),
    ].map((value) => ({ value, source: { file: "specs" } })),
  );
const layout = (settings: object = {}, given = specs()) =>
  layoutOf(translateToAvi(given, { settings: { clusterName: "c1", subDomains: ["avi.internal"], ...settings } }));
const compare: Compare = ({ kind, name, inputs }, before) =>
  KINDS.get(kind)?.diff(
    kind === "avi:StaticRoutes" ? "admin/Default-Cloud/global/c1" : `admin/${name}`,
    { ...before } as never,
    {
      ...inputs,
    } as never,
  ) ?? { changes: [], replaces: [] };
const moved = (before: object, after: object) => planMove(layout(before), layout(after), compare);

describe("a move", () => {
  test("nothing changes: nothing moves", () => {
    const move = moved({}, {});
    expect(move.steps).toEqual([]);
    expect(move.outages).toEqual([]);
    expect(move.places).toEqual(
      expect.arrayContaining([
        { what: "Service default/lb", state: "stays", from: "c1--default-lb", to: "c1--default-lb", address: "same" },
        { what: "host s.avi.internal", state: "stays", from: "c1--s.avi.internal", to: "c1--s.avi.internal", address: "same" },
      ]),
    );
  });

  test("a renamed Ingress keeps hosts and addresses; its pools are made before and go after", () => {
    const { places, steps, outages } = planMove(layout(), layout({}, specs("shop")), compare);
    expect(places.every(({ state }) => state === "stays")).toBe(true);
    expect(outages).toEqual([]);
    const actions = steps.map(({ action, kind }) => `${action} ${kind}`);
    expect(actions).toEqual([...Array(3).fill("make avi:Pool"), "change avi:SharedVS", ...Array(3).fill("remove avi:Pool")]);
  });

  test("more shards: hosts get other addresses, and the new shards are made before the old one lets go", () => {
    const { places, steps, outages } = moved({}, { shardVSSize: "LARGE" });
    expect(places.find(({ what }) => what === "host a.avi.internal")).toMatchObject({ state: "moves", address: "changes" });
    const shards = steps.filter(({ kind }) => kind === "avi:SharedVS").map(({ action }) => action);
    expect(shards.at(-1)).toBe("change");
    expect(shards.slice(0, -1).every((action) => action === "make")).toBe(true);
    expect([...new Set(outages.map(({ why }) => why))]).toEqual([expect.stringContaining("until their DNS entry expires")]);
  });

  test("another scheme: of two shards that swap hosts one lets go before the other has them", () => {
    const shards = Object.fromEntries(["default", "red", "blue", "green"].map((namespace) => [namespace, shardOf(namespace, 8)]));
    const [one = "", other = ""] = Object.keys(shards).filter(
      (name, index, all) => all.findIndex((each) => shards[each] === shards[name]) === index,
    );
    const hostIn = (shard: number | undefined) => {
      const hosts = Array.from({ length: 99 }, (_, n) => `h${n}.avi.internal`);
      return hosts.find((host) => shardOf(host, 8) === shard) ?? "";
    };
    const swapped = readSpecs(
      [
        ...[one, other].flatMap((namespace) => [
          service("web", [80], "ClusterIP", namespace),
          endpoints("web", ["10.244.1.5"], 8080, namespace),
        ]),
        ingressV1("web", [{ host: hostIn(shards[other]), path: "/", service: "web" }], { namespace: one }),
        ingressV1("web", [{ host: hostIn(shards[one]), path: "/", service: "web" }], { namespace: other }),
      ].map((value) => ({ value, source: { file: "specs" } })),
    );
    const large = { shardVSSize: "LARGE" };
    const { outages } = planMove(layout(large, swapped), layout({ ...large, l7ShardingScheme: "namespace" }, swapped), compare);
    const lost = outages.find(({ why }) => why.includes("may let go of it before"));
    expect(lost?.instead).toContain("a second component with another cluster name");
  });

  test("another scheme and one shard: the child of the old name lets go of the host first", () => {
    const { outages } = moved({}, { l7ShardingScheme: "namespace" });
    expect(outages).toEqual([
      {
        what: "host s.avi.internal",
        why: "c1--s.avi.internal lets go of it just before c1--pay-default-cert has it, because a parent takes a host from one child only",
        instead: expect.stringContaining("a second component with another cluster name"),
      },
    ]);
  });

  test("what only a new object can have is deleted first", () => {
    const { steps, outages } = moved({}, { vrfName: "other" });
    expect(steps.filter(({ action, kind }) => action === "replace" && kind === "avi:L4VS")).toHaveLength(1);
    expect(outages).toContainEqual({
      what: "Service default/lb",
      why: expect.stringMatching(/^c1--default-lb is deleted and created again, because only a new object can have another /),
      instead: expect.stringContaining("a second component"),
    });
  });

  test("a host that becomes secure is redirected before its child is made; one that goes is named", () => {
    const secure = readSpecs(
      [
        secret("cert", CERTIFICATE, PRIVATE_KEY),
        service("web", [80]),
        endpoints("web", ["10.244.1.5"], 8080),
        ingressV1("web", [{ host: "a.avi.internal", path: "/", service: "web" }], { tls: ["a.avi.internal"] }),
      ].map((value) => ({ value, source: { file: "specs" } })),
    );
    const { outages } = planMove(layout(), layout({}, secure), compare);
    const of = (what: string) => outages.find((one) => one.what === what)?.why;
    expect(of("host a.avi.internal")).toContain("may let go of it before c1--a.avi.internal has it");
    expect(of("host c.avi.internal")).toBe("nothing serves it afterwards");
  });
});
