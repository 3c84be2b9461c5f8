import { isObject, type JsonObject } from "../../lifecycle/sanitize";

/** What people call the objects of a collection. */
const NOUN: { readonly [collection: string]: string } = {
  loadbalancers: "LoadBalancer",
  listeners: "Listener",
  pools: "Pool",
  members: "Member",
  healthmonitors: "HealthMonitor",
  l7policies: "L7Policy",
  rules: "L7Rule",
  floatingips: "FloatingIP",
  networks: "Network",
  ports: "Port",
  subnets: "Subnet",
  "security-groups": "SecurityGroup",
  "security-group-rules": "SecurityGroupRule",
  containers: "Container",
  secrets: "Secret",
};

/** `LoadBalancer default/web` for a create, `Pool ID` for a path with an id: what a request is about, when nobody said. */
export function objectOf(path: string, body?: JsonObject): string {
  const segments = path.split("/").filter(Boolean);
  const at = segments.findLastIndex((segment) => NOUN[segment] !== undefined);
  const noun = NOUN[segments[at] ?? ""];
  if (!noun) return path;
  const inner = body && Object.values(body)[0];
  const name = segments[at + 1] ?? (isObject(inner) ? inner.name : undefined) ?? body?.name;
  return typeof name === "string" && name ? `${noun} ${name}` : noun;
}
