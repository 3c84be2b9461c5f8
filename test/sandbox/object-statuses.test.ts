// The statuses of many objects in one resource: what holds for each of them as a resource of its own holds here.

import { expect, test } from "vitest";
import { UNKNOWN } from "../../provider/lifecycle/bodies/json";
import { objectStatusId } from "../../resources/object-status";
import { providerText } from "../../resources/provider-text";
import { identified } from "../support/identified";
import { Resource } from "./lib/engine";
import { type Host, PROCESS } from "./lib/host";
import { startMizarWorld } from "./lib/mizar-world";
import { addressOf, inputsOf, liveServices, services, statusesOf, textsIn } from "./lib/statuses";
import { created, expectQuiet, failing, NONE, started } from "./lib/world";

const KIND = "kubernetes:ObjectStatuses";
const world = started(() => startMizarWorld({}, {}, undefined, PROCESS));
const writes = () =>
  world.proxy.calls
    .filter(({ method, status }) => method !== "GET" && status < 400)
    .map(({ path }) => path.replace(/^.*services\/|\?.*$/g, ""));
const reads = () => world.proxy.calls.filter(({ method, path }) => method === "GET" && path.includes("/services")).length;
const addresses = async (names: readonly string[]) =>
  (await liveServices(world, names)).map(({ status }) => status.loadBalancer?.ingress?.map(({ ip }) => ip).join());
const patch = (name: string, body: object, manager: string, below = "") =>
  world.api("PATCH", `/api/v1/namespaces/default/services/${name}${below}?fieldManager=${manager}`, body);
const all = (names: readonly string[], ip: string) => statusesOf(...names.map((name) => addressOf(name, ip)));

test("each is written once, after one list, and the preview after a refresh with one list is empty", async () => {
  const names = await services(world, 12);
  const inputs = all(names, "10.0.0.1");
  const resource = new Resource(world.host, KIND);
  world.proxy.calls.splice(0);
  await resource.up(inputs);
  expect(writes().sort()).toEqual(names.map((name) => `${name}/status`).sort());
  expect(reads()).toBe(1);
  expect(await addresses(names)).toEqual(names.map(() => "10.0.0.1"));
  world.proxy.calls.splice(0);
  expect(await resource.up(inputs)).toBe("same");
  expect(world.proxy.calls).toEqual([]);
  await expectQuiet(resource, inputs);
  expect(reads()).toBe(1);
});

test("a change touches the object that it is of, an object that comes or goes no other", async () => {
  const [one = "", two = "", three = ""] = await services(world, 3);
  const before = statusesOf(addressOf(one, "10.0.0.1"), addressOf(two, "10.0.0.2"));
  const resource = await created(world, KIND, before);
  await resource.up(statusesOf(addressOf(one, "10.0.0.1"), addressOf(two, "10.0.0.3")));
  expect(writes()).toEqual([`${two}/status`]);
  world.proxy.calls.splice(0);
  await resource.up(statusesOf(addressOf(one, "10.0.0.1"), addressOf(three, "10.0.0.4")));
  expect(writes()).toEqual([`${two}/status`, `${three}/status`]);
  expect(await addresses([one, two, three])).toEqual(["10.0.0.1", undefined, "10.0.0.4"]);
});

test("fields of others stay, and what somebody else has written is found and repaired at that object alone", async () => {
  const [one = "", two = ""] = await services(world, 2);
  const inputs = statusesOf(addressOf(one, "10.0.0.1"), addressOf(two, "10.0.0.2", { annotations: { ours: "1" } }));
  const resource = await created(world, KIND, inputs);
  await patch(two, { metadata: { annotations: { theirs: "1" } } }, "theirs");
  await expectQuiet(resource, inputs);
  await patch(one, { status: { loadBalancer: null } }, "theirs", "/status");
  await resource.refresh();
  expect(await resource.preview(inputs)).toEqual({ changes: true, replaces: [] });
  world.proxy.calls.splice(0);
  await resource.up(inputs);
  expect(writes()).toEqual([`${one}/status`]);
  await expectQuiet(resource, inputs);
  await resource.destroy();
  const remaining = await liveServices(world, [one, two]);
  expect(remaining.map(({ status, metadata }) => [status.loadBalancer ?? {}, metadata.annotations])).toEqual([
    [{}, undefined],
    [{}, { theirs: "1" }],
  ]);
});

test("what cannot be written is named, each object; the rest is written and in the state, and the next run does the others alone", async () => {
  const [one = "", two = "", three = ""] = await services(world, 3);
  await patch(two, { status: { loadBalancer: { ingress: [{ ip: "10.1.1.1" }] } } }, "other-controller", "/status");
  const inputs = statusesOf(...[one, two, three, "absent"].map((name) => addressOf(name, "10.0.0.1")));
  const resource = new Resource(world.host, KIND);
  const { message } = await failing(resource.up(inputs));
  expect(message).toMatch(/2 of 4 statuses were not written:/);
  expect(message).toMatch(new RegExp(`LB2130: Service default/${two}: .*other-controller`));
  expect(message).toContain("LB2105: Service default/absent: there is no such object");
  expect(Object.keys(textsIn(resource.state?.outs))).toEqual([one, three].map((name) => `Service/default/${name}`));
  expect(await addresses([one, two, three])).toEqual(["10.0.0.1", "10.1.1.1", "10.0.0.1"]);
  world.proxy.calls.splice(0);
  const forced = statusesOf(...[one, two, three].map((name) => addressOf(name, "10.0.0.1", { force: true })));
  expect(await resource.up(forced)).toBe("updated");
  expect(writes()).toEqual([`${two}/status`]);
  await expectQuiet(resource, forced);
});

