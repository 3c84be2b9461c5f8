import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { Resource } from "./engine";
import { type Host, type Props, startHost } from "./host";
import { withoutOrder } from "./order";
import { type ApiProxy, type SeenCall, startProxy } from "./proxy";

/** One load balancer service, the provider process, and a proxy between them that records the calls. */
export interface OctaviaWorld {
  proxy: ApiProxy;
  host: Host;
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
export function octaviaClient(url: string): Pick<OctaviaWorld, "api" | "lab"> {
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

/** Starts everything before the tests of a file; the server is as new before each test. */
export function octaviaWorld(env: { [name: string]: string } = {}): OctaviaWorld {
  const started = {} as OctaviaWorld;
  let sandbox: OctaviaSandbox | undefined;
  // Another server of the same API, e.g. the real one: `OCTAVIA_TEST_SERVER=http://...`.
  let url = process.env.OCTAVIA_TEST_SERVER ?? "";
  beforeAll(async () => {
    if (!url) {
      sandbox = await startOctaviaSandbox({ auth: "noauth", provisioningMs: 5 });
      url = sandbox.url;
    }
    started.proxy = await startProxy(url);
    started.host = await startHost({ env: { ...octaviaEnvironment(started.proxy.url), ...env } });
    Object.assign(started, octaviaClient(url));
  }, 60_000);
  beforeEach(async () => {
    started.proxy.cut(undefined);
    started.proxy.answer(undefined);
    await started.lab("delay", { seconds: 0 });
    await started.lab("reset");
    started.proxy.calls.splice(0);
  });
  afterAll(async () => {
    started.host?.stop();
    await started.proxy?.close();
    await sandbox?.close();
  });
  return started;
}

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

export const NONE = { changes: false, replaces: [] };

/** A resource that has been made from these inputs, with an empty log. */
export async function created(world: OctaviaWorld, inputs: Props): Promise<Resource> {
  const resource = new Resource(world.host, "octavia:LoadBalancer");
  expect(await resource.up(inputs)).toBe("created");
  world.proxy.calls.splice(0);
  return resource;
}

/** Nothing is left to do, the state is what the server holds, and that is what was declared; `adopt` is not kept. */
export async function expectQuiet(resource: Resource, inputs: Props, why?: string): Promise<void> {
  expect(await resource.preview(inputs), why).toEqual(NONE);
  await resource.refresh();
  const { __provider: _, ...held } = resource.state?.inputs ?? {};
  const { adopt: __, ...declared } = inputs;
  expect(withoutOrder(held), why).toEqual(withoutOrder(declared));
  expect(await resource.preview(inputs), why).toEqual(NONE);
}

/** The id of the object of this name, by type. */
export async function idNamed({ api }: Pick<OctaviaWorld, "api">, type: string, name: string): Promise<string> {
  const listed = (await api("GET", `/${type}`))[type] as Props[];
  const found = listed.find((one) => one.name === name);
  if (!found) throw new Error(`no ${type} ${name}`);
  return String(found.id);
}
