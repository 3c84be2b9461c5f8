import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { canary, found, lineOf } from "../../campaigns/secrets/canaries";
import { certificateFor } from "../../sandbox/lib/certificates";
import { k8sLb } from "../../support/cli";
import { endpoints, ingress, secret, service } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

// The archive of a stack that the real CLI has made, unpacked: everything that a bug report needs, and neither secrets nor names.

const SECRETS: Record<string, string> = {
  "password of Avi, in the configuration": canary("aviPassword"),
  "passphrase of the stack": canary("passphrase"),
  "secret of the configuration": canary("configuration"),
  "secret output of the program": canary("output"),
  "token in the environment": canary("token"),
};

/** Names, by what has them. */
const NAMES = {
  project: "zephyrworks",
  stack: "orchard",
  component: "harbour",
  cluster: "meridian",
  namespace: "boutique",
  services: ["checkout", "payer2"],
  ingress: "frontdoor",
  secret: "cabinet",
  host: "shop.zephyr-works.example",
  newHost: "till.zephyr-works.example",
  path: "marmalade",
  file: "lorikeet.json",
};
const ADDRESSES = ["10.77.3.1", "10.77.3.2"];
/** Beginning of the addresses that the sandbox gives. */
const GIVEN = "10.250.250.";

const { namespace, services, host, newHost } = NAMES;
const [checkout = "", payer = ""] = services;
const PROGRAM = `
import * as pulumi from "@pulumi/pulumi";
import { KubernetesCluster } from "pulumi-k8s-lb/avi";
const settings = { clusterName: "${NAMES.cluster}", shardVSSize: "SMALL", subDomains: ["zephyr-works.example"], disableStaticRouteSync: true };
const main = new KubernetesCluster("${NAMES.component}", { specs: "${NAMES.file}", settings: settings as never });
export const { hosts } = main;
export const note = pulumi.secret(process.env.NOTE);
`;

let avi: AviSandbox;
let lab: PulumiLab;
let specs: (hosts: string[]) => string;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off", password: SECRETS["password of Avi, in the configuration"] });
  lab = new PulumiLab({
    env: {
      ...{ AVI_RATE_LIMIT: "off", NOTE: SECRETS["secret output of the program"] ?? "" },
      ...{ PULUMI_CONFIG_PASSPHRASE: SECRETS["passphrase of the stack"] ?? "", MY_TOKEN: SECRETS["token in the environment"] ?? "" },
    },
  });
  const { certificate, key } = await certificateFor(host);
  SECRETS["private key of a Secret"] = lineOf(key);
  SECRETS["certificate of a Secret"] = lineOf(certificate);
  specs = (hosts) => {
    const rules = hosts.flatMap((one) => [
      { host: one, path: "/", service: checkout },
      { host: one, path: `/${NAMES.path}`, service: payer },
    ]);
    const items = [
      ...[service(checkout, [80], "ClusterIP", namespace), endpoints(checkout, ADDRESSES, 8080, namespace)],
      ...[service(payer, [80], "ClusterIP", namespace), secret(NAMES.secret, certificate, key, namespace)],
      ingress({ name: NAMES.ingress, namespace, rules, tls: [{ hosts: [host], secretName: NAMES.secret }] }),
    ];
    return JSON.stringify({ apiVersion: "v1", kind: "List", items });
  };
  lab.writeProject(NAMES.project, PROGRAM);
  lab.write({ [NAMES.file]: specs([host]) });
  await lab.pulumi(["stack", "init", NAMES.stack]);
  for (const [key, value] of [
    ["avi:controller", avi.url],
    ["avi:username", avi.username],
  ])
    await lab.pulumi(["config", "set", `${key}`, `${value}`]);
  await lab.pulumi(["config", "set", "--secret", "avi:password", avi.password]);
  await lab.pulumi(["config", "set", "--secret", "licence", SECRETS["secret of the configuration"] ?? ""]);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
  // what the archive is about: the specs have changed since
  lab.write({ [NAMES.file]: specs([host, newHost]) });
}, 300_000);
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

/** The files of an archive, by name, and what the command prints. */
async function bundle(name: string, ...more: string[]): Promise<{ files: { [name: string]: string }; all: string }> {
  const archive = join(lab.folder, `${name}.tar.gz`);
  const args = ["-C", ".", "-s", NAMES.stack, "-f", NAMES.file, "--to", "avi", "--listen", "127.0.0.1:1", "--archive", archive];
  const { code, stderr } = await k8sLb(["support-bundle", ...args, ...more], {
    cwd: lab.program,
    env: { ...lab.env, HOME: lab.folder },
  });
  expect([code, stderr]).toEqual([0, ""]);
  const folder = join(lab.folder, name);
  mkdirSync(folder);
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  const files = Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  return { files, all: Object.values(files).join("\n") };
}

test("holds the plans of state and specs, what changes between them, and no secret, name, host or address", async () => {
  const { files, all } = await bundle("replaced");
  const { missing } = JSON.parse(files["contents.json"] ?? "");
  expect(missing.map(({ file }: { file: string }) => file)).toEqual(["watch-status.json", "watch-metrics.txt", "watch-log.jsonl"]);
  const read = (file: string) => JSON.parse(files[`${file}.json`] ?? "");
  expect(read("versions").backEnds).toMatchObject([{ target: "avi", state: "ok" }]);
  expect(read("doctor").settings).toContainEqual(expect.objectContaining({ value: "ako-1.2" }));
  const [held] = read("state-plans");
  const meant = read("specs-plan");
  expect([held.target, meant.target]).toEqual(["avi", "avi"]);
  // what stays as it is has the same digests, what changes has not
  expect(meant.objects).toMatchObject({ pool: held.objects.pool, sslkeyandcertificate: held.objects.sslkeyandcertificate });
  expect(meant.objects.pool).not.toEqual(held.objects.pool);
  const [summary] = read("summaries");
  expect(summary).toMatchObject({ target: "avi", settings: { shardVSSize: "SMALL" } });
  const [address = ""] = Object.keys(summary.addresses);
  expect(address).toMatch(/^host host-[0-9a-f]{10}$/);
  expect(Object.keys(summary.routes[`http://${address.slice(5)}/`].to)).toEqual(["redirect 302 to https"]);
  const place = expect.stringMatching(/^http:\/\/host-[0-9a-f]{10}\/$/);
  expect(read("specs-summary")).toContainEqual({ of: "place", change: "added", what: place });
  expect(read("diagnostics")).toContainEqual(
    expect.objectContaining({ code: "LB1112", object: expect.stringMatching(/^Service name-[0-9a-f]{10}\/name-[0-9a-f]{10}$/) }),
  );

  expect(found(all, SECRETS)).toEqual([]);
  const names = [...Object.values(NAMES).flat(), ...ADDRESSES, GIVEN, "zephyr"];
  expect(names.filter((name) => all.toLowerCase().includes(name))).toEqual([]);
}, 120_000);

test("holds them as they are with --keep-names, and no secret either", async () => {
  const { all } = await bundle("kept", "--keep-names");
  expect(found(all, SECRETS)).toEqual([]);
  // the name of the stack is in no field
  const names = [NAMES.component, NAMES.cluster, namespace, ...services, NAMES.ingress, host, newHost];
  expect(names.filter((name) => !all.includes(name))).toEqual([]);
}, 120_000);
