// States of the form before 0024 (docs/decisions): URN and specs in two properties, and no hidden text compressed.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { plainText } from "../../resources/compressed";
import { identityIn, identityText } from "../../resources/identity";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import { aviConfig, runHere } from "../support/provider-here";
import { Resource, type State } from "./lib/engine";
import type { Host, Props } from "./lib/host";
import { OBJECT_TYPES, OWNER, poolInputs, prepareSamples, SAMPLES } from "./lib/samples";

let avi: AviSandbox;
let host: Host;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  await prepareSamples();
});
beforeEach(() => {
  avi.reset();
  host = runHere(aviConfig(avi));
});
afterAll(() => avi?.close());

const specs = ["Ingress shop/web, path /"];
const urnOf = (kind: string) => `urn:pulumi:dev::shop::k8s-lb:avi:KubernetesCluster$pulumi-nodejs:dynamic/k8s-lb-${kind}::one`;
const declaredNow = (kind: string, inputs: Props): Props => ({ ...inputs, __origin: identityText(urnOf(kind), specs) });

/** Properties as an earlier release has written them. */
function earlier(properties: Props): Props {
  const { __origin: _origin, ...rest } = properties;
  const { urn, specs } = identityIn(properties);
  const plain = (value: unknown): unknown => {
    if (typeof value === "string") return plainText(value);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  };
  return { ...(plain(rest) as Props), __urn: urn, ...(specs === undefined ? {} : { __specs: specs as string[] }) };
}

const inEarlierForm = ({ id, inputs, outs }: State): State => ({ id, inputs: earlier(inputs), outs: earlier(outs) });

const ours = () =>
  OBJECT_TYPES.flatMap((type) =>
    avi.store
      .list(type)
      .filter((one) => [one.created_by, one.vsvip_cloud_config_cksum, one.description].includes(OWNER))
      .map(({ name }) => `${type}/${String(name)}`),
  );

/** A resource that an earlier release has made. */
async function made(kind: string, inputs: Props): Promise<Resource> {
  const resource = new Resource(host, kind);
  await resource.up(declaredNow(kind, inputs));
  resource.state = inEarlierForm(resource.state as State);
  return resource;
}

test.each(SAMPLES)("a state of $kind is compared, refreshed and deleted", async (sample) => {
  const { kind } = sample;
  await sample.prepare?.({ avi, host });
  const others = ours();
  const inputs = sample.inputs();
  const resource = await made(kind, inputs);
  expect(resource.state?.outs).toMatchObject({ __urn: urnOf(kind), __specs: specs });

  const writes = avi.calls().length;
  expect(await resource.preview(declaredNow(kind, inputs))).toEqual({ changes: false, replaces: [] });
  expect(await resource.up(declaredNow(kind, inputs))).toBe("same");
  expect(await resource.refresh()).toBe(true);
  expect(await resource.preview(declaredNow(kind, inputs))).toEqual({ changes: false, replaces: [] });
  const methods = avi
    .calls()
    .slice(writes)
    .map(({ method }) => method);
  expect(methods.filter((method) => ["PUT", "PATCH", "DELETE"].includes(method))).toEqual([]);
  // the refresh brings the state into the form of today
  expect(resource.state?.outs).not.toHaveProperty("__urn");
  expect(identityIn(resource.state?.outs ?? {})).toEqual({ urn: urnOf(kind), specs });

  // in a destroy no program declares anything
  const going = new Resource(runHere(aviConfig(avi)), kind);
  going.state = inEarlierForm(resource.state as State);
  await going.destroy();
  expect(ours()).toEqual(others);
});

test("an inventory in plain text is no change, and still stops a mass deletion", async () => {
  const names = Array.from({ length: 200 }, (_, at) => `pool/c1--team-${at}`);
  const inventory = new Resource(host, "avi:Inventory");
  const declared = (of: string[]) => ({ __names: JSON.stringify(of), __origin: identityText(urnOf("avi:Inventory")) });
  await inventory.up(declared(names));
  inventory.state = inEarlierForm(inventory.state as State);
  expect(await inventory.preview(declared(names))).toEqual({ changes: false, replaces: [] });
  expect(await inventory.refresh()).toBe(true);
  await expect(inventory.preview(declared(names.slice(0, 20)))).rejects.toThrow("LB2017");
});

test("what an earlier release has made is updated in place", async () => {
  const resource = await made("avi:Pool", poolInputs("c1--earlier"));
  const [before] = avi.store.list("pool");
  expect(await resource.up(declaredNow("avi:Pool", poolInputs("c1--earlier", { default_server_port: 9090 })))).toBe("updated");
  expect(avi.store.list("pool")).toMatchObject([{ uuid: before?.uuid, default_server_port: 9090 }]);
});
