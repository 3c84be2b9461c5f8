import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../sandbox/kubernetes-sandbox";
import { ApiRefusal, KubeClient } from "../../../sandbox/mizar/api/client";
import { CRDS } from "../../../sandbox/mizar/definitions";
import { type Operator, type OperatorOptions, startOperator } from "../../../sandbox/mizar/operator";

// The stand-in on the sandbox; with MIZAR_TEST_SERVER=real on the real kube-apiserver.

const FINALIZER = "kopf.zalando.org/KopfFinalizerMarker";
const PACE = { delayMs: 2, retryMs: 10, defaults: false, droplets: ["worker"] };

interface OperatorBody {
  metadata: { name: string; resourceVersion: string; annotations?: { [name: string]: string }; [field: string]: unknown };
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  spec: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  status?: any;
}

let server: { url: string; token: string; ca?: string; stop(): Promise<void> };
let client: KubeClient;
let operator: Operator | undefined;

async function startServer(): Promise<typeof server> {
  if (process.env.MIZAR_TEST_SERVER !== "real") return startKubernetesSandbox({ https: false, operator: false });
  const load = (name: string) => import(join(__dirname, `../../../tools/kube-server/${name}.mjs`));
  const [{ startKubeServer }, { installCrds }] = await Promise.all([load("index"), load("requests")]);
  const real = await startKubeServer({});
  await installCrds(real, CRDS);
  return { ...real, ca: readFileSync(real.ca, "utf8") };
}

beforeAll(async () => {
  server = await startServer();
  client = new KubeClient(server);
});
afterEach(async () => {
  await operator?.stop();
  operator = undefined;
});
afterAll(async () => {
  client?.close();
  await server?.stop();
});

const start = async (options: Partial<OperatorOptions> = {}) => {
  await operator?.stop();
  operator = await startOperator({ url: server.url, token: server.token, ca: server.ca, ...PACE, ...options });
};

const folder = (kind: string, namespace = "default") =>
  ["Pod", "Service", "Event"].includes(kind)
    ? `/api/v1/namespaces/${namespace}/${kind.toLowerCase()}s`
    : `/apis/mizar.com/v1/namespaces/${namespace}/${kind.toLowerCase()}s`;
const make = (kind: string, name: string, spec: object, metadata = {}) =>
  client.create(folder(kind), {
    ...{ apiVersion: kind === "Pod" || kind === "Service" ? "v1" : "mizar.com/v1", kind },
    ...{ metadata: { name, ...metadata }, spec },
  });
const get = (kind: string, name: string): Promise<OperatorBody | undefined> =>
  client.get(`${folder(kind)}/${name}`).then(
    (body) => body as unknown as OperatorBody,
    (error) => {
      if (error instanceof ApiRefusal && error.status === 404) return undefined;
      throw error;
    },
  );
const list = async (kind: string) => (await client.get(folder(kind))).items as unknown as OperatorBody[];
const change = (kind: string, name: string, body: object) => client.mergePatch(`${folder(kind)}/${name}`, body);

let count = 0;
const fresh = (stem: string) => `${stem}-${++count}`;

async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`still not so: ${what}`);
}

const provisioned = (kind: string, name: string) =>
  until(`${kind} ${name} is provisioned`, async () => {
    const body = await get(kind, name);
    return body?.spec.status === "Provisioned" && body;
  });
const gone = (kind: string, name: string) => until(`${kind} ${name} is gone`, async () => (await get(kind, name)) === undefined);

/** A Vpc with one Subnet, provisioned. */
async function network(): Promise<{ vpc: string; net: string }> {
  const [vpc, net] = [fresh("vpc"), fresh("net")];
  await make("Vpc", vpc, { ip: "12.0.0.0", prefix: "8", dividers: 2, status: "Init" });
  await make("Subnet", net, { vpc, ip: "12.2.0.0", prefix: "16", status: "Init" });
  await provisioned("Subnet", net);
  return { vpc, net };
}

const pod = (name: string, vpc: string) =>
  make("Pod", name, { containers: [{ name: "c", image: "i" }] }, { annotations: { "mizar.com/vpc": vpc } });
