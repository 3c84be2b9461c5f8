// Tenants of Arktos: where objects are made, found and imported.
import { expect, test } from "vitest";
import { Resource } from "../lib/engine";
import type { CallFailed } from "../lib/host";
import { OWNER } from "../lib/mizar-samples";
import { mizarWorld } from "../lib/mizar-world";
import { created, expectQuiet } from "../lib/world";

const world = mizarWorld({ MIZAR_TENANT: "te1" }, { mode: "arktos", tenants: ["te1", "te2"] });
const paths = () => [...new Set(world.proxy.calls.map(({ path }) => path.split("?")[0]))];

test("Mizar's own objects are in tenant system, others in the configured tenant or the one they name", async () => {
  const vpc = { owner: OWNER, metadata: { name: "vpc-1" }, spec: { ip: "10.10.0.0", prefix: 16 } };
  const made = new Resource(world.host, "mizar:Vpc");
  await made.up(vpc);
  expect(made.state?.id).toBe("system/default/vpc-1");
  expect(paths()).toContain("/apis/mizar.com/v1/tenants/system/namespaces/default/vpcs");
  await expectQuiet(made, vpc);

  const network = { owner: OWNER, metadata: { name: "blue" }, spec: { type: "mizar", vpcID: "vpc-1" } };
  const mine = await created(world, "mizar:ArktosNetwork", network);
  expect(mine.state?.id).toBe("te1/blue");
  const theirs = { ...network, metadata: { name: "blue", tenant: "te2" } };
  const other = await created(world, "mizar:ArktosNetwork", theirs);
  expect(other.state?.id).toBe("te2/blue");
  await expectQuiet(mine, network);
  await expectQuiet(other, theirs);
  await mine.destroy();
  expect(await mine.refresh()).toBe(false);
  expect(await other.refresh()).toBe(true);
});

test("where Arktos leaves the clusterIP to others, a Service takes the one that is declared, and its endpoint with it", async () => {
  await created(world, "mizar:Vpc", { owner: OWNER, metadata: { name: "ext" }, spec: { ip: "10.50.0.0", prefix: 16 } });
  await created(world, "mizar:Subnet", { owner: OWNER, metadata: { name: "ext1" }, spec: { vpc: "ext", ip: "10.50.1.0", prefix: 24 } });
  // Arktos' controllers do nothing for a tenant before its default Network is ready
  const network = { owner: OWNER, metadata: { name: "default" }, spec: { type: "mizar", vpcID: "ext" }, waitFor: "Ready" };
  await created(world, "mizar:ArktosNetwork", network);
  const service = { ipam: "External" };
  await created(world, "mizar:ArktosNetwork", { owner: OWNER, metadata: { name: "ext" }, spec: { type: "mizar", vpcID: "ext", service } });
  const inputs = {
    owner: OWNER,
    metadata: {
      name: "web",
      labels: { "arktos.futurewei.com/network": "ext" },
      annotations: { "mizar.com/vpc": "ext", "mizar.com/subnet": "ext1" },
    },
    spec: { ports: [{ port: 80 }], clusterIP: "10.50.1.9" },
  };
  const resource = await created(world, "mizar:PlacedService", inputs);
  expect(resource.state?.outs).toMatchObject({
    clusterIP: "10.50.1.9",
    address: "10.50.1.9",
    endpoint: { name: "web-default-te1", vpc: "ext", net: "ext1" },
  });
  await expectQuiet(resource, inputs);
  await resource.destroy();
});

test("another tenant is another object", async () => {
  const inputs = { owner: OWNER, metadata: { name: "green", tenant: "te1" }, spec: { type: "mizar", vpcID: "vpc-1" } };
  const resource = await created(world, "mizar:ArktosNetwork", inputs);
  const moved = { ...inputs, metadata: { name: "green", tenant: "te2" } };
  expect(await resource.preview(moved)).toEqual({ changes: true, replaces: ["metadata"] });
  expect(await resource.up(moved)).toBe("replaced");
  expect(resource.state?.id).toBe("te2/green");
});

test("an object is imported from its tenant", async () => {
  const inputs = { owner: OWNER, metadata: { name: "red", tenant: "te2" }, spec: { type: "mizar", vpcID: "vpc-1" } };
  await created(world, "mizar:ArktosNetwork", inputs);
  const imported = new Resource(world.host, "mizar:ArktosNetwork");
  await imported.import("te2/red");
  expect(await imported.preview(inputs)).toEqual({ changes: false, replaces: [] });
});

test("a tenant that does not exist is the server's to refuse", async () => {
  const inputs = { owner: OWNER, metadata: { name: "blue", tenant: "nobody" }, spec: { type: "mizar", vpcID: "vpc-1" } };
  const failed: CallFailed = await new Resource(world.host, "mizar:ArktosNetwork").up(inputs).catch((error) => error);
  expect(failed.message).toMatch(/Network nobody\/blue/);
  expect(failed.partial).toBeUndefined();
});
