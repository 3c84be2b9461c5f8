import { describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { withValue } from "./lib/fields";
import type { Props } from "./lib/host";
import { nameIn, OWNER, SAMPLES } from "./lib/mizar-samples";
import { created, expectQuiet, mizarWorld, NONE, pathOf, writesSeen } from "./lib/mizar-world";

const world = mizarWorld();
const plural = { Vpc: "vpcs", Subnet: "subnets", ArktosNetwork: "networks", PlacedPod: "pods", PlacedService: "services" };

describe.each(SAMPLES)("$kind", ({ kind, object, make }) => {
  const folder = plural[kind as keyof typeof plural];
  const live = (inputs: Props) => world.api("GET", pathOf(object, nameIn(inputs)));

  test("is made by one write, carries our mark, and has an empty preview afterwards", async () => {
    const inputs = await make(world);
    const resource = new Resource(world.host, `mizar:${kind}`);
    await resource.up(inputs);
    expect(writesSeen(world)).toEqual([`POST ${folder}`]);
    const { metadata } = (await live(inputs)) as { metadata: { labels: Props; annotations: Props } };
    expect(metadata.labels).toMatchObject({ team: "a", "app.kubernetes.io/managed-by": "pulumi-k8s-lb" });
    expect(metadata.annotations).toMatchObject({ note: "one", "pulumi-k8s-lb/owner": OWNER });
    world.proxy.calls.splice(0);
    expect(await resource.preview(inputs)).toEqual(NONE);
    expect(await resource.up(inputs)).toBe("same");
    expect(world.proxy.calls).toEqual([]);
  });

  test("reads back exactly the inputs that were declared, whatever the operator wrote beside them", async () => {
    const inputs = await make(world);
    const resource = await created(world, kind, inputs);
    await expectQuiet(resource, inputs);
    expect(await resource.up(inputs)).toBe("same");
    expect(writesSeen(world)).toEqual([]);
  });

  test("sends nothing in an update that the server holds already", async () => {
    const inputs = await make(world);
    const { state } = await created(world, kind, inputs);
    await world.host.update(state?.id ?? "", state?.outs ?? {}, state?.inputs ?? {});
    expect(writesSeen(world)).toEqual([]);
  });

  test("labels and annotations change in place by one patch of what changed, and are taken out again", async () => {
    const inputs = await make(world);
    const resource = await created(world, kind, inputs);
    const other = withValue(withValue(inputs, "metadata.labels.team", "b"), "metadata.annotations", {
      ...((inputs.metadata as Props).annotations as Props),
      note: undefined,
      more: "two",
    } as never);
    delete ((other.metadata as Props).annotations as Props).note;
    expect(await resource.preview(other)).toEqual({ changes: true, replaces: [] });
    expect(await resource.up(other)).toBe("updated");
    const [patch] = world.proxy.calls.filter(({ method }) => method === "PATCH");
    expect(patch?.body).toEqual({
      metadata: { labels: { team: "b" }, annotations: { note: null, more: "two" }, resourceVersion: expect.any(String) },
    });
    await expectQuiet(resource, other);
  });

  test("what others write is neither drift nor touched", async () => {
    const inputs = await make(world);
    const resource = await created(world, kind, inputs);
    const foreign = { metadata: { labels: { theirs: "x" }, annotations: { "kopf.zalando.org/x": "{}", theirs: "y" } } };
    await world.api("PATCH", pathOf(object, nameIn(inputs)), foreign);
    await expectQuiet(resource, inputs);
    const other = withValue(inputs, "metadata.labels.team", "b");
    await resource.up(other);
    expect(await live(inputs)).toMatchObject(foreign);
    await expectQuiet(resource, other);
  });

  test("drift of a label is found by a refresh and repaired by the next up, also without one", async () => {
    const inputs = await make(world);
    const resource = await created(world, kind, inputs);
    await world.api("PATCH", pathOf(object, nameIn(inputs)), { metadata: { labels: { team: null } } });
    await resource.refresh();
    expect(resource.state?.inputs).not.toHaveProperty("metadata.labels.team");
    expect(await resource.preview(inputs)).toEqual({ changes: true, replaces: [] });
    await resource.up(inputs);
    await expectQuiet(resource, inputs);
    await world.api("PATCH", pathOf(object, nameIn(inputs)), { metadata: { labels: { team: "c" } } });
    const other = withValue(inputs, "metadata.annotations.note", "other");
    await resource.up(other);
    await expectQuiet(resource, other);
  });

  test("is deleted, and deleting it twice is no error", async () => {
    const inputs = await make(world);
    const resource = await created(world, kind, inputs);
    const last = structuredClone(resource.state);
    await resource.destroy();
    expect(writesSeen(world)).toEqual([`DELETE ${folder}`]);
    await expect(live(inputs)).rejects.toThrow("404");
    resource.state = last;
    expect(await resource.refresh()).toBe(false);
    resource.state = last;
    await resource.destroy();
  });

  test("is imported from its id alone, and the program that describes it previews nothing", async () => {
    const inputs = await make(world);
    const first = await created(world, kind, inputs);
    const imported = new Resource(world.host, `mizar:${kind}`);
    await imported.import(first.state?.id ?? "");
    expect(await imported.preview(inputs)).toEqual(NONE);
    expect(await imported.up(inputs)).toBe("same");
    expect(writesSeen(world)).toEqual([]);
    const moved = { ...inputs, owner: "pulumi-k8s-lb:moved/test/c1/cluster" };
    expect(await imported.up(moved)).toBe("updated");
    await expectQuiet(imported, moved);
    await imported.destroy();
  });
});
