import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { k8sLb } from "../../support/cli";
import { endpoints, ingress, service } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

// Every verb that reads a state or a run knows dynamic resources and those of the plugin, and the connection of each form of a provider.

const SETTINGS = { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["x.com"] };

/** A program whose component has these options. */
const programWith = (before = "", options = "") => `import * as avi from "pulumi-k8s-lb/avi";
${before}
new avi.KubernetesCluster("main", { specs: "specs.json", settings: ${JSON.stringify(SETTINGS)} }${options});
`;

const EXPLICIT = programWith(
  `const { LAB_URL: controller, LAB_USER: username, LAB_PASSWORD: password } = process.env;
const lb = new avi.Provider("lb", { controller, username, password, rateLimit: "off" });`,
  ", { providers: [lb] }",
);

type Login = Pick<AviSandbox, "url" | "username" | "password">;
type Config = (login: Login) => [...string[]][];

const keys = ({ url, username, password }: Login) => ({ controller: url, username, password, rateLimit: "off" });
const ofStack: Config = (login) => Object.entries(keys(login)).map(([key, value]) => [`avi:${key}`, value]);
const ofPlugin: Config = (login) => Object.entries(keys(login)).map(([key, value]) => ["--path", `k8s-lb:avi.${key}`, value]);
const none: Config = () => [];

const NATIVE = { K8S_LB_NATIVE: "1" };

describe.each([
  ["dynamic, explicit provider", {}, EXPLICIT, none],
  ["dynamic, configuration of the stack", {}, programWith(), ofStack],
  ["native, explicit provider", NATIVE, EXPLICIT, none],
  ["native, configuration of the stack", NATIVE, programWith(), ofStack],
  ["native, configuration of the plugin", NATIVE, programWith(), ofPlugin],
])("%s", (_, env, program, config) => {
  let lab: PulumiLab;
  let avi: AviSandbox;

  beforeAll(async () => {
    avi = await startAviSandbox({ rateLimit: "off" });
    lab = new PulumiLab({ env: { LAB_URL: avi.url, LAB_USER: avi.username, LAB_PASSWORD: avi.password, ...env } });
    lab.writeProject("readers", program);
    specs("10.0.0.1");
    await lab.pulumi(["stack", "init", "test"]);
    for (const args of config(avi)) await lab.pulumi(["config", "set", ...args]);
    await lab.pulumi(["up", "--yes", "--skip-preview"]);
  });
  afterAll(async () => {
    lab?.dispose();
    await avi?.close();
  });

  function specs(ip: string): void {
    const items = [
      service("web", [80]),
      endpoints("web", [ip], 8080),
      ingress({ name: "shop", rules: [{ host: "shop.x.com", path: "/", service: "web" }] }),
    ];
    lab.write({ "specs.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  }

  const pool = () => String(avi.store.list("pool")[0]?.name);

  async function verb(name: string, ...args: string[]) {
    const { stdout, stderr } = await k8sLb([name, ...args, "-C", lab.program, "-s", "test"], { env: lab.env });
    return { stdout, stderr, read: () => JSON.parse(stdout) };
  }

  test("diff finds nothing between what is deployed and its manifests, and then the server that moves", async () => {
    const diff = () => verb("diff", "-f", `${lab.program}/specs.json`, "--to", "avi", "-o", "json");
    expect((await diff()).read()).toMatchObject({ changes: [] });
    specs("10.0.0.2");
    const { changes } = (await diff()).read();
    expect(new Set(changes.map(({ name }: { name: string }) => name))).toEqual(new Set([pool()]));
    specs("10.0.0.1");
  });

  test.each([[[]], [["--live"]]])("request answers from the state%s", async (more) => {
    const { stdout, stderr } = await verb("request", "http://shop.x.com/", "--to", "avi", "-o", "json", ...more);
    expect(stdout, stderr).toContain('"default/web:80"');
    expect(JSON.parse(stdout).answer).toMatchObject({ kind: "forward", to: [{ servers: ["10.0.0.1:8080"] }] });
  });

  test("doctor shows the component, and no resource as one", async () => {
    const { settings } = (await verb("doctor", "-o", "json")).read();
    const components = settings.filter(({ key }: { key: string }) => key.startsWith("avi."));
    expect(components.map(({ key }: { key: string }) => key)).toContain("avi.KubernetesCluster main: naming");
    expect(new Set(components.map(({ key }: { key: string }) => key.split(":")[0])).size).toBe(1);
    const known = settings.find(({ key }: { key: string }) => key === "avi:controller")?.value;
    expect(known).toBe(config(avi).length > 0 ? avi.url : undefined);
    expect(JSON.stringify(settings)).not.toContain(avi.password);
  });

  test("orphans finds what a state holds in none, and nothing beside the state", async () => {
    lab.write({ "state.json": await lab.pulumi(["stack", "export"]) });
    const { url, username, password } = avi;
    const environment = { ...lab.env, AVI_CONTROLLER: url, AVI_USERNAME: username, AVI_PASSWORD: password, AVI_RATE_LIMIT: "off" };
    const args = ["orphans", "--to", "avi", "--state", `${lab.program}/state.json`, "-o", "json"];
    const { stdout, stderr } = await k8sLb(args, { env: environment });
    const { orphans, held } = JSON.parse(stdout);
    expect(orphans, stderr).toEqual([]);
    expect(held).toBeGreaterThan(3);
  });

  test("drift names what was changed by hand, and the requests that are answered otherwise", async () => {
    avi.store.patch("pool", pool(), { enabled: false });
    const { drift, requests, resources } = (await verb("drift", "-o", "json")).read();
    expect(resources).toBe(2);
    expect(drift).toMatchObject([{ what: expect.stringContaining("disabled by hand"), resource: expect.stringMatching(/avi:Pool::/) }]);
    expect(requests).toMatchObject([{ host: "shop.x.com" }]);
  });
});
