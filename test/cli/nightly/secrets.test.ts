import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../../sandbox/index";
import { canary, found, lineOf } from "../../campaigns/secrets/canaries";
import { certificateFor, type KeyPair } from "../../sandbox/lib/certificates";
import { k8sLb } from "../../support/cli";
import { eventually } from "../../support/eventually";
import { endpoints, ingress, NAMESPACE, service, WatchLab } from "../../support/watch-lab";

// Twelve secrets as a stack has them, and every place where somebody may read what became of them: one run of the real CLI, at `-v=9`.
// The engine's own log of that loudness has every value in clear (docs/troubleshooting.md#interrupted-runs): its lines are left out.
// The campaign `secrets` looks at the provider alone, with everything that a server may answer.

/** Eight of ours; three private keys and the token of the cluster come beside them. */
const CANARIES = {
  "password of Avi": canary("aviPassword"),
  "unused Secret of the cluster": canary("clusterSecret"),
  "last-applied-configuration": canary("lastApplied"),
  "unused Secret of a file": canary("fileSecret"),
  "token of a ServiceAccount": canary("accountToken"),
  "stringData of the program": canary("stringData"),
  "password of a registry": canary("registry"),
  "environment of a Pod": canary("podEnvironment"),
};

const metadata = (name: string, more: object = {}) => ({ name, namespace: NAMESPACE, ...more });
const base64 = (text: string) => Buffer.from(text).toString("base64");
const secretObject = (name: string, data: { [key: string]: string }, type = "Opaque", more: object = {}) => ({
  ...{ apiVersion: "v1", kind: "Secret", metadata: metadata(name, more), type },
  data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)])),
});
const tls = (name: string, { certificate, key }: KeyPair) =>
  secretObject(name, { "tls.crt": certificate, "tls.key": key }, "kubernetes.io/tls");
const secure = (name: string) => {
  const plain = ingress(`${name}.example.com`, name);
  return {
    ...plain,
    spec: { ...(plain as unknown as { spec: object }).spec, tls: [{ hosts: [`${name}.example.com`], secretName: name }] },
  };
};

const inCluster = (pair: KeyPair) => [
  ...[service(), endpoints(["10.1.0.1"]), secure("live"), tls("live", pair)],
  secretObject("unused", { password: CANARIES["unused Secret of the cluster"] }, "Opaque", {
    annotations: { "kubectl.kubernetes.io/last-applied-configuration": CANARIES["last-applied-configuration"] },
  }),
];
const inFile = (pair: KeyPair) => [
  ...[secure("file"), tls("file", pair)],
  secretObject("spare", { password: CANARIES["unused Secret of a file"] }),
  secretObject("account", { token: CANARIES["token of a ServiceAccount"] }, "kubernetes.io/service-account-token"),
];
const inProgram = (pair: KeyPair) => [
  ...[secure("code"), tls("code", pair)],
  { apiVersion: "v1", kind: "Secret", metadata: metadata("plain"), stringData: { password: CANARIES["stringData of the program"] } },
  secretObject("pull", { ".dockerconfigjson": CANARIES["password of a registry"] }, "kubernetes.io/dockerconfigjson"),
  {
    ...{ apiVersion: "v1", kind: "Pod", metadata: metadata("web-1") },
    spec: { containers: [{ name: "web", env: [{ name: "PASSWORD", value: CANARIES["environment of a Pod"] }] }] },
  },
];

const PROGRAM = `
import { readFileSync } from "node:fs";
import { KubernetesCluster } from "pulumi-k8s-lb/avi";
import { liveCluster } from "pulumi-k8s-lb/cluster";
const main = new KubernetesCluster("main", {
  specs: [liveCluster({ namespaces: ["${NAMESPACE}"] }), "file.json", ...JSON.parse(readFileSync("../program.json", "utf8"))],
  settings: { clusterName: "c1", shardVSSize: "SMALL", disableStaticRouteSync: true },
});
export const { hosts, inventory, summary, statuses } = main;
`;

let [avi, cluster, world]: [AviSandbox?, KubernetesSandbox?, WatchLab?] = [];
let secrets: { [name: string]: string };

