// Fields of Mizar: what changes in place, what needs a new object, what is the same in other words, what never works.
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/lifecycle/bodies/json";
import type { Json } from "../../../resources/kind";
import { withValue } from "../lib/fields";
import type { Props } from "../lib/host";
import { fresh, type MizarSample, nameIn, SAMPLES, vpcByHand } from "../lib/mizar-samples";
import { mizarWorld, pathOf, specOf, until, writesSeen } from "../lib/mizar-world";
import { created, expectQuiet, NONE } from "../lib/world";

const world = mizarWorld();
const sample = (kind: string) => SAMPLES.find((one) => one.kind === kind) as MizarSample;
const NET = "metadata.labels.arktos·futurewei·com/network";
const annotation = (name: string) => `metadata.annotations.${name.replaceAll(".", "·")}`;
/** As `changed`, for keys with dots in them. */
const withField = (inputs: Props, path: string, value: Json) =>
  JSON.parse(JSON.stringify(withValue(JSON.parse(JSON.stringify(dotted(inputs))), path, value)).replaceAll("·", ".")) as Props;
const dotted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(dotted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key.replaceAll(".", "·"), dotted(member)]))
      : value;

/** Changes that the API, or the operator, makes on an object in place: another value and the patch that writes it. */
const IN_PLACE: [kind: string, path: string, value: Json, patch: Json][] = [
  ["Vpc", "spec.dividers", 3, { dividers: 3 }],
  ["Subnet", "spec.bouncers", 2, { bouncers: 2 }],
  ["ArktosNetwork", "spec.service.ipam", "Kubernetes", { service: { ipam: "Kubernetes" } }],
  ["ArktosNetwork", "spec.service.cidrs", ["10.10.3.0/24"], { service: { cidrs: ["10.10.3.0/24"] } }],
  ["PlacedPod", annotation("arktos.futurewei.com/network-readiness"), "false", {}],
  ["PlacedPod", annotation("mizar.futurewei.com/network_user_input"), "{}", {}],
  ["PlacedService", "spec.selector", { app: "other" }, { selector: { app: "other" } }],
  ["PlacedService", "spec.sessionAffinity", "ClientIP", { sessionAffinity: "ClientIP" }],
];

test.each(IN_PLACE)("%s %s changes in place", async (kind, path, value, patch) => {
  const inputs = await sample(kind).make(world);
  const resource = await created(world, `mizar:${kind}`, inputs);
  const other = withField(inputs, path, value);
  expect(await resource.preview(other)).toEqual({ changes: true, replaces: [] });
  expect(await resource.up(other)).toBe("updated");
  const [call] = world.proxy.calls.filter(({ method }) => method === "PATCH");
  expect((call?.body as Props | undefined)?.spec ?? {}).toEqual(patch);
  await expectQuiet(resource, other);
  expect(await resource.up(inputs), "and back").toBe(kind === "Subnet" ? "replaced" : "updated");
});

test("an image of a Pod changes in place, with the container as the server holds it", async () => {
  const inputs = await sample("PlacedPod").make(world);
  const resource = await created(world, "mizar:PlacedPod", inputs);
  const other = withValue(inputs, "spec.containers.0.image", "nginx:2");
  expect(await resource.up(other)).toBe("updated");
  expect(await specOf(world, "Pod", nameIn(inputs))).toMatchObject({ containers: [{ name: "nginx", image: "nginx:2" }] });
  await expectQuiet(resource, other);
});

test("ports of a Service change in place, and keep the node ports that the cluster gave", async () => {
  const inputs = withValue(await sample("PlacedService").make(world), "spec.type", "NodePort");
  const resource = await created(world, "mizar:PlacedService", inputs);
  const portsOf = async () => (await specOf(world, "Service", nameIn(inputs))).ports as Props[];
  const [before] = await portsOf();
  const ports: Json = [
    { name: "web", port: 80, targetPort: 9377 },
    { name: "tls", port: 443 },
  ];
  const other = withValue(inputs, "spec.ports", ports);
  expect(await resource.up(other)).toBe("updated");
  expect((await portsOf())[0]?.nodePort).toBe(before?.nodePort);
  await expectQuiet(resource, other);
});

