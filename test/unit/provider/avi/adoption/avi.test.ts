import { expect, test } from "vitest";
import type { AdoptionQuery } from "../../../../../provider";
import { findAdoption, sweep } from "../../../../../provider";
import { load, manifestsOf, planOf, RECORDED, type RecordedAdoption } from "../../../../support/adoption";
import { plannedResources } from "../../../../support/planned";
import { controller, count, freshApi } from "../controller";

const started = controller();
let shells = 0;

/** Environment of a shell that names the controller, with a session of its own. */
function shell(): { [name: string]: string } {
  const { url, username, password } = started.avi;
  return { AVI_CONTROLLER: url, AVI_USERNAME: username, AVI_PASSWORD: password, AVI_RATE_LIMIT: "off", AVI_TIMEOUT: `${90 + ++shells}` };
}

const [BETA, , SNI, EVH] = RECORDED as [RecordedAdoption, RecordedAdoption, RecordedAdoption, RecordedAdoption];

const askedOf = (set: Pick<RecordedAdoption, "naming">, manifests?: string): AdoptionQuery => ({
  planned: plannedResources(planOf(set, manifests)),
  cluster: "lab",
  naming: set.naming,
});

async function reported(set: RecordedAdoption, question: AdoptionQuery) {
  await load(set, freshApi(started.avi));
  started.avi.resetCalls();
  const report = await findAdoption(question, shell());
  expect(["POST", "PUT", "DELETE", "PATCH"].map((method) => count(started.avi, method, "/api/"))).toEqual([0, 0, 0, 0]);
  return report;
}

test.each(RECORDED)("$name: the plan of its generation is there as it is, and nothing besides", async (set) => {
  const report = await reported(set, askedOf(set));
  expect(report.planned.filter(({ fate }) => fate !== "unchanged")).toEqual([]);
  expect(report.planned.filter(({ key }) => !key.startsWith("vrfcontext/"))).toHaveLength(set.objects);
  expect(report).toMatchObject({ left: [], addresses: [], notes: [], generation: { naming: set.naming } });
  expect(report.refusal).toBeUndefined();
});

test("one list of each type and mark has everything", async () => {
  await reported(SNI, askedOf(SNI));
  const calls = started.avi.calls().filter(({ path }) => /\/api\/[a-z0-9]+\?/.test(path));
  const lists = calls.map(({ path }) => `${/\/api\/([a-z0-9]+)/.exec(path)?.[1]} ${/created_by=([^&]*)/.exec(path)?.[1]}`);
  expect(lists.length).toBe(new Set(lists).size);
});

test("a change of the specs is told as fields, and what nobody wants any more as left behind", async () => {
  const manifests = manifestsOf(SNI).replace("ports: [{ name: dns, port: 53,", "ports: [{ name: dns, port: 54,");
  const { planned, left, addresses } = await reported(SNI, askedOf(SNI, manifests));
  expect(planned.filter(({ fate }) => fate === "new").map(({ key }) => key)).toEqual(["pool/lab--default-dns-UDP-54"]);
  const service = planned.find(({ key }) => key === "virtualservice/lab--default-dns");
  expect(service).toMatchObject({ fate: "changed", mark: "ako-lab", object: "VirtualService lab--default-dns" });
  expect(service?.changes.map(({ field }) => field).sort()).toEqual(["services[53]", "services[54]"]);
  expect(left.map(({ key }) => key)).toEqual(["pool/lab--default-dns-UDP-53"]);
  expect(left[0]?.held).toMatch(/L4PolicySet lab--default-dns of the plan still refers to it/);
  expect(addresses).toEqual([]);
});

test("a plan of another generation that fits nothing is refused, with the one that fits and the addresses that would change", async () => {
  const report = await reported(EVH, askedOf(SNI));
  expect(report.planned.filter(({ key }) => !key.startsWith("vrfcontext/")).every(({ fate }) => fate === "new")).toBe(true);
  expect(report.generation?.naming).toBe("ako-2-evh");
  expect(report.refusal).toMatch(/^LB2055: 29 objects of cluster lab .*none of the 24 of the plan \(naming ako-2\)/);
  expect(report.refusal).toMatch(/Set `naming: ako-2-evh`, because /);
  expect(report.addresses.map(({ vsVip, from }) => `${vsVip} ${from.vsVip.replace(/[0-9a-f]{40}/, "HASH")}`).sort()).toEqual([
    "lab--Shared-L7-0 lab--Shared-L7-EVH-0",
    "lab--default-dns lab--HASH",
    "lab--default-lb lab--HASH",
  ]);
  expect(report.addresses.find(({ vsVip }) => vsVip === "lab--Shared-L7-0")?.hosts).toContain("secure.avi.internal");
});

test("what a plan of another generation leaves is swept in an order that breaks no host", async () => {
  const { left, generation } = await reported(EVH, askedOf(BETA));
  expect(generation?.naming).toBe("ako-2-evh");
  const parent = left.find(({ key }) => key === "virtualservice/lab--Shared-L7-EVH-0");
  expect(parent?.held).toMatch(/nothing of the plan serves .*secure\.avi\.internal.* yet/);
  const before = await sweep(left, { cluster: "lab" }, shell());
  const stays = (key: string) => started.avi.store.get(...(key.split("/") as [string, string])) !== undefined;
  expect(before.filter(({ outcome }) => outcome === "removed")).toEqual([]);
  expect(left.every(({ key }) => stays(key))).toBe(true);

  // no one wants any of it: all of it goes, and nothing is refused because something still refers to it
  const all = await findAdoption({ planned: [], cluster: "lab", naming: "ako-2" }, shell());
  const swept = await sweep(all.left, { cluster: "lab" }, shell());
  expect(new Set(swept.map(({ outcome }) => outcome))).toEqual(new Set(["removed"]));
  expect(swept).toHaveLength(30);
  expect(swept.at(-1)?.object).toMatch(/^route to .* in VrfContext global$/);
  expect((await sweep(all.left, { cluster: "lab" }, shell())).every(({ outcome }) => outcome === "gone")).toBe(true);
});

test("what somebody has taken since is not swept", async () => {
  const { left } = await reported(SNI, { planned: [], cluster: "lab", naming: "ako-2" });
  started.avi.store.patch("virtualservice", "lab--default-dns", { created_by: "pulumi-k8s-lb:shop/dev/lab/prod" });
  started.avi.store.patch("vsvip", "lab--default-dns", { vsvip_cloud_config_cksum: "pulumi-k8s-lb:shop/dev/lab/prod" });
  const swept = await sweep(left, { cluster: "lab" }, shell());
  const of = (key: string) => swept.find((one) => one.key === key)?.outcome;
  expect(of("virtualservice/lab--default-dns")).toBe("changed");
  expect(of("vsvip/lab--default-dns")).toBe("changed");
  expect(of("l4policyset/lab--default-dns")).toBe("failed");
  expect(of("virtualservice/lab--default-lb")).toBe("removed");
});
