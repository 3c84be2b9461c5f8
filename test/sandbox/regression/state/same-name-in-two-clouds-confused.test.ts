import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { identified } from "../../../support/identified";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";
import type { Host } from "../../lib/host";

// Names of pools and virtual services are unique per cloud: an object of the same name in another cloud was taken for this one.

let sandbox: AviSandbox;
let host: Host;

beforeAll(async () => {
  sandbox = await startAviSandbox({ rateLimit: "off" });
});
beforeEach(async () => {
  sandbox.reset();
  await nextRun();
});
afterAll(() => sandbox.close());

const pool = (name: string, cloud?: string) => ({
  owner: "pulumi-k8s-lb:shop/dev",
  ...identified(`urn:pulumi:dev::shop::pulumi-nodejs:dynamic/avi:Pool::${name}-${cloud}`),
  pool: {
    name,
    ...(cloud ? { cloud_ref: `/api/cloud?name=${cloud}` } : {}),
    servers: [{ ip: { addr: "10.0.0.1", type: "V4" }, port: 80 }],
  },
});

async function made(name: string, cloud?: string): Promise<Resource> {
  const resource = new Resource(host, "avi:Pool");
  await resource.up(pool(name, cloud));
  return resource;
}

async function nextRun(): Promise<void> {
  host = await providerHere({ ...aviConfig(sandbox), "avi:listCache": "5000" });
}

/** Deletes a resource that the program of this run no longer has. */
async function deleted({ state }: Resource): Promise<void> {
  const resource = new Resource(host, "avi:Pool");
  resource.state = state;
  await resource.destroy();
}

/** Names of the clouds with pools of that name. */
function cloudsOf(name: string): string[] {
  const clouds = new Map(sandbox.store.list("cloud").map((cloud) => [String(cloud.uuid), String(cloud.name)]));
  const pools = sandbox.store.list("pool").filter((one) => one.name === name);
  return pools.map(({ cloud_ref }) => clouds.get(String(cloud_ref).replace(/^.*\//, "")) ?? "");
}

test("a refresh sees that the one of its cloud is gone", async () => {
  const here = [await made("a", "Default-Cloud"), await made("b", "Default-Cloud"), await made("c", "Default-Cloud")];
  sandbox.store.remove("pool", "a");
  await made("a", "vcenter-cloud");
  expect(await Promise.all(here.map((resource) => resource.refresh()))).toEqual([false, true, true]);
});

test("one goes although the program has another in another cloud", async () => {
  const here = await made("a", "Default-Cloud");
  await nextRun();
  await made("a", "vcenter-cloud");
  await deleted(here);
  expect(cloudsOf("a")).toEqual(["vcenter-cloud"]);
});

test("one that another resource has by now stays, whether it names the cloud of the connection or not", async () => {
  const named = await made("a", "Default-Cloud");
  await nextRun();
  await made("a");
  await deleted(named);
  expect(cloudsOf("a")).toEqual(["Default-Cloud"]);
});
