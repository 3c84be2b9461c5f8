import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { providerText } from "../../provider";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import { Resource } from "../conformance/lib/engine";
import type { Host } from "../conformance/lib/host";
import { OBJECT_TYPES, OWNER, prepareSamples, SAMPLES } from "../conformance/lib/samples";
import { aviConfig, providerHere } from "../support/provider-here";

const OTHER = "ako-other";
const URN = "urn:pulumi:test::conformance::k8s-lb:avi:KubernetesCluster$pulumi-nodejs:dynamic/k8s-lb-avi:Pool::c1--a";

let avi: AviSandbox;
/** The process of an `up`, and that of a `destroy`: there no program declares anything. */
let upping: Host;
let destroying: Host;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  upping = await providerHere(aviConfig(avi));
  destroying = await providerHere(aviConfig(avi));
  await prepareSamples();
});
beforeEach(() => avi.reset());
afterAll(async () => {
  await avi?.close();
});

const names = () =>
  OBJECT_TYPES.flatMap((type) =>
    avi.store
      .list(type)
      .filter((object) => [object.created_by, object.vsvip_cloud_config_cksum, object.description].includes(OWNER))
      .map(({ name }) => `${type}/${String(name)}`),
  );

/** A bundle that the state knows no more, and the state of one of the pools it uses. */
async function lost(kind: string) {
  const sample = SAMPLES.find((one) => one.kind === kind)!;
  await sample.prepare?.({ avi, host: upping });
  await new Resource(upping, kind).up(sample.inputs());
  const pool = new Resource(upping, "avi:Pool");
  const held = avi.store.get("pool", "c1--a")!;
  pool.state = {
    id: "admin/c1--a",
    inputs: {},
    outs: { __provider: providerText("avi:Pool"), owner: OWNER, pool: { name: "c1--a" }, uuids: { "pool/c1--a": held.uuid }, __urn: URN },
  };
  return pool.state;
}

test.each(["avi:L4VS", "avi:SharedVS", "avi:PassthroughVS"])("a destroy removes what is left of %s and still uses a pool", async (kind) => {
  const { id, outs } = await lost(kind);
  await destroying.delete(id, outs);
  expect(names().sort()).toEqual(["pool/c1--b", "pool/c1--c"]);
});

test("a parent and its child that are both left go in their order", async () => {
  const { id, outs } = await lost("avi:SniVS");
  await destroying.delete(id, outs);
  expect(names().filter((name) => !name.startsWith("pool/"))).toEqual([]);
});

test("nothing of others is touched: the error names who refers", async () => {
  const { id, outs } = await lost("avi:L4VS");
  avi.store.patch("virtualservice", "c1--red-svc", { created_by: OTHER } as never);
  const before = names();
  await expect(destroying.delete(id, outs)).rejects.toThrow(/LB2005: .*VirtualService c1--red-svc/s);
  expect(names()).toEqual(before);
});

test("in an `up` nothing is removed but what the program dropped", async () => {
  const { id, outs } = await lost("avi:L4VS");
  const before = names();
  await expect(upping.delete(id, outs)).rejects.toThrow("LB2005");
  expect(names()).toEqual(before);
});

test("a resource that no component of ours made has no known dependents: nothing is removed", async () => {
  const { id, outs } = await lost("avi:L4VS");
  const before = names();
  const alone = URN.replace("k8s-lb:avi:KubernetesCluster$", "");
  await expect(destroying.delete(id, { ...outs, __urn: alone })).rejects.toThrow("LB2005");
  expect(names()).toEqual(before);
});
