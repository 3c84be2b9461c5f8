import { isObject, type JsonObject } from "../../lifecycle/json";

/** What people call the objects of a collection, and under which key a body has one; Barbican's have none. */
const COLLECTIONS: { readonly [collection: string]: { noun: string; key?: string } } = {
  loadbalancers: { noun: "LoadBalancer", key: "loadbalancer" },
  listeners: { noun: "Listener", key: "listener" },
  pools: { noun: "Pool", key: "pool" },
  members: { noun: "Member", key: "member" },
  healthmonitors: { noun: "HealthMonitor", key: "healthmonitor" },
  l7policies: { noun: "L7Policy", key: "l7policy" },
  rules: { noun: "L7Rule", key: "rule" },
  quotas: { noun: "Quota", key: "quota" },
  floatingips: { noun: "FloatingIP", key: "floatingip" },
  networks: { noun: "Network", key: "network" },
  ports: { noun: "Port", key: "port" },
  subnets: { noun: "Subnet", key: "subnet" },
  "security-groups": { noun: "SecurityGroup", key: "security_group" },
  "security-group-rules": { noun: "SecurityGroupRule", key: "security_group_rule" },
  containers: { noun: "Container" },
  secrets: { noun: "Secret" },
};

/** What a path leads to. */
export interface Target {
  noun: string;
  /** Of a list: `security_groups`. */
  list: string;
  /** Of one object, where it has one. */
  key?: string;
  id?: string;
  /** What stands behind the id: `status`, `failover`. */
  tail?: string;
  /** The object in whose path it stands: `Pool ID` of its members. */
  within?: string;
}

/** Reads `/v2/lbaas/pools/ID/members`; undefined for paths that lead to no object we know. */
export function targetOf(path: string): Target | undefined {
  const segments = (path.split("?")[0] ?? "").split("/").filter(Boolean);
  const at = segments.findLastIndex((segment) => COLLECTIONS[segment] !== undefined);
  const collection = segments[at] ?? "";
  const found = COLLECTIONS[collection];
  if (!found) return undefined;
  const [outer, outerId] = [COLLECTIONS[segments[at - 2] ?? ""], segments[at - 1]];
  const within = outer && outerId ? `${outer.noun} ${outerId}` : undefined;
  return { ...found, list: collection.replaceAll("-", "_"), id: segments[at + 1], tail: segments[at + 2], within };
}

/** What a request is about: `LoadBalancer default/web` for a create, `Pool ID` for a path with an id, `list of members of Pool ID`. */
export function objectOf(path: string, body?: JsonObject): string {
  const target = targetOf(path);
  if (!target) return path.replace(/\?.*/, "");
  const inner = body && Object.values(body)[0];
  const query = new URLSearchParams(path.split("?")[1]);
  const name = target.id ?? (isObject(inner) ? inner.name : undefined) ?? body?.name ?? query.get("name");
  const what =
    typeof name === "string" && name ? `${target.noun} ${name}` : body ? target.noun : `list of ${target.list.replaceAll("_", " ")}`;
  return target.within ? `${what} of ${target.within}` : what;
}