test("a take-over is remembered: later runs change the value, and a destroy removes it, although the other writer is still entered", async () => {
  const [one = ""] = await services(world, 1);
  await patch(one, { status: { loadBalancer: { ingress: [{ ip: "10.0.0.1" }] } } }, "ako", "/status");
  const resource = await created(world, KIND, statusesOf(addressOf(one, "10.0.0.1", { force: true })));
  await resource.up(statusesOf(addressOf(one, "10.0.0.1")));
  await resource.refresh();
  await resource.up(statusesOf(addressOf(one, "10.0.0.2")));
  expect(await addresses([one])).toEqual(["10.0.0.2"]);
  await resource.destroy();
  expect(await addresses([one])).toEqual([undefined]);
});

test("an object that has gone is no entry after a refresh, and without any the resource is gone", async () => {
  const [one = "", two = ""] = await services(world, 2);
  const resource = await created(world, KIND, all([one, two], "10.0.0.1"));
  const path = (name: string) => `/api/v1/namespaces/default/services/${name}`;
  await world.api("DELETE", path(one));
  await resource.refresh();
  expect(Object.keys(textsIn(resource.state?.outs))).toEqual([`Service/default/${two}`]);
  const absent = statusesOf(addressOf(one, "10.0.0.1", { ifPresent: true }), addressOf(two, "10.0.0.1"));
  expect(await resource.up(absent)).toBe("updated");
  await world.api("DELETE", path(two));
  expect(await resource.refresh()).toBe(false);
});

test("an entry that preview does not know leaves all others as they are", async () => {
  const [one = "", two = ""] = await services(world, 2);
  const inputs = all([one, two], "10.0.0.1");
  const resource = await created(world, KIND, inputs);
  const unknown = inputsOf({ ...textsIn(inputs), [`Service/default/${one}`]: UNKNOWN });
  const { inputs: checked, failures } = await world.host.check(inputs, { ...unknown, __provider: providerText(KIND) });
  expect([checked.objects, textsIn(checked), failures]).toEqual([UNKNOWN, textsIn(unknown), []]);
  expect(await resource.preview(unknown)).toEqual({ changes: true, replaces: [] });
  // and one of a load balancer that has failed stays as it is in the state
  const failed = inputsOf({ ...textsIn(inputs), [`Service/default/${one}`]: "", "Service/default/new": "" });
  expect(await resource.preview(failed)).toEqual(NONE);
  expect(await resource.up(failed)).toBe("same");
  expect(resource.state?.inputs).toMatchObject(inputs);
});

test("inputs that can never work fail at preview, at their entry", async () => {
  const check = async (text: string) => {
    const { failures } = await world.host.check({}, { ...inputsOf({ "Service/default/a": text }), __provider: providerText(KIND) });
    return failures.map(({ reason }) => reason);
  };
  expect(await check("[")).toEqual(["LB2016: objects/Service/default/a: the JSON of an ObjectStatus is expected"]);
  expect(await check('{"apiVersion":"v1","kind":"Service","name":"a"}')).toEqual([
    "LB2016: objects/Service/default/a/status: give status, annotations, or both: there is nothing to write",
  ]);
  await expect(new Resource(world.host, KIND).import("statuses")).rejects.toThrow("LB2021");
});

test("statuses of earlier resources, one for each object, pass to it without a write", async () => {
  const names = await services(world, 4);
  const entries = names.map((name, i) => addressOf(name, "10.0.0.1", i === 0 ? { annotations: { note: "1" } } : {}));
  const urn = (name: string) => `urn:pulumi:dev::shop::k8s-lb:avi:KubernetesCluster$pulumi-nodejs:dynamic/k8s-lb-kubernetes:${name}`;
  const held = entries.map((entry) => ({ ...entry, ...identified(urn(`ObjectStatus::prod-${objectStatusId(entry)}-status`)) }));
  const earlier: Resource[] = [];
  for (const inputs of held) earlier.push(await created(world, "kubernetes:ObjectStatus", inputs));
  const run: Host = await world.another();
  let last: Resource["state"];
  try {
    const resource = new Resource(run, KIND);
    const inputs = { ...statusesOf(...entries), ...identified(urn("ObjectStatuses::prod-Service-statuses-0")) };
    world.proxy.calls.splice(0);
    await resource.up(inputs);
    for (const { state } of earlier) {
      const old = new Resource(run, "kubernetes:ObjectStatus");
      old.state = state;
      await old.destroy();
    }
    expect(writes()).toEqual([]);
    expect(reads()).toBe(1);
    expect(await addresses(names)).toEqual(names.map(() => "10.0.0.1"));
    await resource.up({ ...inputs, ...statusesOf(...entries.map((entry) => addressOf(entry.name, "10.0.0.2"))) });
    expect(await addresses(names)).toEqual(names.map(() => "10.0.0.2"));
    last = resource.state;
  } finally {
    run.stop();
  }
  const next = await world.another();
  const resource = new Resource(next, KIND);
  resource.state = last;
  await resource.destroy().finally(() => next.stop());
  expect(await addresses(names)).toEqual(names.map(() => undefined));
});
