import { type OctaviaSandbox, startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { certificateFor, type KeyPair } from "../../../sandbox/lib/certificates";
import { withValue } from "../../../sandbox/lib/fields";
import { type Props, startHost } from "../../../sandbox/lib/host";
import { OCTAVIA_KINDS } from "../../../sandbox/lib/octavia-kinds";
import { MARK, SUBNET, small } from "../../../sandbox/lib/octavia-samples";
import { atRest, idNamed } from "../../../sandbox/lib/octavia-world";
import { type ProxiedRequest, startFaultProxy } from "../fault-proxy";
import { RunsAt } from "../runs";
import { type CampaignSubject, type CampaignWorld, inventory, subjectOf, type Words } from "../world";

export interface OctaviaCampaign extends CampaignWorld {
  cloud: OctaviaSandbox;
  pair: KeyPair;
  /** Past the proxy, as somebody else would. */
  api(method: string, path: string, body?: object): Promise<Props>;
}

const fault = (status: number, faultstring: string) =>
  JSON.stringify({ faultcode: status < 500 ? "Client" : "Server", faultstring, debuginfo: null });

const WORDS: Words = {
  refusal: (status, text) =>
    status === 401 ? JSON.stringify({ error: { code: 401, title: "Unauthorized", message: text } }) : fault(status, text),
  taken: { status: 409, text: "Another Listener on this Load Balancer is already using protocol TCP and protocol_port 80" },
  busy: { status: 409, text: "Load Balancer is immutable and cannot be updated." },
  inUse: { status: 409, text: "It is in use and cannot be deleted." },
  changed: { status: 412, text: "Precondition failed" },
  quota: { status: 403, text: "Quota has been met for resources: Load Balancer" },
  forbidden: { status: 403, text: "Policy does not allow this request to be performed." },
  unauthenticated: { status: 401, text: "The request you have made requires authentication." },
  pending: (body) => inStatus(body, "PENDING_UPDATE"),
  failed: (body) => inStatus(body, "ERROR"),
};

/** Every load balancer of an answer in this state, with all that it has. */
function inStatus(body: Props, status: string): Props {
  return JSON.parse(JSON.stringify(body), (key, value) => (key === "provisioning_status" ? status : value)) as Props;
}

const WAITS = {
  OCTAVIA_TIMEOUT: "2",
  OCTAVIA_RETRY_DELAY: "20",
  OCTAVIA_POLL_INTERVAL: "20",
  OCTAVIA_WAIT_TIMEOUT: "3",
  OCTAVIA_LIST_CACHE: "0",
};

/** OpenStack in memory: Octavia with Keystone, Neutron and Barbican, all behind one proxy. */
export async function octaviaCampaign(): Promise<OctaviaCampaign> {
  const cloud = await startOctaviaSandbox({ auth: "keystone", provisioningMs: 5 });
  const { url, authUrl = "", networkUrl = "", keyManagerUrl = "" } = cloud;
  const services: [path: RegExp, url: string][] = [
    [/^\/v3/, authUrl],
    [/^\/v2\.0/, networkUrl],
    [/^\/v1/, keyManagerUrl],
  ];
  const targetOf = (path: string): string => new URL(services.find(([pattern]) => pattern.test(path))?.[1] ?? url).origin;
  const front = await startFaultProxy(targetOf);
  const environmentAt = (at: string) => {
    const endpoints = ["LOAD_BALANCER", "NETWORK", "KEY_MANAGER"].map((name) => [`OS_${name}_ENDPOINT_OVERRIDE`, at]);
    return { ...openstackEnvironment(cloud), OS_AUTH_URL: `${at}/v3`, ...Object.fromEntries(endpoints), ...WAITS };
  };
  const runs = new RunsAt(front.url, (at) => startHost({ env: environmentAt(at) }));
  const { api, forget } = clientOf(cloud, targetOf);
  const list = async (path: string, key: string) => ((await api("GET", path))[key] ?? []) as Props[];
  return {
    cloud,
    pair: await certificateFor("shop.example.com"),
    api,
    front,
    words: WORDS,
    environment: { ...environmentAt(front.url), CAMPAIGN_SUBNET: cloud.subnetId },
    ...runs.members(),
    isLogin: ({ path }: ProxiedRequest) => path.startsWith("/v3") || path === "/",
    async reset() {
      cloud.reset();
      forget();
    },
    async settled() {
      for (const { id } of await list("/loadbalancers", "loadbalancers")) await atRest({ api }, String(id));
    },
    holds: () => holdings(list),
    async stop() {
      await runs.kill();
      await front.close();
      await cloud.close();
    },
  };
}

/** Requests of an administrator, whose token is taken when it is needed. */
function clientOf({ authUrl }: OctaviaSandbox, targetOf: (path: string) => string) {
  let token = "";
  const login = async (): Promise<string> => {
    const user = { name: "admin", password: "admin", domain: { id: "default" } };
    const auth = {
      identity: { methods: ["password"], password: { user } },
      scope: { project: { name: "demo", domain: { id: "default" } } },
    };
    const answer = await fetch(`${authUrl}/auth/tokens`, { method: "POST", body: JSON.stringify({ auth }) });
    return answer.headers.get("x-subject-token") ?? "";
  };
  const api: OctaviaCampaign["api"] = async (method, path, body) => {
    token ||= await login();
    const at = /^\/v\d/.test(path) ? path : `/v2/lbaas${path}`;
    const headers = { "content-type": "application/json", "x-auth-token": token };
    const answer = await fetch(targetOf(at) + at, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : {}) as Props;
  };
  const forget = (): void => {
    token = "";
  };
  return { api, forget };
}

const VOLATILE = new Set(["created_at", "updated_at", "created", "updated", "revision_number", "mac_address"]);

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g;

/** Whoever comes first gets the first. */
const ALLOCATED = /\b(10\.0\.0|203\.0\.113)\.\d+\b/g;

/** Every object of every service, with names in place of ids. */
async function holdings(list: (path: string, key: string) => Promise<Props[]>): Promise<string[]> {
  const types = ["loadbalancers", "listeners", "pools", "healthmonitors", "l7policies"];
  const children = async (parent: string, child: string) => {
    const parents = await list(`/${parent}`, parent);
    return (await Promise.all(parents.map(({ id }) => list(`/${parent}/${id}/${child}`, child)))).flat();
  };
  const lists = await Promise.all([
    ...types.map((type) => list(`/${type}`, type)),
    children("pools", "members"),
    children("l7policies", "rules"),
    list("/v2.0/floatingips", "floatingips"),
    list("/v2.0/security-groups", "security_groups"),
    list("/v2.0/ports", "ports"),
    list("/v1/containers", "containers"),
    list("/v1/secrets", "secrets"),
  ]);
  const objects = lists.flatMap((objects, type) => objects.map((object) => ({ type, object })));
  const names = new Map(
    objects.map(({ type, object: { id, name, address } }) => [String(id), `${type} ${String(name || address).replace(ID, "an id")}`]),
  );
  const text = (object: Props) => JSON.stringify(object, (key, value) => (VOLATILE.has(key) ? undefined : value));
  const named = (line: string) => line.replace(ID, (id) => names.get(id) ?? "an id").replace(ALLOCATED, "an address");
  return objects.map(({ type, object }) => named(`${type} ${text(object)}`)).sort();
}

const here = (world: OctaviaCampaign, inputs: Props): Props =>
  JSON.parse(JSON.stringify(inputs).replaceAll(SUBNET, world.cloud.subnetId)) as Props;

const replaced = (inputs: Props): Props => withValue(inputs, "loadBalancer.vip_address", "10.0.0.77");

async function giveAway({ api }: OctaviaCampaign, { loadBalancer }: Props): Promise<void> {
  const id = await idNamed({ api }, "loadbalancers", String((loadBalancer as Props).name));
  await api("PUT", `/loadbalancers/${id}`, { loadbalancer: { tags: ["pulumi-k8s-lb:other/dev/c9"] } });
  await atRest({ api }, id);
}

/** A load balancer with all that is beside one: a certificate, a floating IP, a security group. */
const BESIDES: CampaignSubject<OctaviaCampaign> = {
  title: "octavia:LoadBalancer, with certificate, floating IP and security group",
  kind: "octavia:LoadBalancer",
  async make(world) {
    const rule = { direction: "ingress" as const, ethertype: "IPv4" as const, protocol: "tcp", port: 443, remote_ip_prefix: "0.0.0.0/0" };
    const inputs = small({
      secrets: [{ name: "shop", ...world.pair }],
      floatingIp: { floating_network_id: world.cloud.externalNetworkId, description: "for web" },
      securityGroup: { name: "kube-sg", description: "for web", rules: [rule] },
    });
    const at = "loadBalancer.listeners.0";
    const secure = withValue(withValue(inputs, `${at}.protocol`, "TERMINATED_HTTPS"), `${at}.default_pool.protocol`, "HTTP");
    return here(world, withValue(secure, `${at}.default_tls_container_ref`, { name: "shop" }));
  },
  next: (inputs) =>
    withValue(withValue(inputs, "floatingIp.description", "for the web"), "securityGroup.rules.0.remote_ip_prefix", "10.0.0.0/8"),
  replaced,
  giveAway,
};

export const OCTAVIA_SUBJECTS: readonly CampaignSubject<OctaviaCampaign>[] = [
  ...OCTAVIA_KINDS.map((kind) => subjectOf<OctaviaCampaign>(kind)).map((subject) => ({
    ...subject,
    make: async (world: OctaviaCampaign) => here(world, await subject.make(world)),
    replaced,
    giveAway,
  })),
  BESIDES,
  inventory("octavia", MARK),
];
