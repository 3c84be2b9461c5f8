import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AviObject } from "../../provider/avi/client/answers";
import { type AviBody, isAviType } from "../../resources/avi/body";
import { root } from "../cli/pr/harness";
import { freshApi, SCOPE } from "../unit/provider/avi/controller";
import { ask, type KubectlManifest, type MigrationWorld, pathOf } from "./migration";

// Start of AKO 2.2.1, from its recordings (cases/ako-2/README.md) and its rules at boot (ako-2x.md, 12).

/** A recorded case: the cluster, and what AKO made of it. */
export interface AkoRun {
  settings: Record<string, unknown>;
  controller: { type: string; body: AviBody }[];
  apply: KubectlManifest[];
  wire: { type: string; body: AviBody }[];
  routes: KubectlManifest[];
  statuses: Record<string, { status?: object; annotations?: object }>;
}

export function akoRun(id: string): AkoRun {
  const { settings, controller = [], steps } = JSON.parse(readFileSync(join(root, `test/cases/acceptance/cases/ako-2/${id}.json`), "utf8"));
  const [{ apply, expect }] = steps;
  const routes = expect.objects.vrfcontext?.[0].static_routes ?? [];
  return { settings, controller, apply, wire: expect.wire, routes, statuses: expect.kubernetes_status };
}

/** One AKO of one cluster that has what both cases have. */
export function together(one: AkoRun, other: AkoRun): AkoRun {
  const apply = new Map([...one.apply, ...other.apply].map((object) => [pathOf(object, object.metadata.name), object]));
  const [controller, wire] = [
    [...one.controller, ...other.controller],
    [...one.wire, ...other.wire],
  ];
  return { ...one, controller, wire, apply: [...apply.values()], statuses: { ...one.statuses, ...other.statuses } };
}

let starts = 0;

/**
 * Starts AKO: what it finds with its mark and the checksum of its model it lets be, another checksum it writes over, what is missing it
 * makes. VsVips it knows by name, whoever has them; everything else that is another's is refused to it. The ids of its routes are new at
 * each start. Then it writes statuses as a merge patch.
 *
 * @returns its writes, those that were refused with their status
 */
export async function akoStarts(world: MigrationWorld, run: AkoRun): Promise<string[]> {
  const api = freshApi(world.avi);
  const done: string[] = [];
  starts++;
  const vrf = await api.find("vrfcontext", "global", SCOPE);
  if (vrf) {
    const routes = run.routes.map((route, index) => ({ ...route, route_id: `my-cluster-0000000${starts}-${index}` }));
    await api.replace("vrfcontext", vrf.uuid, { ...vrf, static_routes: routes }, SCOPE);
    done.push("PUT vrfcontext/global");
  }
  for (const { type, body } of run.wire) {
    if (!isAviType(type)) throw new Error(`${type} is none of ours`);
    const live = await api.find(type, body.name, SCOPE);
    const isKnown = live && (type === "vsvip" || live.created_by === body.created_by);
    if (isKnown && checksum(live) === checksum(body)) continue;
    if (isKnown) {
      // the address that its cache has goes with it
      await api.replace(type, live.uuid, { ...body, ...(type === "vsvip" ? { vip: live.vip ?? [] } : {}) }, SCOPE);
      done.push(`PUT ${type}/${body.name}`);
    } else {
      const { found } = await api.create(type, body, SCOPE);
      done.push(`POST ${type}/${body.name}${found ? " -> 409" : ""}`);
    }
  }
  const addresses = new Map<string, unknown>();
  for (const { dns_info = [], vip = [] } of world.avi.store.list("vsvip") as KubectlManifest[])
    for (const { fqdn } of dns_info) addresses.set(fqdn, vip[0]?.ip_address?.addr);
  for (const manifest of run.apply) {
    const { kind, metadata } = manifest;
    const written = run.statuses[[kind, metadata.namespace, metadata.name].filter(Boolean).join("/")];
    const path = pathOf(manifest, metadata.name);
    // with the addresses of this controller in the place of those of the recording
    const status = written?.status && JSON.parse(JSON.stringify(written.status, (_key, value) => withAddress(value, addresses)));
    if (status) await ask(world, "PATCH", `${path}/status`, { status }, "ako");
    if (written?.annotations) await ask(world, "PATCH", path, { metadata: { annotations: written.annotations } }, "ako");
  }
  return done;
}

const withAddress = (value: KubectlManifest, addresses: ReadonlyMap<string, unknown>) =>
  value?.hostname && value.ip ? { ...value, ip: addresses.get(value.hostname) } : value;

const checksum = ({ cloud_config_cksum, vsvip_cloud_config_cksum }: AviBody | AviObject) => vsvip_cloud_config_cksum ?? cloud_config_cksum;
