import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { providerText } from "../../../../provider";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { identified } from "../../../support/identified";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";
import type { Host } from "../../lib/host";
import { OBJECT_TYPES, OWNER, prepareSamples, SAMPLES } from "../../lib/samples";

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

/** A bundle that the state no longer knows, and the state of one of the pools it uses. */
async function lost(kind: string) {
  const sample = SAMPLES.find((one) => one.kind === kind)!;
  await sample.prepare?.({ avi, host: upping });
  await new Resource(upping, kind).up(sample.inputs());
  const pool = new Resource(upping, "avi:Pool");
  const held = avi.store.get("pool", "c1--a")!;
  pool.state = {
    id: "admin/c1--a",
    inputs: {},
    outs: {
      __provider: providerText("avi:Pool"),
      owner: OWNER,
      pool: { name: "c1--a" },
      uuids: { "pool/c1--a": held.uuid },
      ...identified(URN),
    },
  };
  return pool.state;
}

test.each(["avi:L4VS", "avi:SharedVS", "avi:SniVS", "avi:PassthroughVS"])(
  "a destroy leaves %s alone, and names it with the command that removes it",
  async (kind) => {
    const { id, outs } = await lost(kind);
    const before = names();
    const refused = await destroying.delete(id, outs).catch((error: Error) => error.message);
    expect(refused).toMatch(/^LB2005: Pool c1--a: still referred to by \w+ c1--\S+.* \(of pulumi-k8s-lb:conformance\/test\/c1\)\n/);
    const [, first] = /referred to by (\w+ \S+?),? /.exec(String(refused)) ?? [];
    expect(refused).toContain(`k8s-lb orphans --to avi --state FILE... --delete ${first?.replace(" ", "/")}`);
    expect(names()).toEqual(before);
  },
);

test("what others have is no orphan: the error names who refers, and no command of ours", async () => {
  const { id, outs } = await lost("avi:L4VS");
  for (const type of ["poolgroup", "virtualservice", "l4policyset"] as const)
    for (const { name } of avi.store.list(type)) avi.store.patch(type, String(name), { created_by: OTHER } as never);
  const before = names();
  const refused = await destroying.delete(id, outs).catch((error: Error) => error.message);
  expect(refused).toMatch(/^LB2005: .* \(of AKO, marked ako-other\)/);
  expect(refused).not.toContain("--delete");
  expect(names()).toEqual(before);
});

test("in an `up` nothing is removed either", async () => {
  const { id, outs } = await lost("avi:L4VS");
  const before = names();
  await expect(upping.delete(id, outs)).rejects.toThrow("LB2005");
  expect(names()).toEqual(before);
});