const REPLACING: [kind: string, path: string, value: Json, bag: string][] = [
  ["Vpc", "spec.ip", "10.20.0.0", "spec"],
  ["Vpc", "spec.prefix", 17, "spec"],
  ["Vpc", "metadata.name", "another", "metadata"],
  ["Subnet", "spec.ip", "10.10.2.0", "spec"],
  ["Subnet", "spec.prefix", 25, "spec"],
  ["Subnet", "spec.vpc", "another", "spec"],
  ["ArktosNetwork", "spec.type", "flat", "spec"],
  ["ArktosNetwork", "spec.vpcID", "another", "spec"],
  ["PlacedPod", NET, "another", "metadata"],
  ["PlacedPod", annotation("mizar.com/subnet"), "another", "metadata"],
  ["PlacedPod", "metadata.namespace", "another", "metadata"],
  ["PlacedPod", "spec.containers.0.name", "another", "spec"],
  ["PlacedPod", "spec.containers.0.ports.0.containerPort", 444, "spec"],
  ["PlacedPod", "spec.containers.0.resources.limits.cpu", "2", "spec"],
  ["PlacedPod", "spec.restartPolicy", "Never", "spec"],
  ["PlacedPod", "spec.activeDeadlineSeconds", 60, "spec"],
  ["PlacedService", NET, "another", "metadata"],
  ["PlacedService", annotation("mizar.com/vpc"), "another", "metadata"],
  ["PlacedService", "spec.clusterIP", "10.96.0.99", "spec"],
];

test.each(REPLACING)("%s %s replaces the object", async (kind, path, value, bag) => {
  const inputs = await sample(kind).make(world);
  const resource = await created(world, `mizar:${kind}`, inputs);
  expect(await resource.preview(withField(inputs, path, value))).toEqual({ changes: true, replaces: [bag] });
  expect(world.proxy.calls).toEqual([]);
});

/** Other words for the same. */
const SAME: [kind: string, path: string, value: Json][] = [
  ["Vpc", "spec.prefix", "16"],
  ["Vpc", "spec.dividers", "1"],
  ["Subnet", "spec.prefix", 24],
  ["PlacedPod", "spec.containers.0.resources.limits.cpu", "1"],
  ["PlacedPod", "spec.containers.0.resources.limits.memory", "1024Mi"],
  ["PlacedPod", "metadata.namespace", "default"],
  ["ArktosNetwork", "metadata.annotations.empty", null],
];

test.each(SAME)("%s %s in other words is no change", async (kind, path, value) => {
  const inputs = await sample(kind).make(world);
  const resource = await created(world, `mizar:${kind}`, inputs);
  expect(await resource.preview(withField(inputs, path, value))).toEqual(NONE);
});

test("a clusterIP that is not declared any more stays", async () => {
  const inputs = await sample("PlacedService").make(world);
  const declared = { ...inputs, spec: { ...(inputs.spec as Props), clusterIP: "10.96.77.1" } };
  const resource = await created(world, "mizar:PlacedService", declared);
  expect(await resource.preview(inputs)).toEqual(NONE);
  expect(await resource.up(withValue(inputs, "metadata.labels.team", "b"))).toBe("updated");
  expect(await specOf(world, "Service", nameIn(inputs))).toMatchObject({ clusterIP: "10.96.77.1" });
});

test("a replacement deletes first, waits until it is gone, and makes a new object of the same name", async () => {
  const inputs = await sample("Vpc").make(world);
  const resource = await created(world, "mizar:Vpc", inputs);
  const { uid } = (await world.api("GET", pathOf("Vpc", nameIn(inputs)))).metadata as Props;
  const other = withValue(inputs, "spec.prefix", 20);
  expect(await resource.up(other)).toBe("replaced");
  expect(writesSeen(world)).toEqual(["DELETE vpcs", "POST vpcs"]);
  const { metadata, spec } = (await world.api("GET", pathOf("Vpc", nameIn(inputs)))) as { metadata: Props; spec: Props };
  expect(metadata.uid).not.toBe(uid);
  expect(spec.status).toBe("Provisioned");
  await expectQuiet(resource, other);
});