const endpointOf = (name: string) => provisioned("Endpoint", `${name}-default--eth0`);
const still = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("what the framework leaves on an object", () => {
  it("comes as patches of its own: finalizer, the spec, and what was handled", async () => {
    await start();
    const vpc = fresh("vpc");
    const first = Number(
      ((await make("Vpc", vpc, { ip: "12.0.0.0", prefix: "8", status: "Init" })).metadata as { resourceVersion: string }).resourceVersion,
    );
    const settled = await until("handled", async () => {
      const body = await get("Vpc", vpc);
      const handled = body?.metadata.annotations?.["kopf.zalando.org/last-handled-configuration"];
      return handled?.includes('"status":"Provisioned"') && body;
    });
    expect(settled.metadata.finalizers).toEqual([FINALIZER]);
    expect(settled.metadata.generation).toBeGreaterThanOrEqual(2);
    expect(Number(settled.metadata.resourceVersion) - first).toBeGreaterThanOrEqual(4);
  });

  it("says why it waits, counts how often it tried, and goes when it no longer waits", async () => {
    await start();
    const [vpc, net] = [fresh("vpc"), fresh("net")];
    await make("Subnet", net, { vpc, ip: "12.2.0.0", prefix: "16", status: "Init" });
    const progress = (body?: OperatorBody) => JSON.parse(body?.metadata.annotations?.["kopf.zalando.org/net_opr_on_net_init"] ?? "null");
    const waiting = await until("second try", async () => {
      const body = await get("Subnet", net);
      return progress(body)?.retries >= 2 && body;
    });
    const message = `Temporary Error: Task: NetCreate Net: ${net} VPC ${vpc} not yet created`;
    expect(progress(waiting)).toMatchObject({ message, success: false, failure: false });
    expect(waiting.status.kopf.progress.net_opr_on_net_init.message).toBe(message);
    await make("Vpc", vpc, { ip: "12.0.0.0", prefix: "8", status: "Init" });
    await until("no more progress", async () => progress(await get("Subnet", net)) === null);
    await provisioned("Subnet", net);
    const messages = (await list("Event")) as unknown as { involvedObject: { name: string }; message: string; type: string }[];
    const about = messages.filter(({ involvedObject }) => involvedObject.name === net);
    expect(about.filter((event) => event.message === `Handler 'net_opr_on_net_init' failed temporarily: ${message}`)).toHaveLength(1);
    expect(new Set(about.map(({ type }) => type))).toEqual(new Set(["Error"]));
  });

  it("is nothing but a finalizer on an object that nobody put into Init, and on one that is given up nothing that tries again", async () => {
    await start();
    const [idle, broken] = [fresh("vpc"), fresh("vpc")];
    await make("Vpc", idle, { ip: "12.0.0.0", prefix: "8" });
    await make("Vpc", broken, { ip: "12.0.0.1", prefix: "8", status: "Init" });
    await until("handled", async () => (await get("Vpc", broken))?.metadata.annotations);
    await still(60);
    expect((await get("Vpc", idle))?.spec).toEqual({ ip: "12.0.0.0", prefix: "8" });
    const given = await get("Vpc", broken);
    expect(given?.spec.status).toBe("Init");
    expect(Object.keys(given?.metadata.annotations ?? {})).toEqual(["kopf.zalando.org/last-handled-configuration"]);
    await change("Vpc", broken, { spec: { ip: "12.0.0.0" } });
    await provisioned("Vpc", broken);
  });
});

describe("an operator that is started again", () => {
  it("gives no address twice and takes up what was left in Init", async () => {
    await start();
    const { vpc } = await network();
    const [one, two, stalled] = [fresh("p"), fresh("p"), fresh("vpc")];
    await pod(one, vpc);
    expect((await endpointOf(one)).spec.ip).toBe("12.2.0.2");
    await start({ stall: ["Vpc"] });
    await make("Vpc", stalled, { ip: "13.0.0.0", prefix: "8", status: "Init" });
    await still(60);
    expect((await get("Vpc", stalled))?.spec.status).toBe("Init");
    await start();
    await provisioned("Vpc", stalled);
    await pod(two, vpc);
    expect((await endpointOf(two)).spec.ip).toBe("12.2.0.3");
  });

  it("does not provision again what is provisioned", async () => {
    await start();
    const { vpc } = await network();
    const before = (await get("Vpc", vpc))?.spec;
    await start();
    await still(60);
    expect((await get("Vpc", vpc))?.spec).toEqual(before);
    expect((await list("Divider")).filter(({ spec }) => spec.vpc === vpc)).toHaveLength(2);
  });
});

