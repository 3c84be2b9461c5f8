import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connected, native } from "../../../../provider";
import { connect } from "../../../../provider/octavia/client";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { aviConfig } from "../../../support/provider-here";

// An import took what another owner runs into the state, and the next `up` of a program that does not declare it deleted all of it.

let avi: AviSandbox;
let cloud: OctaviaSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  cloud = await startOctaviaSandbox({ provisioningMs: 5 });
  const variables = { ...openstackEnvironment(cloud), OCTAVIA_LIST_CACHE: "0" };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await avi?.close();
  await cloud?.close();
});

/** A read of the plugin by id, as an import into the state of this program or for a program that only reads. */
async function read(kind: string, id: string, importer?: string): Promise<string> {
  const provider = native(kind);
  const config = aviConfig(avi);
  await provider.configure({ config: { get: (key) => config[key] } });
  return provider.read(id, {}, importer).then(
    (found) => found.id,
    ({ message }: Error) => message,
  );
}

const OURS = "pulumi-k8s-lb:shop/dev";

test.each([
  ["ako-lab", "belongs to ako-lab"],
  ["pulumi-k8s-lb:shop/prod/lab/main", "belongs to pulumi-k8s-lb:shop/prod/lab/main"],
  ["pulumi-k8s-lb:other/dev", "belongs to pulumi-k8s-lb:other/dev"],
  [`${OURS}/lab/main`, undefined],
  [OURS, undefined],
  ["pulumi-k8s-lb:shop", undefined],
  ["", undefined],
])("a pool with the mark '%s'", async (created_by, refused) => {
  await connected("avi:Pool", aviConfig(avi)).create({ owner: OURS, adopt: true, pool: { name: "web" } });
  avi.store.patch("pool", "web", { created_by });
  const answer = await read("avi:Pool", "admin/web", OURS);
  if (refused === undefined) expect(answer).toBe("admin/web");
  else {
    expect(answer).toContain(`LB2004: Pool web: ${refused}`);
    expect(answer).toContain("`adopt: true`");
  }
  expect(await read("avi:Pool", "admin/web")).toBe("admin/web");
});

test.each([
  [["prod"], undefined],
  [["prod", `${OURS}/lab`], undefined],
  [["pulumi-k8s-lb:shop/prod"], "belongs to pulumi-k8s-lb:shop/prod"],
  [["kube_service_lab_shop_web"], "is managed by the OpenStack cloud provider (kube_service_lab_shop_web)"],
])("a load balancer with the tags %j", async (tags, refused) => {
  const { octavia } = connect({ get: () => undefined, explicit: () => undefined, env: process.env });
  const body = { name: "web", vip_subnet_id: cloud.subnetId, tags };
  const { loadbalancer } = await octavia.post("/v2/lbaas/loadbalancers", { loadbalancer: body });
  const { id } = loadbalancer as unknown as { id: string };
  const answer = await read("octavia:LoadBalancer", id, OURS);
  if (refused === undefined) expect(answer).toBe(id);
  else expect(answer).toContain(`LB2004: LoadBalancer web: ${refused}`);
  expect(await read("octavia:LoadBalancer", id)).toBe(id);
});
