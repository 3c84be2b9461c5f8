import { afterAll, beforeAll } from "vitest";
import { withValue } from "../../sandbox/lib/fields";
import type { Props } from "../../sandbox/lib/host";
import { OCTAVIA_KINDS } from "../../sandbox/lib/octavia-kinds";
import { startOctavia } from "../../sandbox/lib/octavia-world";
import { campaign } from "../lib/campaign";
import { ownershipCases, SAMPLE } from "./case";
import type { Grounds, HeldObject } from "./grounds";

const target = {} as Awaited<ReturnType<typeof startOctavia>>;
beforeAll(async () => void Object.assign(target, await startOctavia()));
afterAll(() => target.stop());

const TYPES = ["listeners", "pools", "healthmonitors", "l7policies"];

const list = async (type: string): Promise<Props[]> => (await target.api("GET", `/${type}`))[type] as Props[];
const heldOf = (object: Props): HeldObject => ({
  id: String(object.id),
  text: JSON.stringify(object),
  marks: (object.tags as string[]).filter((tag) => tag.startsWith("pulumi-k8s-lb:")),
});

const grounds: Grounds<typeof target> = {
  target,
  kinds: OCTAVIA_KINDS,
  make: async (kind, tag, end) => withValue(await kind.make(target), "loadBalancer.name", `${tag}-web${end}`),
  async held(tag) {
    const held = (await list("loadbalancers")).filter(({ name }) => String(name).startsWith(`${tag}-`)).map(heldOf);
    // children name what they belong to by its id
    for (const type of TYPES) {
      const children = (await list(type)).map(heldOf);
      held.push(...children.filter(({ text }) => held.some(({ id }) => text.includes(id))));
    }
    return held;
  },
};

campaign("ownership on OpenStack Octavia", ownershipCases(grounds), { sample: SAMPLE, limitMs: 30_000 });
