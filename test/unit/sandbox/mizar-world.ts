import type { KubeClient } from "../../../sandbox/mizar/api/client";
import type { WatchedKind } from "../../../sandbox/mizar/api/kinds";
import { type KubeObject, objectOf } from "../../../sandbox/mizar/api/kinds";
import { type Action, OperatorObjects } from "../../../sandbox/mizar/api/world";
import { Memory } from "../../../sandbox/mizar/memory";
import { bootstrap } from "../../../sandbox/mizar/operator";
import { type OperatorSettings, settingsOf } from "../../../sandbox/mizar/settings";
import type { WorkflowContext } from "../../../sandbox/mizar/workflows/workflow";
import { SeededRandom } from "../../../sandbox/shared/random";

type SpecFields = { [field: string]: unknown };

let count = 0;

/** An object as the server would send it. */
export function object(
  kind: WatchedKind,
  name: string,
  spec: SpecFields = {},
  more: { metadata?: SpecFields; status?: SpecFields; [field: string]: unknown } = {},
) {
  count++;
  const metadata = { name, namespace: "default", uid: `uid-${count}`, resourceVersion: String(count), ...more.metadata };
  const made = objectOf(kind, { ...more, metadata, spec, status: more.status ?? {} });
  if (!made) throw new Error("not an object");
  return made;
}

export const provisioned = (kind: WatchedKind, name: string, spec: SpecFields = {}) =>
  object(kind, name, { ...spec, status: "Provisioned" });

export const droplet = provisioned("Droplet", "worker", { main_ip: "172.18.0.3", ip: "172.18.0.3", mac: "02:42:ac:12:00:03" });

/** A VPC with a Divider, and its subnets with a Bouncer each. */
export function network(vpc: string, vni: string, subnets: { [name: string]: [ip: string, prefix: string] }): KubeObject[] {
  const below = Object.entries(subnets).flatMap(([net, [ip, prefix]]) => [
    provisioned("Subnet", net, { vpc, vni, ip, prefix, bouncers: 1 }),
    provisioned("Bouncer", `${net}-b-1`, { net, vpc }),
  ]);
  return [
    provisioned("Vpc", vpc, { vni, ip: "10.0.0.0", prefix: "8", dividers: 1 }),
    provisioned("Divider", `${vpc}-d-1`, { vpc }),
    ...below,
  ];
}

/** Context of a workflow, as an operator that has just started. */
export function contextOf(
  objects: KubeObject[],
  settings: Partial<OperatorSettings> & { tenants?: boolean } = {},
): WorkflowContext & { world: OperatorObjects } {
  const world = new OperatorObjects(undefined as unknown as KubeClient, settings.tenants ?? false);
  for (const each of objects) world.cache.put(each);
  const memory = new Memory();
  bootstrap(world, memory);
  return { world, memory, settings: settingsOf(settings), random: new SeededRandom(1) };
}

/** The bodies that actions create, of one kind. */
export const created = (actions: Action[], kind: WatchedKind) =>
  actions.flatMap((action) => ("create" in action && action.create.kind === kind ? [action.create] : []));

/** Fields that actions write into an object. */
export const written = (actions: Action[], kind: WatchedKind, name: string) =>
  actions.flatMap((action) => ("patch" in action && action.patch.kind === kind && action.patch.name === name ? [action.with] : []));

/** The names of what actions delete. */
export const deleted = (actions: Action[]) => actions.flatMap((action) => ("delete" in action ? [action.delete.name] : []));
