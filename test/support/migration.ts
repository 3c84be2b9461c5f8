import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../sandbox/index";
import { PulumiLab, root, tools } from "../cli/pr/harness";

// docs/migrate-from-ako.md, block by block, with the real Pulumi CLI.

const page = readFileSync(join(root, "docs/migrate-from-ako.md"), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code = ""]) => code);
const [PROGRAM = ""] = blocks("ts");
const [COMPARE = "", ADOPT = "", SWEEP = "", AGAIN = "", BACK = "", MOVE = ""] = blocks("sh");

/** The page's own: its settings, and its commands in their order. */
export const GUIDE = { settings: JSON.parse(blocks("json")[0] ?? "{}"), COMPARE, ADOPT, SWEEP, AGAIN, BACK, MOVE };

// biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
export type KubectlManifest = any;

/** A controller and a cluster, as new before each test. */
export interface MigrationWorld {
  avi: AviSandbox;
  kubernetes: KubernetesSandbox;
}

export function migrationWorld(): MigrationWorld {
  const world = {} as MigrationWorld;
  beforeAll(async () => {
    [world.avi, world.kubernetes] = await Promise.all([
      startAviSandbox({ rateLimit: "off" }),
      startKubernetesSandbox({ https: false, operator: false }),
    ]);
  });
  beforeEach(async () => {
    world.avi.reset();
    await world.kubernetes.reset();
  });
  afterAll(() => Promise.all([world.avi?.close(), world.kubernetes?.close()]));
  return world;
}

const PLURALS: Record<string, string> = { Ingress: "ingresses", Endpoints: "endpoints", IngressClass: "ingressclasses" };

/** The path of an object; of the list that it belongs to without its name. */
export function pathOf({ apiVersion, kind, metadata }: KubectlManifest, name = ""): string {
  const place = metadata.namespace ? `/namespaces/${metadata.namespace}` : "";
  return `/${apiVersion === "v1" ? "api" : "apis"}/${apiVersion}${place}/${PLURALS[kind] ?? `${kind.toLowerCase()}s`}${name && `/${name}`}`;
}

/** Asks the cluster, as whoever manages fields under this name. */
export async function ask(
  { kubernetes }: MigrationWorld,
  method: string,
  path: string,
  body?: object,
  manager = "kubectl",
): Promise<KubectlManifest> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const headers = { authorization: `Bearer ${kubernetes.token}`, "content-type": type };
  const query = method === "GET" ? "" : `?fieldManager=${manager}`;
  const answer = await fetch(kubernetes.url + path + query, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  expect(answer.status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return JSON.parse(text);
}

/** A project as the guide has it, beside a cluster and a controller on which AKO has been. */
export function guideProject({ avi, kubernetes }: MigrationWorld, settings: object): PulumiLab {
  const { url, username, password } = avi;
  const lab = new PulumiLab({
    env: { AVI_CONTROLLER: url, AVI_USERNAME: username, AVI_PASSWORD: password, AVI_RATE_LIMIT: "off", AVI_RETRY_DELAY: "20" },
  });
  lab.env.KUBECONFIG = join(lab.folder, "kubeconfig");
  writeFileSync(lab.env.KUBECONFIG, kubernetes.kubeconfig);
  const bin = join(lab.folder, "bin");
  mkdirSync(bin);
  symlinkSync(join(root, "dist/sdk/cli/main.js"), join(bin, "k8s-lb"));
  lab.env.PATH = [bin, dirname(tools().command), dirname(process.execPath), lab.env.PATH ?? process.env.PATH].join(":");
  lab.writeProject("shop", PROGRAM);
  lab.write({ "settings.json": JSON.stringify(settings) });
  avi.resetCalls();
  return lab;
}

/** Runs a block as a person would, in the folder of the project; it must end well. */
export function shell(lab: PulumiLab, block: string): Promise<string> {
  const options = { cwd: lab.program, env: { ...process.env, ...lab.env }, timeout: 240_000, maxBuffer: 1e8 };
  return new Promise((done, fail) => {
    execFile("bash", ["-euo", "pipefail", "-c", block], options, (error, stdout, stderr) =>
      error ? fail(new Error(`${block}\nended with ${error.code}:\n${stdout}${stderr}`)) : done(stdout),
    );
  });
}

/** Writes to the controller. */
export const writesOf = ({ avi }: MigrationWorld) => avi.calls().filter(({ method, path }) => method !== "GET" && path.includes("/api/"));
