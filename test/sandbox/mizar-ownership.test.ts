// Objects of Mizar that are not ours, or not any more: refused, adopted, or provisioned after all.
import { describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { withValue } from "./lib/fields";
import type { Props } from "./lib/host";
import { fresh, nameIn, OWNER, SAMPLES } from "./lib/mizar-samples";
import { mizarWorld, pathOf, specOf, writesSeen } from "./lib/mizar-world";
import { created, expectQuiet, failing } from "./lib/world";

const world = mizarWorld();
const STRANGER = "pulumi-k8s-lb:other/dev/c9/cluster";

const patched = (object: string, inputs: Props, patch: object) => world.api("PATCH", pathOf(object, nameIn(inputs)), patch);
const owned = (owner: string | null) => ({ metadata: { annotations: { "pulumi-k8s-lb/owner": owner } } });

describe.each(SAMPLES)("$kind", ({ kind, object, make }) => {
  const another = () => new Resource(world.host, `mizar:${kind}`);

  test.each([
    ["another program", owned(STRANGER), STRANGER],
    ["Helm", { metadata: { annotations: { "pulumi-k8s-lb/owner": null }, labels: { "app.kubernetes.io/managed-by": "Helm" } } }, "Helm"],
    [
      "nobody we know",
      { metadata: { annotations: { "pulumi-k8s-lb/owner": null }, labels: { "app.kubernetes.io/managed-by": null } } },
      "no owner mark",
    ],
  ])("a name that %s has is refused by naming whose it is, and untouched", async (_who, patch, named) => {
    const inputs = await make(world);
    await created(world, `mizar:${kind}`, inputs);
    await patched(object, inputs, patch);
    const failed = await failing(another().up(inputs));
    expect(failed.message).toMatch(/^LB2003: /);
    expect(failed.message).toContain(nameIn(inputs));
    expect(failed.message).toContain(named);
    expect(failed.partial).toBeUndefined();
    expect(writesSeen(world)).toEqual([]);
  });

  test("adopt takes it over, keeps what others wrote and repairs the rest", async () => {
    const inputs = await make(world);
    await created(world, `mizar:${kind}`, inputs);
    await patched(object, inputs, { metadata: { labels: { team: "z", theirs: "x" }, ...owned(STRANGER).metadata } });
    const second = another();
    const adopting = { ...inputs, adopt: true };
    await second.up(adopting);
    expect(await world.api("GET", pathOf(object, nameIn(inputs)))).toMatchObject({
      metadata: { labels: { team: "a", theirs: "x" }, annotations: { "pulumi-k8s-lb/owner": OWNER } },
    });
    await expectQuiet(second, adopting);
  });

  test("one that somebody created again under the name is not ours", async () => {
    const inputs = await make(world);
    const resource = await created(world, `mizar:${kind}`, inputs);
    const held = (await world.api("GET", pathOf(object, nameIn(inputs)))) as { apiVersion: string; kind: string; spec: Props };
    await resource.destroy();
    const { name } = inputs.metadata as { name: string };
    const spec = kind === "PlacedService" ? { ports: held.spec.ports } : kind === "PlacedPod" ? inputs.spec : held.spec;
    const last = await created(world, `mizar:${kind}`, inputs);
    const state = structuredClone(last.state);
    await last.destroy();
    await world.api("POST", pathOf(object), { apiVersion: held.apiVersion, kind: held.kind, metadata: { name }, spec });
    const stale = another();
    stale.state = state;
    world.proxy.calls.splice(0);
    await expect(stale.destroy()).rejects.toThrow("LB2003");
    expect(writesSeen(world)).toEqual([]);
  });
});

test("one that could never become the declared one is not adopted", async () => {
  const inputs = { owner: OWNER, metadata: { name: fresh("vpc") }, spec: { ip: "10.10.0.0", prefix: 16 } };
  await created(world, "mizar:Vpc", inputs);
  await patched("Vpc", inputs, owned(STRANGER));
  const other = { ...inputs, adopt: true, spec: { ip: "10.30.0.0", prefix: 16 } };
  const failed = await failing(new Resource(world.host, "mizar:Vpc").up(other));
  expect(failed.message).toMatch(/LB2061: Vpc default\/vpc-\d+ \/spec\/ip/);
  expect(failed.partial).toBeUndefined();
});

test("one that was made without spec.status, so that the operator never looked at it, is provisioned when it is adopted", async () => {
  const inputs = { owner: OWNER, adopt: true, metadata: { name: fresh("vpc") }, spec: { ip: "10.10.0.0", prefix: 16 } };
  await world.api("POST", pathOf("Vpc"), { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: inputs.metadata, spec: inputs.spec });
  const resource = await created(world, "mizar:Vpc", inputs);
  expect(await specOf(world, "Vpc", nameIn(inputs))).toMatchObject({ status: "Provisioned" });
  await expectQuiet(resource, inputs);
});

test("one that is provisioned keeps its vni when it is adopted, changed and changed again", async () => {
  const inputs = { owner: OWNER, adopt: true, metadata: { name: fresh("vpc") }, spec: { ip: "10.10.0.0", prefix: 16 } };
  const first = await created(world, "mizar:Vpc", inputs);
  const { vni } = await specOf(world, "Vpc", nameIn(inputs));
  await patched("Vpc", inputs, owned(STRANGER));
  const second = await created(world, "mizar:Vpc", inputs);
  await second.up(withValue(inputs, "metadata.name", nameIn(inputs)));
  await second.up({ ...inputs, metadata: { ...inputs.metadata, labels: { more: "x" } } });
  expect((await specOf(world, "Vpc", nameIn(inputs))).vni).toBe(vni);
  expect(second.state?.outs.vni).toBe(first.state?.outs.vni);
});