describe("counts", () => {
  const countOf = async (kind: string, field: string, name: string) =>
    ((await world.api("GET", pathOf(kind))).items as { metadata: Props; spec: Props }[]).filter(
      ({ metadata, spec }) => spec[field] === name && metadata.deletionTimestamp === undefined,
    ).length;

  test("dividers follow up and down", async () => {
    const inputs = await sample("Vpc").make(world);
    const resource = await created(world, "mizar:Vpc", inputs);
    const { vni } = resource.state?.outs ?? {};
    for (const dividers of [3, 1, 2]) {
      await resource.up(withValue(inputs, "spec.dividers", dividers));
      await until(async () => (await countOf("Divider", "vpc", nameIn(inputs))) === dividers);
    }
    expect(resource.state?.outs.vni, "provisioned once").toBe(vni);
  });

  test("bouncers raised by hand are written back, which replaces nothing", async () => {
    const inputs = await sample("Subnet").make(world);
    const resource = await created(world, "mizar:Subnet", inputs);
    await world.api("PATCH", pathOf("Subnet", nameIn(inputs)), { spec: { bouncers: 3 } });
    await resource.refresh();
    expect(await resource.preview(inputs)).toEqual({ changes: true, replaces: [] });
    await resource.up(inputs);
    await expectQuiet(resource, inputs);
  });

  test("fewer bouncers replace the subnet", async () => {
    const inputs = withValue(await sample("Subnet").make(world), "spec.bouncers", 2);
    const resource = await created(world, "mizar:Subnet", inputs);
    expect(await resource.preview(withValue(inputs, "spec.bouncers", 1))).toEqual({ changes: true, replaces: ["spec"] });
  });

  test("a count that is not declared stays as it is", async () => {
    const spec = { vpc: await vpcByHand(world), ip: "10.10.1.0", prefix: 24 };
    const inputs = { owner: "pulumi-k8s-lb:conformance/test/c1/cluster", metadata: { name: fresh("net") }, spec };
    const resource = await created(world, "mizar:Subnet", inputs);
    await world.api("PATCH", pathOf("Subnet", nameIn(inputs)), { spec: { bouncers: 3 } });
    await expectQuiet(resource, inputs);
    const counted = { ...inputs, spec: { ...spec, bouncers: 4 } };
    expect(await resource.up(counted)).toBe("updated");
    expect(await resource.preview(inputs)).toEqual(NONE);
  });
});

/** Every place of a bag, objects and lists included. */
function places(path: string, value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => places(`${path}.${key}`, member))];
}

test.each(SAMPLES)("$kind: what preview cannot know is a change, never a replacement, an error or a call", async ({ kind, make }) => {
  const inputs = await make(world);
  const resource = await created(world, `mizar:${kind}`, inputs);
  const coded = dotted(inputs) as Props;
  for (const path of Object.entries(coded).flatMap(([key, value]) => places(key, value))) {
    expect(await resource.preview(withField(inputs, path, UNKNOWN)), path).toEqual({ changes: true, replaces: [] });
  }
  expect(world.proxy.calls).toEqual([]);
});

const FAULTY: [kind: string, change: (inputs: Props) => Props, text: RegExp][] = [
  ["Vpc", (inputs) => withValue(inputs, "spec.ip", "10.10.0.1"), /LB2060: spec\/ip: .*10\.10\.0\.1\/16 has host bits set.*10\.10\.0\.0/],
  ["Vpc", (inputs) => withValue(inputs, "spec.prefix", 32), /LB2060.*32 is not a prefix length/],
  ["Vpc", (inputs) => withValue(inputs, "metadata.namespace", "other"), /LB2060: metadata\/namespace: .*only works in default/],
  ["Vpc", (inputs) => ({ ...inputs, owner: "" }), /LB2016: owner/],
  ["Vpc", (inputs) => ({ ...inputs, metadata: {} }), /LB2016: metadata\/name/],
  ["Subnet", (inputs) => withValue(inputs, "spec.vpc", ""), /LB2060: spec\/vpc/],
  ["ArktosNetwork", (inputs) => withValue(inputs, "spec.vpcID", ""), /LB2060: spec\/vpcID/],
  ["ArktosNetwork", (inputs) => ({ ...inputs, waitFor: "Soon" }), /LB2060: waitFor: is Soon/],
];

test.each(FAULTY)("%s: what could never work shows at preview (%#)", async (kind, change, text) => {
  const inputs = await sample(kind).make(world);
  await expect(created(world, `mizar:${kind}`, change(inputs))).rejects.toThrow(text);
  expect(writesSeen(world)).toEqual([]);
});

test("a Pod with one of Mizar's two annotations is refused at preview", async () => {
  const inputs = await sample("PlacedPod").make(world);
  delete ((inputs.metadata as Props).annotations as Props)["mizar.com/vpc"];
  await expect(created(world, "mizar:PlacedPod", inputs)).rejects.toThrow(/LB2060: .*mizar\.com\/subnet without mizar\.com\/vpc/);
});
