// Deletes orphaned objects of an OpenStack project.

import type { JsonObject } from "../lifecycle/bodies/json";
import type { ConfigSource } from "../lifecycle/handler";
import type { KnownStates, Marked, Removal, Removed } from "../orphans/marked";
import { connect, LBAAS, type OpenStack } from "./client";
import { deleteLoadBalancer, execute } from "./load-balancer/write";
import { inTurn, type LoadBalancerTarget, waitsOf } from "./lock";
import { objects, textIn } from "./tree/compare";
import { marksOf, servicesIn } from "./tree/marks";

/** Order of deletion: objects in a load balancer of others come before load balancers, and what leads to a load balancer comes after it. */
export const DELETION_ORDER: readonly string[] = ["Listener", "Pool", "LoadBalancer", "FloatingIP", "SecurityGroup"];

interface ApiPlace {
  service: "octavia" | "network";
  path: string;
  key: string;
}

const PLACES: { readonly [type: string]: ApiPlace } = {
  LoadBalancer: { service: "octavia", path: `${LBAAS}/loadbalancers`, key: "loadbalancer" },
  Listener: { service: "octavia", path: `${LBAAS}/listeners`, key: "listener" },
  Pool: { service: "octavia", path: `${LBAAS}/pools`, key: "pool" },
  FloatingIP: { service: "network", path: "/v2.0/floatingips", key: "floatingip" },
  SecurityGroup: { service: "network", path: "/v2.0/security-groups", key: "security_group" },
};

/** Deletes one object of the project, unless something of others is in it or behind it. */
export const removeMarked: Removal = async (config, object, states) => {
  const place = PLACES[object.type];
  if (!place) return { outcome: "refused", reason: `k8s-lb deletes nothing of type ${object.type}` };
  const stack = connect(config);
  const path = `${place.path}/${object.id}`;
  const live = await stack[place.service].object(path, place.key);
  if (!live || live.provisioning_status === "DELETED") return { outcome: "gone" };
  const marks = marksOf(live);
  if (!marks.includes(object.owner)) {
    const [mark] = marks;
    return { outcome: "refused", reason: mark === undefined ? "it has no owner mark now" : `it is marked ${mark} now` };
  }
  const user = await userOf(stack, object, live, states);
  if (user) return { outcome: "refused", reason: `${user} uses it` };
  return remove(stack, config, object, live, path);
};

async function remove(
  stack: OpenStack,
  config: ConfigSource,
  { type, name, id }: Marked,
  live: JsonObject,
  path: string,
): Promise<Removed> {
  const target: LoadBalancerTarget = {
    octavia: stack.octavia.of(`${type} ${name}`),
    waits: waitsOf(config),
    name,
    progress: () => undefined,
  };
  if (type === "LoadBalancer") await inTurn(id, () => deleteLoadBalancer(target, id, { cascade: true }));
  else if (type === "Listener" || type === "Pool") {
    const [parent] = objects(live.loadbalancers);
    const step = { method: "DELETE", path: path.slice(LBAAS.length), what: `deleting ${type} ${name}` } as const;
    await inTurn(textIn(parent?.id), () => execute(target, textIn(parent?.id), [step], {}));
  } else await stack.network.delete(path);
  return { outcome: "deleted" };
}

/** User that would lose something with the object, in words. */
async function userOf(stack: OpenStack, { type, id, owner }: Marked, live: JsonObject, { ids }: KnownStates): Promise<string | undefined> {
  const port = textIn(live.port_id);
  if (type === "FloatingIP" && port !== "" && ids.has(port.toLowerCase()))
    return `the load balancer of a given state with the VIP port ${port}`;
  const theirs = (all: readonly JsonObject[], what: string) => {
    const other = all.find((one) => marksOf(one).some((mark) => mark !== owner) || ids.has(textIn(one.id).toLowerCase()));
    return (
      other &&
      `${what} ${textIn(other.name) || textIn(other.id)}${marksOf(other)
        .map((mark) => ` of ${mark}`)
        .join("")}`
    );
  };
  if (type === "LoadBalancer") {
    const services = servicesIn([...(Array.isArray(live.tags) ? live.tags.map(String) : [])]);
    if (services.length > 1) return `the Services ${services.join(", ")} share it, and one of them`;
    const parts = await Promise.all(
      (["listeners", "pools"] as const).map((key) => stack.octavia.list(`${LBAAS}/${key}`, key, { loadbalancer_id: id })),
    );
    return theirs(parts[0] ?? [], "listener") ?? theirs(parts[1] ?? [], "pool");
  }
  const below = async (key: string, bodyKey: string, of: readonly JsonObject[]) =>
    (await Promise.all(of.map((each) => stack.octavia.object(`${LBAAS}/${key}/${textIn(each.id)}`, bodyKey)))).filter(
      (each) => each !== undefined,
    );
  if (type === "Listener") return theirs(await below("l7policies", "l7policy", objects(live.l7policies)), "policy");
  if (type !== "Pool") return undefined;
  const leads = async (each: JsonObject) =>
    marksOf(each).length === 0 ? `listener ${textIn(each.name) || textIn(each.id)} of others` : undefined;
  const listeners = await below("listeners", "listener", objects(live.listeners));
  return theirs(listeners, "listener") ?? (listeners[0] && (await leads(listeners[0])));
}
