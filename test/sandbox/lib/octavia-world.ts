import { startOctaviaSandbox } from "../../../sandbox/index";
import { type Adapter, type Props, startHost } from "./host";
import { type SeenCall, startProxy } from "./proxy";
import type { ConformanceTarget } from "./suite/target";
import { started } from "./world";

/** A world with a load balancer service. */
export interface OctaviaWorld extends ConformanceTarget {
  /** Past the proxy, as somebody else would: by hand. Waits until the load balancer is at rest afterwards. */
  api(method: string, path: string, body?: object): Promise<Props>;
  /** Test controls of the server. */
  lab(control: string, body?: object): Promise<void>;
}

/** The environment of a provider process: no login, short waits, nothing cached. */
export function octaviaEnvironment(url: string): { [name: string]: string } {
  return {
    OS_AUTH_TYPE: "none",
    OS_ENDPOINT: url,
    OS_PROJECT_ID: "conformance",
    OCTAVIA_POLL_INTERVAL: "20",
    OCTAVIA_RETRY_DELAY: "1",
    OCTAVIA_LIST_CACHE: "0",
    OCTAVIA_WAIT_TIMEOUT: "20",
  };
}

/** Speaks with the server past the proxy. */
function octaviaClient(url: string): Pick<OctaviaWorld, "api" | "lab"> {
  const json = { "content-type": "application/json" };
  return {
    async lab(control, body = {}) {
      await fetch(`${url}/_lab/${control}`, { method: "POST", body: JSON.stringify(body), headers: json });
    },
    async api(method, path, body) {
      const headers = { ...json, "x-project-id": "conformance" };
      const answer = await fetch(`${url}/v2/lbaas${path}`, { method, headers, body: body && JSON.stringify(body) });
      const text = await answer.text();
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return (text ? JSON.parse(text) : {}) as Props;
    },
  };
}

/** Starts a load balancer service in memory, or takes the one of `OCTAVIA_TEST_SERVER`, with the provider process in front of it. */
export async function startOctavia(env: { [name: string]: string } = {}, adapter?: Adapter): Promise<OctaviaWorld> {
  const given = process.env.OCTAVIA_TEST_SERVER;
  const sandbox = given ? undefined : await startOctaviaSandbox({ auth: "noauth", provisioningMs: 5 });
  const url = given ?? sandbox?.url ?? "";
  const proxy = await startProxy(url);
  const host = await startHost({ env: { ...octaviaEnvironment(proxy.url), ...env }, adapter });
  const { api, lab } = octaviaClient(url);
  return {
    ...{ proxy, host, api, lab },
    async reset() {
      await lab("delay", { seconds: 0 });
      await lab("reset");
    },
    async settled() {
      for (const { id } of (await api("GET", "/loadbalancers")).loadbalancers as Props[]) await atRest({ api }, String(id));
    },
    async stop() {
      host.stop();
      await proxy.close();
      await sandbox?.close();
    },
  };
}

export const octaviaWorld = (...how: Parameters<typeof startOctavia>): OctaviaWorld => started(() => startOctavia(...how));

/** Waits until a load balancer is at rest; its body, undefined when it is gone. */
export async function atRest({ api }: Pick<OctaviaWorld, "api">, id: string): Promise<Props | undefined> {
  for (let look = 0; look < 400; look++) {
    const held = await api("GET", `/loadbalancers/${id}`).catch(() => undefined);
    if (!held) return undefined;
    const loadbalancer = held.loadbalancer as Props;
    if (!String(loadbalancer.provisioning_status).startsWith("PENDING")) return loadbalancer;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`${id} does not come to rest`);
}

/** `PUT /pools/*` and so on: calls that change something, ids taken out. */
export function writesSeen({ proxy }: OctaviaWorld): string[] {
  return proxy.calls.filter(({ method }) => method !== "GET").map(shortCall);
}

function shortCall({ method, path }: SeenCall): string {
  return `${method} ${path.replace(/^\/v2\/lbaas/, "").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*")}`;
}

/** The id of the object of this name, by type. */
export async function idNamed({ api }: Pick<OctaviaWorld, "api">, type: string, name: string): Promise<string> {
  const listed = (await api("GET", `/${type}`))[type] as Props[];
  const found = listed.find((one) => one.name === name);
  if (!found) throw new Error(`no ${type} ${name}`);
  return String(found.id);
}