beforeAll(async () => {
  [avi, cluster] = await Promise.all([
    startAviSandbox({ rateLimit: "off", password: CANARIES["password of Avi"] }),
    startKubernetesSandbox({}),
  ]);
  world = new WatchLab(cluster.kubeconfig, { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_RATE_LIMIT: "off" });
  const [live, file, code] = await Promise.all(["live", "file", "code"].map((name) => certificateFor(`${name}.example.com`)));
  if (!live || !file || !code) throw new Error("three certificates are needed");
  secrets = {
    ...CANARIES,
    "key of a Secret of the cluster": lineOf(live.key),
    "key of a Secret of a file": lineOf(file.key),
    "key of a Secret of the program": lineOf(code.key),
    "token of the cluster": cluster.token,
  };
  world.lab.writeProject("secrets", PROGRAM);
  world.lab.write({ "file.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: inFile(file) }) });
  writeFileSync(join(world.lab.folder, "program.json"), JSON.stringify(inProgram(code)));
  await world.put({ apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } });
  await world.put(...(inCluster(live) as Parameters<WatchLab["put"]>));
}, 300_000);
afterAll(async () => {
  world?.dispose();
  await Promise.all([avi?.close(), cluster?.close()]);
});

/** Not a line of the engine's log: those are JSON. */
const isOurs = (line: string) => !line.startsWith('{"time":');

/** Every file below a folder, as one text. */
const filesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`)
    .join("\n");

test("twelve secrets are read in none of the places where a stack leaves something", async () => {
  if (!avi || !cluster || !world) throw new Error("the sandboxes have not begun");
  expect(Object.keys(secrets)).toHaveLength(12);
  const { lab } = world;
  const places: { [where: string]: string } = {};
  const pulumi = async (where: string, args: string[], code = 0) => {
    const result = await lab.runCli([...args, "--stack", "test"]);
    places[where] = `${result.stdout}${result.stderr}`.split("\n").filter(isOurs).join("\n");
    expect(result.code, places[where].slice(-3000)).toBe(code);
    return result.stdout;
  };
  await lab.pulumi(["stack", "init", "test"]);
  await lab.pulumi(["config", "set", "--secret", "avi:password", CANARIES["password of Avi"]]);

  const loud = ["-v=9", "--logtostderr", "--logflow"];
  await pulumi("preview", ["preview", "--diff", ...loud]);
  await pulumi("up", ["up", "--yes", "--skip-preview", ...loud]);
  const keyOf = (name: string) => avi?.store.list("sslkeyandcertificate").find((one) => String(one.name).includes(name));
  for (const name of ["live", "file", "code"]) expect(keyOf(`${name}.example.com`), `${name} is served with its certificate`).toBeDefined();
  await pulumi("outputs", ["stack", "output", "--json", "--show-secrets"]);
  await pulumi("exported state", ["stack", "export"]);

  const watch = await world.watch("--stack", "test");
  await world.put(endpoints(["10.1.0.2"]));
  await eventually(() => expect(JSON.stringify(avi?.store.list("pool"))).toContain("10.1.0.2"), 60_000);
  await world.put(ingress("new.example.com", "new", "web"));
  await eventually(async () => expect((await watch.status()).pending.length).toBeGreaterThan(0), 150_000);
  places["/pending"] = JSON.stringify(await watch.status());
  places["/metrics"] = await (await fetch(`http://${watch.listen}/metrics`)).text();
  await watch.stop();
  places["log of the watch"] = watch.said;

  const [pool] = avi.store.list("pool");
  avi.store.put("pool", { ...pool, enabled: false } as never);
  const drift = await k8sLb(["drift", "-C", lab.program, "--stack", "test"], { env: { ...process.env, ...lab.env } as never });
  places["k8s-lb drift"] = drift.stdout + drift.stderr;
  await pulumi("refresh", ["refresh", "--yes", "--skip-preview", ...loud]);

  // the controller is away: errors
  lab.env.AVI_CONTROLLER = "https://127.0.0.1:1";
  await pulumi("errors", ["up", "--yes", "--skip-preview", ...loud], 1);
  lab.env.AVI_CONTROLLER = avi.url;
  await pulumi("destroy", ["destroy", "--yes", "--skip-preview", ...loud]);
  places["state, its history and its backups"] = filesOf(join(lab.folder, "state"));
  places["home and temporary files"] = filesOf(join(lab.folder, "home")) + filesOf(join(lab.folder, "tmp"));

  expect(Object.keys(places).length).toBeGreaterThanOrEqual(12);
  const read = Object.entries(places).flatMap(([where, text]) => found(text, secrets).map((secret) => `${where}: ${secret}`));
  expect(read).toEqual([]);
}, 600_000);
