// Objects of the real AKO, of four generations, are taken over without a write, changed, and deleted with the stack.
import { expect, test } from "vitest";
import { load, manifestsOf, planOf, RECORDED, type RecordedAdoption } from "../support/adoption";
import { l4Vs } from "../support/planned";
import { freshApi } from "../unit/provider/avi/controller";
import { calls, world, writes } from "./lib/avi-world";
import { EngineStack } from "./lib/stack";

const started = world();

const TYPES = ["httppolicyset", "l4policyset", "pool", "poolgroup", "sslkeyandcertificate", "virtualservice", "vsdatascriptset", "vsvip"];

/** `<type>/<name>` of all that is there of the cluster. */
const remaining = () =>
  TYPES.flatMap((type) => started.avi.store.list(type).map(({ name }) => `${type}/${name}`)).filter((key) => key.includes("/lab--"));

const addresses = () =>
  started.avi.store.list("vsvip").map(({ name, vip }) => [name, (vip as { ip_address?: { addr: string } }[])[0]?.ip_address?.addr]);

async function adopted(set: RecordedAdoption, adopt: unknown = { mark: "keep" }): Promise<EngineStack> {
  await load(set, freshApi(started.avi));
  started.avi.resetCalls();
  const stack = new EngineStack(started.host);
  await stack.up(planOf(set), { adopt });
  return stack;
}

const uuidsIn = (stack: EngineStack) => stack.outs().flatMap(({ uuids = {} }) => Object.keys(uuids as object));

/** Nothing that a refresh would tell, or a preview repair. */
async function expectQuiet(stack: EngineStack, set: RecordedAdoption): Promise<void> {
  expect(await stack.preview(planOf(set))).toEqual([]);
  await stack.refresh();
  expect(stack.outs().filter(({ foreign, __drifted }) => foreign !== undefined || __drifted !== undefined)).toEqual([]);
  expect(await stack.preview(planOf(set))).toEqual([]);
}

test.each(RECORDED)("$name: all $objects objects are taken over and nothing is written", async (set) => {
  const stack = await adopted(set);
  expect(writes(started.avi)).toEqual([]);
  expect(uuidsIn(stack)).toHaveLength(set.objects);
  expect(uuidsIn(stack).sort()).toEqual(remaining().sort());
  await expectQuiet(stack, set);
  expect(writes(started.avi)).toEqual([]);
});

const ADDED = `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: more, namespace: default }
spec:
  ingressClassName: avi-lb
  rules: [{ host: more.avi.internal, http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: api, port: { number: 80 } } } }] } }]
`;

/** One Ingress more, and without a path of a plain host and one of a secure host. */
const changed = (set: RecordedAdoption): string => {
  const before = manifestsOf(set);
  const after = before.replace(/, \{ path: \/(bar|api)[^\]\n]*(?=\])/g, "");
  if (before.length - after.length < 100) throw new Error("no path was taken out");
  return `${after}\n---\n${ADDED}`;
};

test.each(RECORDED)("$name: an Ingress comes, two paths go, and the stack takes all of it away", async (set) => {
  const stack = await adopted(set);
  const before = addresses();
  expect(before.every(([, address]) => address !== undefined)).toBe(true);
  await stack.refresh();
  await stack.up(planOf(set, changed(set)));
  expect(addresses()).toEqual(expect.arrayContaining(before));
  expect(remaining().join()).not.toMatch(/foo\.avi\.internal_bar|secure\.avi\.internal_api/);
  expect(
    started.avi.store
      .list("vsvip")
      .flatMap(({ dns_info }) => JSON.stringify(dns_info))
      .join(),
  ).toContain("more.avi.internal");
  await stack.refresh();
  expect(await stack.preview(planOf(set, changed(set)))).toEqual([]);
  await stack.destroy();
  expect(remaining()).toEqual([]);
  expect(started.avi.store.get("vrfcontext", "global")?.static_routes ?? []).toEqual([]);
});

test("to adopt without keeping the marks puts ours on, once", async () => {
  const set = RECORDED[2] as RecordedAdoption;
  const stack = await adopted(set);
  await stack.up(planOf(set), { adopt: true });
  const marks = started.avi.store.list("virtualservice").map(({ created_by }) => created_by);
  expect(new Set(marks)).toEqual(new Set([l4Vs(planOf(set))[0]?.inputs.owner]));
  started.avi.resetCalls();
  await stack.up(planOf(set), { adopt: true });
  expect(writes(started.avi)).toEqual([]);
  await expectQuiet(stack, set);
});

test("a run that adopts looks before it creates: no POST is refused, and every other run posts first", async () => {
  const set = RECORDED[2] as RecordedAdoption;
  const stack = await adopted(set, true);
  expect(calls(started.avi).filter((call) => call.startsWith("POST"))).toEqual([]);
  await stack.destroy();
  started.avi.resetCalls();
  await new EngineStack(started.host).up(planOf(set));
  const made = calls(started.avi).filter((call) => !call.endsWith("vrfcontext"));
  expect(made.filter((call) => call.startsWith("POST"))).toHaveLength(set.objects);
  // VIPs are looked at again for their addresses, nothing else is
  expect(made.filter((call) => call.startsWith("GET") && call !== "GET vsvip")).toEqual([]);
});
