// Starts Octavia with the OpenStack services around it in memory, for tests and programs.
import { type CloudOptions, OpenStackCloud } from "./openstack/cloud";
import { DOMAIN, projectId, REGION } from "./openstack/keystone-directory";
import { SEEDED } from "./openstack/neutron-networks";
import type { FaultRule } from "./shared/fault-rule";
import { type Call, Front } from "./shared/front";
import { type HttpHandler, type HttpRequest, type HttpResponse, listen, type RunningServer } from "./shared/http";
import type { OctaviaStore } from "./ui/objects";

const fault = (faultstring: string, faultcode = "Client"): string => JSON.stringify({ faultcode, faultstring, debuginfo: null });

/** Answers of OpenStack services and of the proxies before them with these statuses, used where a fault rule gives no body. */
const OPENSTACK_FAULT_BODIES: { [status: number]: string } = {
  401: JSON.stringify({ error: { code: 401, title: "Unauthorized", message: "The request you have made requires authentication." } }),
  403: fault("Policy does not allow this request to be performed."),
  409: fault("Load Balancer is immutable and cannot be updated."),
  429: "Too Many Requests",
  500: fault("An unknown exception occurred.", "Server"),
  502: "<html><head><title>502 Bad Gateway</title></head></html>",
  503: fault("Project busy.  Unable to lock the project.  Please try again.", "Server"),
  504: "<html><head><title>504 Gateway Time-out</title></head></html>",
};

/** Options of an OpenStack sandbox; everything has a default. */
export interface OctaviaSandboxOptions extends CloudOptions {
  /** Ports of Octavia, Keystone, Neutron and Barbican follow each other from here. Default: any free ones. */
  port?: number;
  /** Added to every answer. Default 0. */
  latencyMs?: number;
  faults?: FaultRule[];
}

/** A running Octavia, with Keystone, Neutron and Barbican, that lives in this process. */
export interface OctaviaSandbox {
  /** URL of the load balancer API. */
  url: string;
  /** URL of Keystone, with `/v3`; absent with `auth: "noauth"`, as are the two below. */
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
  /** Direct access to the objects, past every check. */
  store: OctaviaStore;
  /** The calls to all services since the start or the last `resetCalls`. */
  calls(): Call[];
  resetCalls(): void;
  fault(rule: FaultRule): void;
  /** No token is good any more, as after a restart of Keystone with new keys. */
  expireTokens(): void;
  /** Back to the start; no one is logged in any more. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts an OpenStack in memory, on loopback: Octavia, and unless `auth` is `noauth` the Keystone, Neutron and Barbican around it.
 *
 * @example
 * ```ts
 * import { startOctaviaSandbox } from "pulumi-k8s-lb-sandbox";
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
  const cloud = new OpenStackCloud(options);
  const front = new Front(
    options.latencyMs ?? 0,
    { bodies: OPENSTACK_FAULT_BODIES, expireSessions: () => cloud.keystone.revokeAll() },
    (request) => request.headers["x-project-id"] ?? cloud.keystone.find(request.headers["x-auth-token"])?.project,
    options.faults,
  );
  const servers: RunningServer[] = [];
  const urls = await start(cloud, front, servers, options);
  return {
    ...urls,
    username: "demo",
    password: "demo",
    projectName: "demo",
    projectId: projectId("demo"),
    ...SEEDED,
    store: cloud.rows,
    calls: () => front.calls.list(),
    resetCalls: () => front.calls.clear(),
    fault: (rule) => front.faults.add(rule),
    expireTokens: () => cloud.keystone.revokeAll(),
    reset() {
      cloud.reset();
      front.reset();
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      cloud.close();
    },
  };
}

type Urls = Pick<OctaviaSandbox, "url" | "authUrl" | "networkUrl" | "keyManagerUrl">;

/** Starts the services, each with its port after that of the one before. What runs when one of them cannot start is ended. */
async function start(
  cloud: OpenStackCloud,
  front: Front,
  servers: RunningServer[],
  { port = 0, auth = "keystone" }: OctaviaSandboxOptions,
): Promise<Urls> {
  const next = async (handle: HttpHandler): Promise<string> => {
    const server = await listen(handle, port === 0 ? 0 : port + servers.length);
    servers.push(server);
    return `http://127.0.0.1:${server.port}`;
  };
  const service = (process: (request: HttpRequest) => HttpResponse) => next((request) => front.handle(request, process));
  try {
    // the test controls listen on the port of Octavia; they are neither counted nor hit by faults
    const url = await next(async (request) => {
      if (request.written.startsWith("/_lab/")) return front.answerLab(request) ?? cloud.answerLab(request);
      return front.handle(request, (received) => cloud.answerOctavia(received));
    });
    if (auth === "noauth") return { url };
    const identity = await service((request) => cloud.answerKeystone(request));
    const network = await service((request) => cloud.answerNeutron(request));
    const keyManager = await service((request) => cloud.answerBarbican(request));
    cloud.keystone.endpoints = { identity, "load-balancer": url, network, "key-manager": keyManager };
    cloud.neutron.url = network;
    cloud.barbican.url = keyManager;
    return { url, authUrl: cloud.keystone.authUrl, networkUrl: network, keyManagerUrl: keyManager };
  } catch (error) {
    await Promise.all(servers.map((server) => server.close()));
    throw error;
  }
}

/** The variables that OpenStack clients read, for a sandbox. */
export function openstackEnvironment(sandbox: OctaviaSandbox): { [name: string]: string } {
  const { url, authUrl, username, password, projectName, projectId } = sandbox;
  if (authUrl === undefined) return { OS_AUTH_TYPE: "none", OS_ENDPOINT: url, OS_PROJECT_ID: projectId };
  return {
    OS_AUTH_URL: authUrl,
    OS_USERNAME: username,
    OS_PASSWORD: password,
    OS_PROJECT_NAME: projectName,
    OS_USER_DOMAIN_NAME: DOMAIN.name,
    OS_PROJECT_DOMAIN_NAME: DOMAIN.name,
    OS_REGION_NAME: REGION,
    OS_IDENTITY_API_VERSION: "3",
  };
}
