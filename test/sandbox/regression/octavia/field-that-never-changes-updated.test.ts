import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { memberSteps } from "../../../../provider/octavia/plan/pools";
import { normalTree } from "../../../../provider/octavia/tree/normal";
import type { TreePart } from "../../../../resources/octavia/fields";
import { FIELDS } from "../../../../resources/octavia/tree";
import type { Props } from "../../lib/host";
import { FIXED } from "../../lib/octavia-fields";
import { small } from "../../lib/octavia-samples";
import { octaviaWorld } from "../../lib/octavia-world";
import { created, NONE } from "../../lib/world";

// A flavor, a zone or further VIPs for a load balancer that had none, and `request_sriov` of a member, were "updated": nothing was sent, and
// the server had what it had before. A flavor that was declared no more was an update, too, and stayed.

const OTHER = "22222222-2222-2222-2222-222222222222";

describe("a load balancer", () => {
  const world = octaviaWorld();
  const withBody = (more: object): Props => {
    const { loadBalancer, ...rest } = small();
    return { ...rest, loadBalancer: { ...(loadBalancer as object), ...more } } as Props;
  };

  test.each([
    { flavor_id: OTHER },
    { availability_zone: "az-2" },
    { additional_vips: [{ subnet_id: OTHER }] },
    { vip_port_id: OTHER },
    { vip_network_id: OTHER },
    { provider: "noop_driver" },
  ])("that has none of it is replaced for %j", async (more) => {
    const resource = await created(world, "octavia:LoadBalancer", small());
    expect(await resource.preview(withBody(more))).toEqual({ changes: true, replaces: ["loadBalancer"] });
  });

  test("keeps the provider that is declared no more, and nothing is an update", async () => {
    const resource = await created(world, "octavia:LoadBalancer", withBody({ provider: "amphora" }));
    expect(await resource.preview(small())).toEqual(NONE);
  });
});

describe("a member", () => {
  const pool = (more: object) => {
    const members = [{ name: "a", address: "10.0.0.1", protocol_port: 80, ...more }];
    const [made] = normalTree({
      name: "lb",
      listeners: [],
      pools: [{ name: "web", protocol: "TCP", lb_algorithm: "ROUND_ROBIN", members }],
    }).pools;
    if (!made) throw new Error("the tree has no pool");
    return made;
  };
  const batches = (desired: object, live: object, before: object) =>
    memberSteps(pool(desired), pool(live), pool(before)).map(({ body }) => (body as { members: object[] }).members.length);

  test.each([
    { before: { subnet_id: "a" }, live: { subnet_id: "a" }, desired: { subnet_id: "b" } },
    { before: { subnet_id: "a" }, live: { subnet_id: "a" }, desired: {} },
    { before: {}, live: {}, desired: { subnet_id: "b" } },
    { before: {}, live: {}, desired: { request_sriov: true } },
    { before: { request_sriov: true }, live: { request_sriov: true }, desired: { request_sriov: false } },
    { before: { request_sriov: true }, live: { request_sriov: true }, desired: {} },
  ])("is made again for $desired where it had $live", ({ desired, live, before }) => {
    expect(batches(desired, live, before)).toEqual([0, 1]);
  });

  test.each([
    { before: {}, live: { subnet_id: "a" }, desired: {} },
    { before: {}, live: {}, desired: { request_sriov: false } },
    { before: { subnet_id: "a" }, live: { subnet_id: "a" }, desired: { subnet_id: "a" } },
  ])("stays for $desired where it has $live", ({ desired, live, before }) => {
    expect(batches(desired, live, before)).toEqual([]);
  });
});

/** A request of a case to the real octavia-api. */
interface Step {
  request?: { method: string; body?: Record<string, object> };
}

describe("the table of fields and the recorded answers of the real octavia-api", () => {
  const folder = join(__dirname, "../../octavia-server");
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const { answers, cases }: { answers: { body?: { faultstring?: string } }[]; cases: Record<string, number[]> } =
    read("recorded.golden.json");
  const first: Record<string, Step[]> = read("given.json");
  const GROUPS = { rule: "l7rule" } as Partial<Record<TreePart, string>>;

  /** Fields of which the server was asked for another value, and that a PUT does not know. */
  function refused(part: TreePart): Set<string> {
    const group = GROUPS[part] ?? part;
    const file: { cases: { name: string; given?: string; steps: Step[] }[] } = read(`cases/${group}.json`);
    const sent = file.cases.flatMap(({ name, given = "", steps }) => {
      const numbers = cases[`${group}/${name}`] ?? [];
      return [...(first[given] ?? []), ...steps]
        .filter(({ request }) => request)
        .map(({ request }, at) => ({ request, refusal: answers[numbers[at] ?? -1]?.body?.faultstring ?? "" }));
    });
    return new Set(
      sent
        .filter(({ request, refusal }) => request?.method === "PUT" && refusal.startsWith("Unknown attribute"))
        .flatMap(({ request }) => Object.keys(request?.body?.[part] ?? {})),
    );
  }

  const parts = Object.keys(FIELDS) as TreePart[];

  test.each(parts)("call the same fields of a %s fixed", (part) => {
    const own = Object.keys(FIELDS[part]);
    const fixed = own.filter((field) => FIELDS[part][field]?.fixed);
    expect(own.filter((field) => refused(part).has(field))).toEqual(fixed);
  });

  test("are those that the conformance suite changes", () => {
    const changed = FIXED.map(([path]) => path.replace("loadBalancer.", ""));
    expect(changed.sort()).toEqual(
      Object.keys(FIELDS.loadbalancer)
        .filter((field) => FIELDS.loadbalancer[field]?.fixed)
        .sort(),
    );
  });
});
