import { withValue } from "./fields";
import type { Props } from "./host";
import { FIXED, MUTABLE } from "./octavia-fields";
import { full, MARK, small } from "./octavia-samples";
import { atRest, idNamed } from "./octavia-world";
import type { ByHand, KindUnderTest } from "./suite/target";

/** Part of a world that a kind needs. */
interface OctaviaApi {
  api(method: string, path: string, body?: object): Promise<Props>;
}

const TYPES = ["loadbalancers", "listeners", "pools", "healthmonitors", "l7policies"];
const web = "loadBalancer.listeners.0.default_pool";

/** Changes by hand; some of them take more than one write to undo. */
function byHand({ api }: OctaviaApi): ByHand[] {
  const put = (what: string, type: string, name: string, body: object, below = ""): ByHand => ({
    what: `${what} of ${type} ${name}`,
    change: async () => api("PUT", `/${type}/${await idNamed({ api }, type, name)}${below}`, body),
    sort: `${type}${below}`,
  });
  const gone = (type: string, name: string, writes = 1): ByHand => ({
    what: `no ${type} ${name}`,
    change: async () => api("DELETE", `/${type}/${await idNamed({ api }, type, name)}`),
    writes,
    sort: `no ${type}`,
  });
  return [
    put("name", "loadbalancers", "full", { loadbalancer: { name: "other" } }),
    put("description", "loadbalancers", "full", { loadbalancer: { description: "by hand" } }),
    put("tags", "loadbalancers", "full", { loadbalancer: { tags: ["theirs", MARK] } }),
    put("state", "loadbalancers", "full", { loadbalancer: { admin_state_up: false } }),
    put("a timeout", "listeners", "web", { listener: { timeout_client_data: 9 } }),
    put("the networks", "listeners", "web", { listener: { allowed_cidrs: ["10.0.0.0/8", "0.0.0.0/0"] } }),
    put("networks where there were none", "listeners", "dns", { listener: { allowed_cidrs: ["10.0.0.0/8"] } }),
    put("the default pool", "listeners", "dns", { listener: { default_pool_id: null } }),
    put("the algorithm", "pools", "api", { pool: { lb_algorithm: "SOURCE_IP" } }),
    put("the persistence", "pools", "web", { pool: { session_persistence: null } }),
    put("persistence where there was none", "pools", "api", { pool: { session_persistence: { type: "SOURCE_IP" } } }),
    put("the members", "pools", "web", { members: [{ address: "10.9.9.9", protocol_port: 1 }] }, "/members"),
    put("no members", "pools", "api", { members: [] }, "/members"),
    put("the monitor", "healthmonitors", "web", { healthmonitor: { delay: 30, expected_codes: "404" } }),
    gone("healthmonitors", "web"),
    put("the order", "l7policies", "old", { l7policy: { position: 1 } }),
    put("another action", "l7policies", "old", { l7policy: { action: "REJECT" } }),
    gone("l7policies", "old", 2),
    gone("listeners", "dns"),
    gone("pools", "web", 3),
  ];
}

function next(inputs: Props): Props {
  const changed = withValue(inputs, "loadBalancer.description", "changed");
  return withValue(changed, `${web}.members`, [{ address: "10.1.0.77", protocol_port: 8080 }]);
}

/** Something new, something gone, something changed. */
function nextFull(inputs: Props): Props {
  const moved = withValue(next(inputs), "loadBalancer.listeners.1.protocol_port", 54);
  return withValue(moved, `${web}.healthmonitor.type`, "HTTPS");
}

const common = {
  kind: "octavia:LoadBalancer",
  writes: { create: 1, remove: 1 },
  async objects({ api }: OctaviaApi) {
    const listed = await Promise.all(TYPES.map(async (type) => (await api("GET", `/${type}`))[type] as Props[]));
    return listed.flat().map(({ name }) => String(name));
  },
  marked: 1,
  async mark({ api }: OctaviaApi, inputs: Props, mark: string | null) {
    const id = await idNamed({ api }, "loadbalancers", String((inputs.loadBalancer as Props).name));
    await api("PUT", `/loadbalancers/${id}`, { loadbalancer: { tags: mark === null ? ["kept"] : [mark, "kept"] } });
    await atRest({ api }, id);
  },
  stranger: "pulumi-k8s-lb:other/dev/c9",
  nowhere: "99999999-9999-4999-8999-999999999999",
};

const REQUIRED = ["name", "lb_algorithm", "delay", "timeout", "max_retries", "type", "compare_type", "value", "cookie_name", "key"];

export const OCTAVIA_KINDS: readonly KindUnderTest<OctaviaApi>[] = [
  {
    ...common,
    title: "octavia:LoadBalancer, one port",
    make: async () => small(),
    next,
    inPlace: () => [
      { path: "loadBalancer.name", other: "renamed" },
      { path: `${web}.lb_algorithm`, other: "LEAST_CONNECTIONS" },
    ],
    optional: () => [],
    replacing: () => FIXED.map(([path, other]) => ({ path, other, names: "loadBalancer" })),
    byHand: ({ api }) => [
      {
        what: "the algorithm",
        change: async () =>
          api("PUT", `/pools/${await idNamed({ api }, "pools", "default/web:TCP:80")}`, { pool: { lb_algorithm: "SOURCE_IP" } }),
      },
    ],
  },
  {
    ...common,
    title: "octavia:LoadBalancer, everything",
    make: async () => full(),
    next: nextFull,
    inPlace: () => MUTABLE.map(([path, other, write]) => ({ path, other, sort: `${write} ${typeof other}` })),
    optional: () =>
      MUTABLE.map(([path]) => path).filter((path) => {
        const leaf = path.split(".").at(-1) ?? "";
        return !/\d$/.test(leaf) && ![...REQUIRED, "redirect_pool", "redirect_url", "X-Forwarded-For"].includes(leaf);
      }),
    replacing: () => [],
    byHand,
  },
];
