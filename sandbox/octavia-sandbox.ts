import { OPENSTACK_FAULT_BODIES } from "./octavia/fault-bodies";
import { Cloud } from "./openstack/cloud";
import { projectId } from "./openstack/keystone/directory";
import { SEEDED } from "./openstack/neutron/seed";
import type { OctaviaSandboxOptions } from "./openstack/options";
import type { Call } from "./shared/calls";
import type { FaultRule } from "./shared/fault-rule";
import { Front } from "./shared/front";
import type { HttpRequest, HttpResponse } from "./shared/http";
import { listen, type RunningServer } from "./shared/server";

/** A running Octavia, with Keystone, Neutron and Barbican, that lives in this process. */
export interface OctaviaSandbox {
  /** Of the load balancer API. */
  url: string;
  /** Of Keystone, with `/v3`; absent with `auth: "noauth"`, as are the two below. */
  authUrl?: string;
  networkUrl?: string;
  keyManagerUrl?: string;
  /** A user who may do what users of load balancers may. The others are `admin`, `observer` (reads only) and `other`. */
  username: string;
  password: string;
  projectName: string;
  projectId: string;
  /** A network of the project, and an external one for floating IPs. */
  networkId: string;
  subnetId: string;
  externalNetworkId: string;
  externalSubnetId: string;
  /** The calls to all services since the start or the last `resetCalls`. */
  calls(): Call[];
  resetCalls(): void;
  fault(rule: FaultRule): void;
  /** No token is good any more, as after a restart of Keystone with new keys. */
  expireTokens(): void;
  /** Back to the start; nobody is logged in any more. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts an OpenStack in memory, on loopback: Octavia, and unless `auth` is `noauth` the Keystone, Neutron and Barbican around it.
 *
 * @example
 * ```ts
 * import { startOctaviaSandbox } from "pulumi-k8s-lb/sandbox";
 *
 * async function test() {
 *   const cloud = await startOctaviaSandbox();
 *   console.log(`OS_AUTH_URL=${cloud.authUrl} OS_USERNAME=${cloud.username}`);
 *   await cloud.close();
 * }
 * void test();
 * ```
 */
export async function startOctaviaSandbox(options: OctaviaSandboxOptions = {}): Promise<OctaviaSandbox> {
  const cloud = new Cloud(options);
  const front = frontOf(cloud);
  for (const rule of options.faults ?? []) front.faults.add(rule);
  const servers: RunningServer[] = [];
  const urls = await start(cloud, front, servers);
  return {
    ...urls,
    username: "demo",
    password: "demo",
    projectName: "demo",
    projectId: projectId("demo"),
    ...SEEDED,
    calls: () => front.calls.list(),
    resetCalls: () => front.calls.clear(),
    fault: (rule) => front.faults.add(rule),
    expireTokens: () => cloud.keystone.revokeAll(),
    reset() {
      cloud.reset();
      front.faults.clear();
      front.calls.clear();
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      cloud.close();
    },
  };
}

type Urls = Pick<OctaviaSandbox, "url" | "authUrl" | "networkUrl" | "keyManagerUrl">;

/** Starts the services, each with its port after that of the one before. What runs when one of them cannot start is ended. */
async function start(cloud: Cloud, front: Front, servers: RunningServer[]): Promise<Urls> {
  const { port = 0, auth = "keystone" } = cloud.options;
  const next = async (process: (request: HttpRequest) => HttpResponse): Promise<string> => {
    const server = await listen((request) => front.handle(request, process), port === 0 ? 0 : port + servers.length);
    servers.push(server);
    return `http://127.0.0.1:${server.port}`;
  };
  try {
    const url = await nextWithControls(cloud, front, servers, port);
    if (auth === "noauth") return { url };
    const identity = await next((request) => cloud.answerKeystone(request));
    const network = await next((request) => cloud.answerNeutron(request));
    const keyManager = await next((request) => cloud.answerBarbican(request));
    cloud.keystone.endpoints = { identity, "load-balancer": url, network, "key-manager": keyManager };
    cloud.neutron.url = network;
    cloud.barbican.url = keyManager;
    return { url, authUrl: cloud.keystone.authUrl, networkUrl: network, keyManagerUrl: keyManager };
  } catch (error) {
    await Promise.all(servers.map((server) => server.close()));
    throw error;
  }
}

/** Octavia with the test controls on the same port; these are neither counted nor hit by faults. */
async function nextWithControls(cloud: Cloud, front: Front, servers: RunningServer[], port: number): Promise<string> {
  const server = await listen(async (request) => {
    if (request.written.startsWith("/_lab/")) return cloud.answerLab(request);
    return front.handle(request, (received) => cloud.answerOctavia(received));
  }, port);
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

function frontOf(cloud: Cloud): Front {
  const nothingToDo = () => {};
  return new Front(
    cloud.options.latencyMs ?? 0,
    {
      bodies: OPENSTACK_FAULT_BODIES,
      expireSessions: () => cloud.keystone.revokeAll(),
      rotateCsrf: nothingToDo,
      holdName: nothingToDo,
    },
    (request) => request.headers["x-project-id"] ?? cloud.keystone.find(request.headers["x-auth-token"])?.project,
  );
}
