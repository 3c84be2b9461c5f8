// Changes of the tree of a load balancer: no more calls than it must, and never a new load balancer.
import { describe, expect, test } from "vitest";
import type { LoadBalancerBody } from "../../resources/octavia/types";
import type { Props } from "./lib/host";
import { full, small } from "./lib/octavia-samples";
import { octaviaWorld, writesSeen } from "./lib/octavia-world";
import { created, expectQuiet } from "./lib/world";

const world = octaviaWorld();

type Loose = LoadBalancerBody & { listeners: NonNullable<LoadBalancerBody["listeners"]>; pools: NonNullable<LoadBalancerBody["pools"]> };

/** A copy with its tree changed. */
function edited(inputs: Props, edit: (body: Loose) => void): Props {
  const copy = structuredClone(inputs);
  edit(copy.loadBalancer as Loose);
  return copy;
}

const listener = (body: Loose, index = 0) => body.listeners[index] as NonNullable<Loose["listeners"][number]>;
// biome-ignore lint/suspicious/noExplicitAny: bodies are edited freely here
const pool = (body: Loose, index = 0): any => listener(body, index).default_pool;
const web = {
  name: "second",
  protocol: "TCP" as const,
  protocol_port: 81,
  default_pool: { name: "second", protocol: "TCP", lb_algorithm: "ROUND_ROBIN", members: [{ address: "10.1.0.9", protocol_port: 1 }] },
};

/** Changes of a tree by a program, and the calls that they cost. */
const CHANGES: [what: string, from: () => Props, edit: (body: Loose) => void, writes: string[]][] = [
  ["all members are others", small, (b) => (pool(b).members = [{ address: "10.1.0.8", protocol_port: 8080 }]), ["PUT /pools/*/members"]],
  ["no member is left", small, (b) => (pool(b).members = []), ["PUT /pools/*/members"]],
  [
    "a member moves to another subnet",
    full,
    (b) => (pool(b).members[1].subnet_id = "22222222-2222-2222-2222-222222222222"),
    ["PUT /pools/*/members", "PUT /pools/*/members"],
  ],
  ["a listener comes", small, (b) => b.listeners.push(web), ["POST /listeners", "POST /pools", "PUT /pools/*/members"]],
  ["a listener goes", full, (b) => b.listeners.splice(1, 1) && b.pools.splice(1, 1), ["DELETE /pools/*", "DELETE /listeners/*"]],
  ["a listener moves to another port", small, (b) => (listener(b).protocol_port = 81), ["DELETE /listeners/*", "POST /listeners"]],
  [
    "a listener speaks another protocol on the same port",
    small,
    (b) => (listener(b).protocol = "HTTPS"),
    ["DELETE /listeners/*", "POST /listeners"],
  ],
  [
    "a pool speaks another protocol",
    small,
    (b) => (pool(b).protocol = "PROXY"),
    ["DELETE /pools/*", "POST /pools", "PUT /pools/*/members"],
  ],
  [
    "a pool has another name",
    small,
    (b) => (pool(b).name = "renamed"),
    ["POST /pools", "PUT /pools/*/members", "PUT /listeners/*", "DELETE /pools/*"],
  ],
  [
    "a monitor comes",
    small,
    (b) => (pool(b).healthmonitor = { type: "TCP", delay: 5, timeout: 3, max_retries: 1 }),
    ["POST /healthmonitors"],
  ],
  ["a monitor goes", full, (b) => delete pool(b).healthmonitor, ["DELETE /healthmonitors/*"]],
  [
    "a monitor watches otherwise",
    full,
    (b) => (pool(b).healthmonitor = { type: "PING", delay: 5, timeout: 3, max_retries: 1 }),
    ["DELETE /healthmonitors/*", "POST /healthmonitors"],
  ],
  ["a default pool goes", full, (b) => delete listener(b, 1).default_pool, ["PUT /listeners/*"]],
  ["policies change places", full, (b) => swap(listener(b).l7policies as { position: number }[]), ["PUT /l7policies/*"]],
  ["a policy goes", full, (b) => listener(b).l7policies?.splice(1, 1), ["DELETE /l7policies/*"]],
  [
    "a policy comes first",
    full,
    (b) => {
      const policies = listener(b).l7policies ?? [];
      for (const policy of policies) policy.position++;
      policies.push({ name: "first", action: "REJECT", position: 1, rules: [{ type: "PATH", compare_type: "EQUAL_TO", value: "/no" }] });
    },
    ["POST /l7policies", "POST /l7policies/*/rules"],
  ],
  [
    "a policy does something else",
    full,
    (b) =>
      Object.assign(listener(b).l7policies?.[1] as object, {
        action: "REDIRECT_PREFIX",
        redirect_url: undefined,
        redirect_prefix: "https://p.example.com",
      }),
    ["PUT /l7policies/*"],
  ],
  ["a rule goes", full, (b) => listener(b).l7policies?.[0]?.rules.splice(0, 1), ["DELETE /l7policies/*/rules/*"]],
  [
    "a rule comes",
    full,
    (b) => listener(b).l7policies?.[1]?.rules.push({ type: "PATH", compare_type: "STARTS_WITH", value: "/old" }),
    ["POST /l7policies/*/rules"],
  ],
  [
    "the pool of a policy speaks another protocol",
    full,
    (b) => ((b.pools[0] as { protocol: string }).protocol = "PROXY"),
    [
      "DELETE /l7policies/*",
      "DELETE /pools/*",
      "POST /pools",
      "PUT /pools/*/members",
      "POST /l7policies",
      "POST /l7policies/*/rules",
      "POST /l7policies/*/rules",
    ],
  ],
];

function swap(policies: { position: number }[]): void {
  policies.forEach((policy, index) => {
    policy.position = policies.length - index;
  });
}

describe("a change of the tree costs no more calls than it must, and never another load balancer", () => {
  test.each(CHANGES)("%s", async (_what, from, edit, writes) => {
    const resource = await created(world, "octavia:LoadBalancer", from());
    const inputs = edited(from(), edit);
    expect(await resource.preview(inputs)).toEqual({ changes: true, replaces: [] });
    await resource.up(inputs);
    expect(writesSeen(world)).toEqual(writes);
    await expectQuiet(resource, JSON.parse(JSON.stringify(inputs)));
    await resource.up(from());
    await expectQuiet(resource, from());
  });
});

test("one thing written in two ways is the same", async () => {
  const resource = await created(world, "octavia:LoadBalancer", full());
  const inputs = edited(full(), (body) => {
    const own = pool(body);
    body.pools.push(own);
    listener(body).default_pool = { name: own.name };
    body.listeners.reverse();
    body.pools.reverse();
    own.members.reverse();
    listener(body, 1).allowed_cidrs = ["192.168.1.0/24", "10.0.0.0/8"];
    for (const policy of listener(body, 1).l7policies ?? []) policy.position *= 10;
  });
  expect(await resource.preview(inputs)).toEqual({ changes: false, replaces: [] });
});

test("an IPv6 address has many spellings and is one member", async () => {
  const spelt = (address: string) => edited(small(), (body) => (pool(body).members = [{ address, protocol_port: 80 }]));
  const resource = await created(world, "octavia:LoadBalancer", spelt("FD00:0::1"));
  expect(await resource.preview(spelt("fd00::1"))).toEqual({ changes: false, replaces: [] });
  await expectQuiet(resource, spelt("FD00:0::1"));
});
