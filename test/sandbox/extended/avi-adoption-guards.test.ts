// Guards of the adoption of the objects of AKO: the preview, refusals, and AKO that still writes.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hiddenText, shownValue } from "../../../resources/hidden";
import { ADOPTION } from "../../../resources/inventory";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { load, planOf, RECORDED, type RecordedAdoption } from "../../support/adoption";
import { identified } from "../../support/identified";
import { plannedResources } from "../../support/planned";
import { freshApi } from "../../unit/provider/avi/controller";
import { environment, writes } from "../lib/avi-world";
import { Resource } from "../lib/engine";
import { type EngineLog, engineLog } from "../lib/engine-log";
import { type Host, type Props, startHost } from "../lib/host";
import { EngineStack } from "../lib/stack";

// Preview of a run that adopts, and the owners that may still change objects adopted with the marks of AKO.

let avi: AviSandbox;
let log: EngineLog;
let host: Host;

beforeAll(async () => {
  [avi, log] = await Promise.all([startAviSandbox({ rateLimit: "off" }), engineLog()]);
  host = await startHost({ env: environment(avi), engine: log.address });
});
beforeEach(() => {
  avi.reset();
  avi.resetCalls();
  log.lines.length = 0;
});
afterAll(async () => {
  host?.stop();
  log?.stop();
  await avi?.close();
});

const [, , SNI, EVH] = RECORDED as [RecordedAdoption, RecordedAdoption, RecordedAdoption, RecordedAdoption];
const KEEP = { mark: "keep" };

/** The inventory of a component, as it tells it in a run that adopts and in any other. */
function inventory(set: Pick<RecordedAdoption, "naming">, adopts: boolean, names = Object.keys(aviObjects(planOf(set)).owners)): Props {
  const adoption = { planned: plannedResources(planOf(set)), cluster: "lab", naming: set.naming };
  const deed = { adopt: KEEP, [ADOPTION]: hiddenText(adoption) };
  return { names, ...identified("urn:x"), owner: "pulumi-k8s-lb:shop/dev/lab/prod", ...(adopts ? deed : {}) };
}

const reported = () => log.lines.join("\n");

test.each([
  ["one text", (text: unknown) => text],
  ["a map, as one with unknown values is", shownValue],
])("a preview tells what is adopted, and writes nothing: the plan is %s", async (_form, given) => {
  await load(SNI, freshApi(avi));
  avi.resetCalls();
  const resource = new Resource(host, "avi:Inventory");
  const inputs = inventory(SNI, true);
  await resource.up({ ...inputs, [ADOPTION]: given(inputs[ADOPTION]) } as Props);
  expect(resource.state?.inputs).toMatchObject({ owner: inputs.owner });
  expect(resource.state?.inputs).not.toHaveProperty(ADOPTION);
  expect(reported()).toContain("of 25 objects this run adopts 25 as they are, 0 with changes, 0 made new; 0 of the cluster left behind");
  expect(writes(avi)).toEqual([]);
  // the next run sends no request
  avi.resetCalls();
  await resource.up(inventory(SNI, false));
  expect(avi.calls()).toEqual([]);
});

test("a plan that fits nothing of what is there is refused, and one that fits in part is told so", async () => {
  await load(EVH, freshApi(avi));
  await expect(new Resource(host, "avi:Inventory").up(inventory(SNI, true))).rejects.toThrow(/LB2055.*\n.*Set `naming: ako-2-evh`/);
  avi.reset();
  await load(SNI, freshApi(avi));
  await new Resource(host, "avi:Inventory").up(inventory({ naming: "ako-1.2" }, true));
  expect(reported()).toMatch(/LB2056: what exists looks like naming ako-2, and the plan is made with ako-1\.2/);
  expect(reported()).toMatch(/Pool lab--default-dns-53 is made new/);
  expect(reported()).toMatch(/L4PolicySet lab--default-dns is left behind/);
});

test("the guard against mass deletion counts what was adopted with its marks", async () => {
  const stack = await adopted();
  const resource = new Resource(host, "avi:Inventory");
  await resource.up(inventory(SNI, true));
  await resource.up(inventory(SNI, false));
  await resource.refresh();
  await expect(resource.up(inventory(SNI, false, []))).rejects.toThrow(/LB2017: 2[45] of 2[45] objects would be deleted/);
  await stack.destroy();
});

async function adopted(): Promise<EngineStack> {
  await load(SNI, freshApi(avi));
  const stack = new EngineStack(host);
  await stack.up(planOf(SNI), { adopt: KEEP });
  return stack;
}

test("what AKO writes again is AKO's: it is shown, and neither changed nor deleted", async () => {
  const stack = await adopted();
  avi.store.patch("virtualservice", "lab--default-dns", { cloud_config_cksum: "1" });
  await stack.refresh();
  expect(stack.outs().flatMap(({ foreign }) => foreign ?? [])).toEqual(["ako-lab"]);
  expect(await stack.preview(planOf(SNI))).toEqual(["avi:L4VS lab--default-dns"]);
  await expect(stack.up(planOf(SNI))).rejects.toThrow(
    "LB2004: VirtualService lab--default-dns: belonged to this stack and now has the owner mark ako-lab",
  );
  await stack.up(planOf(SNI), { adopt: true });
  await stack.destroy();
});

test("a mark of AKO that somebody takes off is told, and ours comes in its place", async () => {
  const stack = await adopted();
  avi.store.patch("pool", "lab--default-dns-UDP-53", { created_by: "" });
  await stack.refresh();
  expect(reported()).toContain("owner mark of Pool lab--default-dns-UDP-53 taken off by hand");
  await stack.up(planOf(SNI));
  expect(avi.store.get("pool", "lab--default-dns-UDP-53")?.created_by).toBe("pulumi-k8s-lb:shop/dev/lab/prod");
  expect(avi.store.get("pool", "lab--default-lb-TCP-9000")?.created_by).toBe("ako-lab");
  await stack.destroy();
});
