import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pass } from "../../../campaigns/lib/fault-proxy";
import { OCTAVIA_SUBJECTS, type OctaviaCampaign, octaviaCampaign } from "../../../campaigns/lib/worlds/octavia";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";

const subject = OCTAVIA_SUBJECTS.find(({ title }) => title.includes("floating IP"));
const world = {} as OctaviaCampaign;
beforeAll(async () => void Object.assign(world, await octaviaCampaign()));
beforeEach(() => world.reset());
afterAll(() => world.stop());

const MARK = "[pulumi-k8s-lb:conformance/test/c1]";

async function made() {
  const inputs = (await subject?.make(world)) ?? {};
  const resource = new Resource(await world.runs.steady(), "octavia:LoadBalancer");
  await resource.up(inputs);
  return { inputs, resource };
}

const first = async (path: string, key: string): Promise<Props> => ((await world.api("GET", path))[key] as Props[])[0] ?? {};
const floatingIp = () => first("/v2.0/floatingips", "floatingips");
const group = async () => first("/v2.0/security-groups?name=kube-sg", "security_groups");
const change = async (type: string, key: string, of: Promise<Props>, body: Props) =>
  world.api("PUT", `/v2.0/${type}/${(await of).id}`, { [key]: body });

/** The description was compared with itself, so that neither another one nor a wiped mark was ever written. */
test("the description of a floating IP follows the program", async () => {
  const { inputs, resource } = await made();
  await resource.up({ ...inputs, floatingIp: { ...(inputs.floatingIp as Props), description: "for the web" } });
  expect((await floatingIp()).description).toBe(`for the web ${MARK}`);
});

test.each([
  ["the mark of a floating IP", () => change("floatingips", "floatingip", floatingIp(), { description: "" }), floatingIp],
  ["the mark of a security group", () => change("security-groups", "security_group", group(), { description: "" }), group],
] as const)("%s that somebody has wiped is told and restored", async (_, wipe, held) => {
  const { inputs, resource } = await made();
  await wipe();
  await resource.refresh();
  expect(await resource.preview(inputs)).toEqual({ changes: true, replaces: [] });
  await resource.up(inputs);
  expect((await held()).description).toBe(`for web ${MARK}`);
  expect(await resource.refresh()).toBe(true);
  expect(await resource.preview(inputs)).toEqual({ changes: false, replaces: [] });
});

test("a floating IP without its mark goes with its load balancer all the same", async () => {
  const { resource } = await made();
  await change("floatingips", "floatingip", floatingIp(), { description: "" });
  await resource.destroy();
  expect(await floatingIp()).toEqual({});
});

test("a floating IP that somebody else has marked stays", async () => {
  const { resource } = await made();
  await change("floatingips", "floatingip", floatingIp(), { description: "[pulumi-k8s-lb:other/dev/c9]" });
  await resource.destroy();
  expect((await floatingIp()).description).toBe("[pulumi-k8s-lb:other/dev/c9]");
});

/** The container went first, and nothing else led to what stood in it. */
test("secrets that one run could not delete go with the next", async () => {
  const { resource } = await made();
  world.front.on(({ method, path }) =>
    method === "DELETE" && path.startsWith("/v1/secrets") ? ({ reply }) => reply({ status: 403, body: "{}" }) : pass,
  );
  await expect(resource.destroy()).rejects.toThrow("LB2010");
  world.front.on(undefined);
  await resource.destroy();
  expect(await first("/v1/secrets", "secrets")).toEqual({});
});
