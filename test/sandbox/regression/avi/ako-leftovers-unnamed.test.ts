import { beforeAll, expect, test } from "vitest";
import { findMarked, readStates } from "../../../../provider";
import { freshApi, SCOPE } from "../../../unit/provider/avi/controller";
import { environment, world } from "../../lib/avi-world";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { OWNER, prepareSamples, SAMPLES } from "../../lib/samples";

// Objects that AKO leaves behind block our changes, under a mark that `orphans` never looked for.

const started = world();
const NONE = readStates([]);
let shells = 0;
/** As the environment of a shell, with a session of its own. */
const shell = () => ({ ...environment(started.avi), AVI_TIMEOUT: String(61 + ++shells) });

const persistence = { persistence_type: "PERSISTENCE_TYPE_CLIENT_IP_ADDRESS", ip_persistence_profile: {} };

function leftBehind(): void {
  const put = (type: string, body: object) => started.avi.store.put(type, body as never);
  put("httppolicyset", { name: "lab--default-web", created_by: "ako-lab" });
  put("pool", { name: "lab--web", created_by: "ako-lab" });
  put("vsvip", { name: "lab--Shared-L7-0", vsvip_cloud_config_cksum: "3831060783" });
  put("applicationpersistenceprofile", { name: "lab--cookie", ...persistence });
  put("stringgroup", { name: "ako-lab-0a1b", type: "SG_TYPE_STRING", markers: [{ key: "created_by", values: ["ako-lab"] }] });
  // of others: ours now, of another cluster, of no one we know
  put("vsvip", { name: "lab--ours", vsvip_cloud_config_cksum: OWNER });
  put("vsvip", { name: "lab2--Shared-L7-0", vsvip_cloud_config_cksum: "1" });
  put("pool", { name: "lab2--web", created_by: "ako-lab2" });
  put("stringgroup", { name: "lab--free", type: "SG_TYPE_STRING" });
}

test("its mark lists everything it left, also what only the names tell", async () => {
  leftBehind();
  const { orphans, held } = await findMarked("avi", NONE, "ako-lab", shell());
  expect(orphans.map(({ type, name, owner }) => `${type} ${name} ${owner || "by name"}`)).toEqual([
    "ApplicationPersistenceProfile lab--cookie by name",
    "HTTPPolicySet lab--default-web ako-lab",
    "Pool lab--web ako-lab",
    "StringGroup ako-lab-0a1b ako-lab",
    "VsVip lab--Shared-L7-0 by name",
  ]);
  expect(held).toBe(0);
  const [, policy] = orphans;
  const state = JSON.stringify({ deployment: { resources: [{ id: policy?.id }] } });
  expect((await findMarked("avi", readStates([state]), "ako-lab", shell())).held).toBe(1);
});

test("what it made for Gateways is listed by the mark and the names of that", async () => {
  started.avi.store.put("pool", { name: "ako-gw-lab--5e2b", created_by: "ako-gw-lab" } as never);
  started.avi.store.put("vsvip", { name: "ako-gw-lab--infra-edge-EVH", vsvip_cloud_config_cksum: "7" } as never);
  const { orphans } = await findMarked("avi", NONE, "ako-gw-lab", shell());
  expect(orphans.map(({ type, name }) => `${type} ${name}`)).toEqual(["Pool ako-gw-lab--5e2b", "VsVip ako-gw-lab--infra-edge-EVH"]);
});

beforeAll(prepareSamples);

test("a policy of AKO that refers to our pool group is called AKO's, with the way to find what else it left", async () => {
  const sample = SAMPLES.find(({ kind }) => kind === "avi:L4VS") as (typeof SAMPLES)[number];
  await sample.prepare?.(started);
  const inputs = sample.inputs() as Props & { poolGroups: { name: string }[] };
  const resource = new Resource(started.host, sample.kind);
  const spare = { ...inputs.poolGroups[0], name: "c1--spare" };
  await resource.up({ ...inputs, poolGroups: [...inputs.poolGroups, spare] });
  const action = { action: "HTTP_SWITCHING_SELECT_POOLGROUP", pool_group_ref: "/api/poolgroup?name=c1--spare" };
  const rule = { name: "r", index: 1, enable: true, match: {}, switching_action: action };
  const policy = { name: "lab--old", created_by: "ako-lab", http_request_policy: { rules: [rule] } };
  const api = freshApi(started.avi);
  const { object } = await api.create("httppolicyset", policy as never, SCOPE);

  const refused = resource.up(inputs);
  await expect(refused).rejects.toThrow(
    /LB2005: PoolGroup c1--spare: still referred to by HTTPPolicySet lab--old \(of AKO, marked ako-lab\)\n.*k8s-lb orphans --to avi --mark ako-lab/,
  );
  expect((await findMarked("avi", NONE, "ako-lab", shell())).orphans.map(({ name }) => name)).toEqual(["lab--old"]);
  await expect(resource.destroy()).rejects.toThrow("marked ako-lab");
  await api.remove("httppolicyset", object, SCOPE);
  await resource.destroy();
});
