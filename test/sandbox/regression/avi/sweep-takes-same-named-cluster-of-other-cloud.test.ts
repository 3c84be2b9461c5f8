import { expect, test } from "vitest";
import type { AdoptionQuery } from "../../../../provider";
import { findAdoption } from "../../../../provider";
import { load, planOf, RECORDED, type RecordedAdoption } from "../../../support/adoption";
import { plannedResources } from "../../../support/planned";
import { controller, freshApi, SCOPE } from "../../../unit/provider/avi/controller";

// Two AKO may have clusters of one name in two clouds: the mark is the same, and what the other one serves was offered for removal.

const started = controller();
const [, , SNI] = RECORDED as [RecordedAdoption, RecordedAdoption, RecordedAdoption, RecordedAdoption];

async function report(planned: AdoptionQuery["planned"]) {
  const { url, username, password } = started.avi;
  const env = { AVI_CONTROLLER: url, AVI_USERNAME: username, AVI_PASSWORD: password, AVI_RATE_LIMIT: "off", AVI_TIMEOUT: "77" };
  return findAdoption({ planned, cluster: "lab", naming: SNI.naming }, env);
}

test("what a cluster of the same name has in another cloud is neither left behind nor taken over", async () => {
  const api = freshApi(started.avi);
  const cloud = "vcenter-cloud";
  const existing = { created_by: "ako-lab", cloud_ref: `/api/cloud?name=${cloud}` };
  await api.create("pool", { name: "lab--elsewhere", ...existing }, { ...SCOPE, cloud });
  await api.create("pool", { name: "lab--default-dns-UDP-53", ...existing }, { ...SCOPE, cloud });
  const planned = plannedResources(planOf(SNI));
  const alone = await report(planned);
  expect(alone.left).toEqual([]);
  expect(alone.planned.find(({ key }) => key === "pool/lab--default-dns-UDP-53")?.fate).toBe("new");
  await load(SNI, api);
  const both = await report(planned);
  expect(both.left).toEqual([]);
  expect(both.planned.filter(({ fate }) => fate !== "unchanged")).toEqual([]);
});
