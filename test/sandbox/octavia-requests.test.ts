// The number of requests that a change on Octavia costs.
import { expect, test } from "vitest";
import { PROCESS, type Props } from "./lib/host";
import { full, MARK, small } from "./lib/octavia-samples";
import { octaviaWorld } from "./lib/octavia-world";
import { created } from "./lib/world";

const world = octaviaWorld({}, PROCESS);

/** Calls since the last look, with what they are about and without ids. */
function messages(): string[] {
  const short = (path: string) =>
    path
      .replace(/\?.*/, "")
      .replace("/v2/lbaas", "")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*");
  return world.proxy.calls.splice(0).map(({ method, path }) => `${method} ${short(path)}`);
}

function withAnotherMember(inputs: Props): Props {
  const member = { name: "another", address: "10.1.0.77", protocol_port: 8080 };
  return JSON.parse(JSON.stringify(inputs).replace('"members":[', `"members":[${JSON.stringify(member)},`));
}

const WRITE = ["PUT /pools/*/members", "GET /loadbalancers/*"];

test("one added member: what is there is read once, and once it is looked whether the write came to rest", async () => {
  const resource = await created(world, "octavia:LoadBalancer", small());
  await resource.up(withAnotherMember(small()));
  expect(messages()).toEqual(["GET /loadbalancers/*", "GET /listeners", "GET /pools", "GET /pools/*/members", ...WRITE]);
});

test("one added member of a guest costs no more", async () => {
  const host = await created(world, "octavia:LoadBalancer", small());
  const default_pool = { name: "g", protocol: "TCP", lb_algorithm: "ROUND_ROBIN", members: [{ address: "10.1.0.9", protocol_port: 80 }] };
  const listeners = [{ name: "g", protocol: "TCP", protocol_port: 81, default_pool }];
  const guest: Props = { owner: MARK.replace("c1", "c2"), loadBalancer: { id: host.state?.id, name: "g", listeners } };
  const resource = await created(world, "octavia:LoadBalancer", guest);
  await resource.up(withAnotherMember(guest));
  expect(messages()).toEqual(["GET /loadbalancers/*", "GET /listeners", "GET /pools", "GET /pools/*/members", ...WRITE]);
});

test("of a large tree every list is read once", async () => {
  const resource = await created(world, "octavia:LoadBalancer", full());
  await resource.up(withAnotherMember(full()));
  const calls = messages();
  expect(calls.slice(-2)).toEqual(WRITE);
  expect(calls.filter((call) => call === "GET /loadbalancers/*")).toHaveLength(2);
  expect(calls).toHaveLength(12);
});

test("a load balancer without anything below is asked for nothing below", async () => {
  const bare = { ...small(), loadBalancer: { name: "bare", vip_subnet_id: "11111111-1111-1111-1111-111111111111" } };
  const resource = await created(world, "octavia:LoadBalancer", bare);
  await resource.up({ ...bare, loadBalancer: { ...bare.loadBalancer, description: "new" } });
  expect(messages()).toEqual(["GET /loadbalancers/*", "PUT /loadbalancers/*", "GET /loadbalancers/*"]);
});
