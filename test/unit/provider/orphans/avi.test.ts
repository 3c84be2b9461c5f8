import { expect, test } from "vitest";
import { findOrphans, readStates } from "../../../../provider";
import { controller, freshApi, SCOPE } from "../avi/controller";

const started = controller();

test("what carries our mark and is in no state", async () => {
  const api = freshApi(started.avi);
  const mark = "pulumi-k8s-lb:shop/dev/c1";
  const { object: held } = await api.create("pool", { name: "held", created_by: mark }, SCOPE);
  const { object: lost } = await api.create("pool", { name: "lost", created_by: mark }, SCOPE);
  await api.create("pool", { name: "theirs", created_by: "ako-c1" }, SCOPE);
  await api.create("vsvip", { name: "vip", vsvip_cloud_config_cksum: mark, vip: [{ vip_id: "1", auto_allocate_ip: true }] }, SCOPE);
  await api.create("healthmonitor", { name: "hm", type: "HEALTH_MONITOR_TCP", description: mark }, SCOPE);

  const state = { deployment: { resources: [{ id: "admin/held", outputs: { uuids: { pool: held.uuid } } }] } };
  const env = environment();
  const found = await findOrphans("avi", readStates([JSON.stringify(state)]), "", env);
  expect(found.orphans.map(({ type, name }) => `${type} ${name}`)).toEqual(["HealthMonitor hm", "Pool lost", "VsVip vip"]);
  expect(found.orphans[1]).toMatchObject({ id: lost.uuid, owner: mark, changed: expect.stringMatching(/^20\d\d-\d\d-/) });
  expect(found.held).toBe(1);
});

/** Environment of a shell that names the controller. */
function environment(): { [name: string]: string } {
  const { url, username, password } = started.avi;
  return { AVI_CONTROLLER: url, AVI_USERNAME: username, AVI_PASSWORD: password, AVI_RATE_LIMIT: "off", AVI_TIMEOUT: "59" };
}
