import { expect, test } from "vitest";
import { type DynamicProvider, v1 } from "../../../../provider";
import { CLOCK } from "../../../../sdk/watch/terms/clock";
import { membersOf } from "../../../../sdk/watch/terms/pool-members";
import { EmptyPoolDelay } from "../../../../sdk/watch/write/empty-pool-delay";
import { MemberWriter } from "../../../../sdk/watch/write/member-writer";

// A write of the watch that was under way while it read the state of somebody's `up` wrote servers of before over those of that run, and no one
// looked at the pool again.

const pool = (ip: string) => ({ owner: "o", pool: { name: "web", servers: [{ ip: { addr: ip, type: "V4" }, port: 80 }] } });

test("a write that is under way when the state is read anew is looked at again", async () => {
  const ends: (() => void)[] = [];
  const update = () => new Promise<{ outs: object }>((done) => ends.push(() => done({ outs: {} })));
  const open = (): DynamicProvider => ({ ...v1("avi:Pool"), update }) as DynamicProvider;
  const writer = new MemberWriter(open, new EmptyPoolDelay(CLOCK, 0));
  const resource = { type: "avi:Pool", name: "web", id: "admin/web", inputs: pool("10.0.0.1"), outputs: pool("10.0.0.1") };
  const write = writer.write("o avi:Pool web", resource, membersOf("avi:Pool", pool("10.0.0.4")));
  expect(writer.reset()).toEqual(["o avi:Pool web"]);
  ends[0]?.();
  await write;
  expect(writer.reset()).toEqual(["o avi:Pool web"]);
  expect(writer.reset()).toEqual([]);
});
