import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type OpenStack } from "../../provider/octavia/client";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../sandbox/index";
import { eventually } from "./eventually";
import type { StoryServer } from "./octavia-story";
import { ENDS_MS, endpoints, NAMESPACE, service, WatchLab } from "./watch-lab";
import { addressesIn } from "./watched";

const LBAAS = "/v2/lbaas";

/** Two listeners, so that one endpoint is a member of two pools of one load balancer. */
const ports = [80, 443].map((port) => ({ name: `p${port}`, port, targetPort: port + 8000, protocol: "TCP" }));
const web = (more: readonly object[] = []) => service("web", { type: "LoadBalancer", ports: [...ports, ...more] });
const twoPorts = (ips: readonly string[]) => ({
  ...endpoints(ips),
  subsets: [{ addresses: ips.map((ip) => ({ ip })), ports: ports.map(({ name, targetPort: port }) => ({ name, port, protocol: "TCP" })) }],
});

const programFor = (subnet: string) => `
import { KubernetesCluster } from "pulumi-k8s-lb/octavia";
import { liveCluster } from "pulumi-k8s-lb/cluster";
new KubernetesCluster("main", {
  specs: liveCluster({ namespaces: ["${NAMESPACE}"] }),
  settings: { service_subnet_id: "${subnet}" },
});
`;

/**
 * Pods move behind a load balancer of Octavia: the members of its pools follow, one batch each, and a new listener waits for a person.
 *
 * @param writes what was asked of the load balancer API since the last time, where the server tells
 */
export function octaviaWatchStory(start: () => Promise<StoryServer & { writes?(): string[] }>): void {
  let server: StoryServer & { writes?(): string[] };
  let cluster: KubernetesSandbox;
  let world: WatchLab;
  let cloud: OpenStack;

  beforeAll(async () => {
    [server, cluster] = await Promise.all([start(), startKubernetesSandbox({})]);
    cloud = connect({ get: () => undefined, explicit: () => undefined, env: server.env });
    world = new WatchLab(cluster.kubeconfig, server.env);
    await world.begin(programFor(await serviceSubnet()), [web(), twoPorts(["10.1.0.1"])]);
  }, 300_000);

  /** Kuryr's virtual IPs are clusterIPs: a subnet for them. */
  async function serviceSubnet(): Promise<string> {
    const idIn = (body: object | undefined) => String(body && Reflect.get(body, "id"));
    const made = await cloud.network.post("/v2.0/networks", { network: { name: "services" } });
    const subnet = { name: "services", network_id: idIn(Object(made.network)), ip_version: 4, cidr: "10.96.0.0/12" };
    return idIn(Object((await cloud.network.post("/v2.0/subnets", { subnet })).subnet));
  }

  afterAll(async () => {
    world?.dispose();
    await Promise.all([server?.stop(), cluster?.close()]);
  });

  /** Addresses of the members of each pool, by its name. */
  async function members(): Promise<Record<string, string[]>> {
    const pools = await cloud.octavia.list(`${LBAAS}/pools`, "pools");
    const lists = pools.map(async ({ id, name }) => [
      String(name),
      addressesIn(await cloud.octavia.list(`${LBAAS}/pools/${id}/members`, "members")),
    ]);
    return Object.fromEntries(await Promise.all(lists));
  }
  const inBoth = (...ips: string[]) => ({ "shop/web:TCP:80": ips, "shop/web:TCP:443": ips });

  test("a moved endpoint is one batch per pool, and a new listener waits for a person", async () => {
    expect(await members()).toEqual(inBoth("10.1.0.1"));
    const watch = await world.watch("--settle", "1h");
    server.writes?.();
    await world.put(twoPorts(["10.1.0.2", "10.1.0.3"]));
    await eventually(async () => expect(await members()).toEqual(inBoth("10.1.0.2", "10.1.0.3")), 60_000);
    await watch.says("shop/web: 4 servers");
    if (server.writes) expect(server.writes().map((call) => call.replace(/[0-9a-f-]{36}/, "ID"))).toEqual(Array(2).fill(BATCH));
    // structure waits, members go on
    await world.put(
      service("web", { type: "LoadBalancer", ports: [...ports, { name: "p25", port: 25, targetPort: 8025, protocol: "TCP" }] }),
    );
    await watch.says(/pending since .*update octavia:LoadBalancer shop\/web.*Service shop\/web/);
    await world.put(twoPorts(["10.1.0.4"]));
    await eventually(async () => expect(await members()).toEqual(inBoth("10.1.0.4")), 60_000);
    expect(await cloud.octavia.list(`${LBAAS}/listeners`, "listeners")).toHaveLength(2);
    await world.up();
    await watch.says("nothing is pending");
    expect(await cloud.octavia.list(`${LBAAS}/listeners`, "listeners")).toHaveLength(3);
    expect(await watch.stop()).toBeLessThan(ENDS_MS);
  }, 600_000);
}

const BATCH = `PUT ${LBAAS}/pools/ID/members`;