describe("deletion", () => {
  it("waits for what is below, whatever the order", async () => {
    await start();
    const { vpc, net } = await network();
    const name = fresh("p");
    await pod(name, vpc);
    await endpointOf(name);
    await client.delete(`${folder("Vpc")}/${vpc}`);
    await client.delete(`${folder("Subnet")}/${net}`);
    await still(80);
    expect([(await get("Vpc", vpc))?.metadata.finalizers, (await get("Subnet", net))?.metadata.finalizers]).toEqual([
      [FINALIZER],
      [FINALIZER],
    ]);
    await client.delete(`${folder("Pod")}/${name}?gracePeriodSeconds=0`);
    await gone("Vpc", vpc);
    await gone("Subnet", net);
    for (const kind of ["Divider", "Bouncer", "Endpoint"]) {
      await until(`no ${kind} is left`, async () => (await list(kind)).every(({ spec }) => spec.vpc !== vpc));
    }
  });

  it("of a Subnet never ends with the real operator, nor does that of its Vpc, until somebody takes the finalizers off", async () => {
    await start({ mode: "head" });
    const { vpc, net } = await network();
    await client.delete(`${folder("Subnet")}/${net}`);
    await client.delete(`${folder("Vpc")}/${vpc}`);
    await still(100);
    await change("Subnet", net, { metadata: { finalizers: null } });
    await gone("Subnet", net);
    await still(100);
    expect((await get("Vpc", vpc))?.metadata.deletionTimestamp).toBeDefined();
    await change("Vpc", vpc, { metadata: { finalizers: null } });
    await gone("Vpc", vpc);
  });

  it("of what was never provisioned ends at once, also in another namespace", async () => {
    await start();
    const [here, net] = [fresh("vpc"), fresh("net")];
    await make("Vpc", here, { ip: "12.0.0.0", prefix: "8" });
    await make("Subnet", net, { vpc: here, ip: "12.2.0.0", prefix: "16", status: "Init" });
    await until("marked", async () => (await get("Subnet", net))?.metadata.finalizers);
    await client.delete(`${folder("Vpc")}/${here}`);
    await client.delete(`${folder("Subnet")}/${net}`);
    await gone("Vpc", here);
    await gone("Subnet", net);
  });
});

describe("a Pod", () => {
  it("runs with the address of its endpoint, and a new one of that name gets a new address", async () => {
    await start();
    const { vpc } = await network();
    const name = fresh("p");
    await pod(name, vpc);
    const running = await until("running", async () => {
      const body = await get("Pod", name);
      return body?.status.phase === "Running" && body;
    });
    expect(running.status).toMatchObject({ podIP: "12.2.0.2", hostIP: "172.18.0.2" });
    await client.delete(`${folder("Pod")}/${name}?gracePeriodSeconds=0`);
    await gone("Endpoint", `${name}-default--eth0`);
    await pod(name, vpc);
    expect((await endpointOf(name)).spec.ip).toBe("12.2.0.3");
  });
});

it("a state with an unknown part is refused", async () => {
  await expect(start({ given: { vpcs: [], moons: [] } })).rejects.toMatchObject({
    code: "LB5050",
    message: expect.stringContaining("'moons'"),
  });
});

it("a server that cannot be read is an error, not an operator that does nothing", async () => {
  const attempt = startOperator({ url: server.url, token: "wrong", ca: server.ca, ...PACE });
  await expect(attempt).rejects.toMatchObject({ code: "LB5051", message: expect.stringContaining("/apis/mizar.com/v1/") });
});

describe.skipIf(process.env.MIZAR_TEST_SERVER === "real")("a server that has its troubles", () => {
  it("is followed through broken watches and refused writes", async () => {
    await start();
    const sandbox = server as unknown as KubernetesSandbox;
    sandbox.fault({ method: "PATCH", status: 500, times: 3 });
    sandbox.fault({ method: "POST", path: "dividers", dropAfterCommit: true });
    sandbox.fault({ method: "PATCH", path: "vpcs", status: 409, times: 2 });
    sandbox.fault({ method: "GET", path: "watch", status: 500, times: 2 });
    const { vpc, net } = await network();
    expect((await get("Vpc", vpc))?.spec.status).toBe("Provisioned");
    expect((await get("Subnet", net))?.spec.vni).toBe((await get("Vpc", vpc))?.spec.vni);
  });
});
