import { expect, test } from "vitest";
import { type DynamicProvider, v1 } from "../../../../provider";
import { CLOCK } from "../../../../sdk/watch/terms/clock";
import { membersOf } from "../../../../sdk/watch/terms/pool-members";
import { EmptyPoolDelay } from "../../../../sdk/watch/write/empty-pool-delay";
import { MemberWriter } from "../../../../sdk/watch/write/member-writer";

// While servers of an Octavia load balancer were written somebody's `up` added a pool to it. Of that pool no server was written until the
// watch could run an `up` itself, which it never does while something waits for review.

type Pools = { [name: string]: string };

const inputs = (pools: Pools) => ({
  owner: "o",
  loadBalancer: { name: "lb", pools: Object.entries(pools).map(([name, address]) => ({ name, protocol: "HTTP", members: [{ address }] })) },
});
const desired = (pools: Pools) => membersOf("octavia:LoadBalancer", inputs(pools));
const resource = (pools: Pools) => ({ type: "octavia:LoadBalancer", name: "lb", id: "1", inputs: inputs(pools), outputs: inputs(pools) });

test("servers of a pool that came while others were written are written", async () => {
  let end = () => {};
  let written: unknown;
  const update = (_id: string, _olds: unknown, news: unknown) =>
    new Promise<{ outs: object }>((done) => {
      written = news;
      end = () => done({ outs: {} });
    });
  const writer = new MemberWriter(() => ({ ...v1("octavia:LoadBalancer"), update }) as DynamicProvider, new EmptyPoolDelay(CLOCK, 0));
  const first = writer.write("o lb", resource({ one: "10.0.0.1" }), desired({ one: "10.0.0.2" }));
  expect(writer.reset()).toEqual(["o lb"]);
  end();
  await first;
  const [state, now] = [resource({ one: "10.0.0.1", two: "10.0.1.1" }), { one: "10.0.0.2", two: "10.0.1.2" }];
  expect(writer.differs("o lb", state, desired(now))).toBe(true);
  const second = writer.write("o lb", state, desired(now));
  end();
  expect(await second).toEqual({ servers: 2 });
  expect(written).toEqual(inputs(now));
});
