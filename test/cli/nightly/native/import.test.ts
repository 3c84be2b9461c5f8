import { afterAll, beforeAll, expect, test } from "vitest";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { type NativeWorld, type StateResource, startNative } from "../../../support/native-world";

// An existing object is imported by its id, with the command and with the option of a program; then nothing is left to do.

const PROGRAM = `
import * as avi from "pulumi-k8s-lb/avi";
import * as octavia from "pulumi-k8s-lb/octavia";
const owner = "pulumi-k8s-lb:native";
const servers = [{ ip: { addr: "10.0.0.1", type: "V4" as const }, port: 8080 }];
const member = { name: "one", address: "10.1.0.5", protocol_port: 8080 };
const pool = { name: "web", protocol: "TCP" as const, lb_algorithm: "ROUND_ROBIN" as const, members: [member] };
const listeners = [{ name: "web", protocol: "TCP" as const, protocol_port: 80, default_pool: pool }];
const [poolId, balancerId] = [process.env.POOL_ID, process.env.BALANCER_ID];
new avi.Pool("web", { owner, pool: { name: "imported", servers } }, poolId ? { import: poolId } : {});
const loadBalancer = { name: "web", vip_subnet_id: process.env.SUBNET, listeners };
export const { id } = new octavia.LoadBalancer("web", { owner, loadBalancer }, balancerId ? { import: balancerId } : {});
`;

let world: NativeWorld;
let cloud: OctaviaSandbox;
let balancer: string;

beforeAll(async () => {
  cloud = await startOctaviaSandbox();
  world = await startNative(PROGRAM, { env: { ...openstackEnvironment(cloud), SUBNET: cloud.subnetId } });
  await world.up();
  balancer = (await world.pulumi("stack", "output", "id")).trim();
});
afterAll(async () => {
  await world?.stop();
  await cloud?.close();
});

/** Another stack of the same program, which knows nothing of what exists. */
async function another(name: string): Promise<(...args: string[]) => Promise<string>> {
  const pulumi = (...args: string[]) => world.lab.pulumi([...args, "--stack", name]);
  await world.lab.pulumi(["stack", "init", name]);
  return pulumi;
}

const writes = () => {
  const ofCloud = cloud.calls().filter(({ method, path }) => method !== "GET" && !path.endsWith("/auth/tokens"));
  cloud.resetCalls();
  return [...world.writes(), ...ofCloud.map(({ method, path }) => `${method} ${path}`)];
};

const resources = async (pulumi: (...args: string[]) => Promise<string>): Promise<StateResource[]> =>
  (JSON.parse(await pulumi("stack", "export")) as { deployment: { resources: StateResource[] } }).deployment.resources;

test("pulumi import takes a pool of Avi and a load balancer of Octavia, and the program changes nothing", async () => {
  const pulumi = await another("second");
  writes();
  const options = ["--generate-code=false", "--protect=false", "--yes", "--skip-preview"];
  await pulumi("import", "k8s-lb:avi:Pool", "web", "admin/imported", ...options);
  await pulumi("import", "k8s-lb:octavia:LoadBalancer", "web", balancer, ...options);
  const imported = (await resources(pulumi)).find(({ type }) => type === "k8s-lb:octavia:LoadBalancer");
  expect(imported?.inputs.loadBalancer).toMatchObject({ listeners: [{ default_pool: { name: "web", members: [{ name: "one" }] } }] });
  expect(imported?.inputs.loadBalancer).not.toHaveProperty("pools");
  await pulumi("preview", "--expect-no-changes");
  await pulumi("refresh", "--yes", "--expect-no-changes");
  await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
  expect(writes()).toEqual([]);
});

test("the option import of a program does the same", async () => {
  const pulumi = await another("third");
  Object.assign(world.lab.env, { POOL_ID: "admin/imported", BALANCER_ID: balancer });
  const preview = await pulumi("preview");
  expect(preview).toContain("2 to import");
  await pulumi("up", "--yes", "--skip-preview");
  Object.assign(world.lab.env, { POOL_ID: "", BALANCER_ID: "" });
  await pulumi("preview", "--expect-no-changes");
  expect(writes()).toEqual([]);
});

test("an id that names nothing is said so", async () => {
  await another("fourth");
  const { code, stdout, stderr } = await world.lab.runCli([
    "import",
    "k8s-lb:avi:Pool",
    "none",
    "admin/no-such-pool",
    "--generate-code=false",
    "--yes",
    "--skip-preview",
    "--stack",
    "fourth",
  ]);
  expect(code).not.toBe(0);
  expect(`${stdout}${stderr}`).toMatch(/no-such-pool.* does not exist/);
});

test("a pool of another owner is refused, and nothing of it is in the state", async () => {
  world.avi.store.patch("pool", "imported", { created_by: "ako-lab" });
  const pulumi = await another("fifth");
  const options = ["--generate-code=false", "--protect=false", "--yes", "--skip-preview", "--stack", "fifth"];
  const { code, stdout, stderr } = await world.lab.runCli(["import", "k8s-lb:avi:Pool", "web", "admin/imported", ...options]);
  expect(code).not.toBe(0);
  expect(`${stdout}${stderr}`).toMatch(/LB2004: Pool imported: belongs to ako-lab[\s\S]*`adopt: true`/);
  expect((await resources(pulumi)).filter(({ type }) => type === "k8s-lb:avi:Pool")).toEqual([]);
});
