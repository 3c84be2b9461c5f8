import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../sandbox/index";
import { Lab, root, tools } from "../pulumi/harness";
import { load, manifestsOf, RECORDED, type Recorded } from "../support/takeover";
import { freshApi } from "../unit/provider/avi/controller";

// docs/migrate-from-ako.md, block by block, on what four AKOs left on a controller, with the cluster that they read and the real Pulumi CLI.

const page = readFileSync(join(root, "docs/migrate-from-ako.md"), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code = ""]) => code);
const [SETTINGS = ""] = blocks("json");
const [PROGRAM = ""] = blocks("ts");
const [COMPARE = "", ADOPT = "", SWEEP = "", BACK = "", MOVE = ""] = blocks("sh");

let avi: AviSandbox;
let kubernetes: KubernetesSandbox;
beforeAll(async () => {
  [avi, kubernetes] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({ https: false, operator: false })]);
});
beforeEach(async () => {
  avi.reset();
  await kubernetes.reset();
});
afterAll(() => Promise.all([avi?.close(), kubernetes?.close()]));

// biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
type Manifest = any;

async function inCluster({ apiVersion, kind, metadata, ...rest }: Manifest): Promise<void> {
  const plural =
    ({ Ingress: "ingresses", Endpoints: "endpoints", IngressClass: "ingressclasses" } as Record<string, string>)[kind] ??
    `${kind.toLowerCase()}s`;
  const place = metadata.namespace ? `/namespaces/${metadata.namespace}` : "";
  const path = `/${apiVersion === "v1" ? "api" : "apis"}/${apiVersion}${place}/${plural}`;
  const headers = { authorization: `Bearer ${kubernetes.token}`, "content-type": "application/json" };
  const answer = await fetch(kubernetes.url + path, {
    method: "POST",
    headers,
    body: JSON.stringify({ apiVersion, kind, metadata, ...rest }),
  });
  expect(answer.status, `POST ${path}: ${await answer.clone().text()}`).toBeLessThan(300);
}

const ofCluster = (): Manifest[] => parseAllDocuments(manifestsOf({ naming: "ako-2" })).map((document) => document.toJS());

/** A project as the guide has it, beside a cluster and a controller on which AKO has been. */
async function project(set: Recorded): Promise<Lab> {
  await load(set, freshApi(avi));
  for (const object of ofCluster()) await inCluster(object);
  const lab = new Lab({
    env: {
      AVI_CONTROLLER: avi.url,
      AVI_USERNAME: avi.username,
      AVI_PASSWORD: avi.password,
      AVI_RATE_LIMIT: "off",
      AVI_RETRY_DELAY: "20",
    },
  });
  lab.env.KUBECONFIG = join(lab.folder, "kubeconfig");
  writeFileSync(lab.env.KUBECONFIG, kubernetes.kubeconfig);
  const bin = join(lab.folder, "bin");
  mkdirSync(bin);
  symlinkSync(join(root, "dist/sdk/cli/main.js"), join(bin, "k8s-lb"));
  lab.env.PATH = [bin, dirname(tools().command), dirname(process.execPath), lab.env.PATH ?? process.env.PATH].join(":");
  lab.writeProject("shop", PROGRAM);
  lab.write({ "settings.json": JSON.stringify({ ...JSON.parse(SETTINGS), naming: set.naming }) });
  avi.resetCalls();
  return lab;
}

/** Runs a block as a person would, in the folder of the project; it must end well. */
function shell(lab: Lab, block: string): Promise<string> {
  const options = { cwd: lab.program, env: { ...process.env, ...lab.env }, timeout: 240_000, maxBuffer: 1e8 };
  return new Promise((done, fail) => {
    execFile("bash", ["-euo", "pipefail", "-c", block], options, (error, stdout, stderr) =>
      error ? fail(new Error(`${block}\nended with ${error.code}:\n${stdout}${stderr}`)) : done(stdout),
    );
  });
}

const writes = () => avi.calls().filter(({ method, path }) => method !== "GET" && path.includes("/api/"));
const TYPES = ["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset", "l4policyset", "vsdatascriptset", "sslkeyandcertificate"];
const held = () => TYPES.flatMap((type) => avi.store.list(type).filter(({ name }) => String(name).startsWith("lab--")));

/** No file below the folder holds the private key, in clear or as the Secret has it. */
function expectNoKey(folder: string): void {
  const { data } = ofCluster().find(({ kind }) => kind === "Secret");
  const forms = [data["tls.key"].slice(100, 160), Buffer.from(data["tls.key"], "base64").toString().split("\n")[3] ?? "?"];
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (name.startsWith("node_modules") || !statSync(path).isFile()) continue;
    const text = readFileSync(path, "latin1");
    expect(
      forms.filter((form) => text.includes(form)),
      name,
    ).toEqual([]);
  }
}

test.each(RECORDED)("$name", { timeout: 600_000 }, async (set) => {
  const lab = await project(set);
  const isToday = set.naming === "ako-2" || set.naming === "ako-2-evh";
  try {
    const compared = await shell(lab, COMPARE);
    expect(compared).toContain(`The objects on the controller are of naming ${set.naming}: `);
    expect(compared).toContain(" 0 made new, 0 left behind; 0 addresses change.");
    await shell(lab, ADOPT);
    // AKO before 2.x read Ingresses of v1beta1, whose paths match otherwise than those of v1
    if (isToday) expect(writes()).toEqual([]);
    expect(held()).toHaveLength(set.objects);
    expectNoKey(lab.folder);
    expect(await shell(lab, SWEEP)).toMatch(/Nothing is left behind\.\n[\s\S]*No orphans\./);
    expect(await shell(lab, MOVE)).toContain("Clients notice nothing.");
  } finally {
    lab.dispose();
  }
});

test("the way back: the stack is forgotten, and everything is as AKO left it", { timeout: 600_000 }, async () => {
  const set = RECORDED.find(({ naming }) => naming === "ako-2") as Recorded;
  const lab = await project(set);
  try {
    const before = held();
    await shell(lab, ADOPT);
    await shell(lab, BACK);
    expect(held()).toEqual(before);
    expect(writes()).toEqual([]);
  } finally {
    lab.dispose();
  }
});
