import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { certificateFor, type KeyPair } from "../../sandbox/lib/certificates";
import { PulumiLab } from "../pr/harness";

// Resources that a program makes itself, with plain texts in all of their secret fields: what the real engine writes into the state.

let [lab, avi, octavia, pair]: [PulumiLab?, AviSandbox?, OctaviaSandbox?, KeyPair?] = [];

beforeAll(async () => {
  [avi, octavia, pair] = await Promise.all([
    startAviSandbox({ rateLimit: "off" }),
    startOctaviaSandbox(),
    certificateFor("shop.example.com"),
  ]);
  const env = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: { ...env, ...openstackEnvironment(octavia) } });
});
afterAll(async () => {
  lab?.dispose();
  await Promise.all([avi?.close(), octavia?.close()]);
});

/** A line in the middle of a key. */
const lineOf = (pem: string) => pem.split("\n")[3] ?? "";

test("secret fields of resources of a program are in the state as ciphertext alone, whatever the slot", async () => {
  if (!lab || !avi || !octavia || !pair) throw new Error("nothing has begun");
  const { certificate, key } = pair;
  const subnet = octavia.subnetId;
  const stack = await lab.inlineStack(async () => {
    const { Certificate, Pool } = await import("pulumi-k8s-lb/avi");
    const { LoadBalancer } = await import("pulumi-k8s-lb/octavia");
    new Certificate("shop", {
      caCertificate: { name: "ca", type: "SSL_CERTIFICATE_TYPE_CA", certificate: { certificate }, key, key_passphrase: "canary-of-ca" },
      certificate: { name: "shop", certificate: { certificate }, key, key_passphrase: "canary-of-certificate" },
    });
    new Pool("web", {
      pool: { name: "web" },
      healthMonitor: {
        ...{ name: "web", type: "HEALTH_MONITOR_HTTP" as const, http_monitor: { http_request: "GET /" } },
        authentication: { username: "probe", password: "canary-of-monitor" },
      },
    });
    new LoadBalancer("shop", {
      loadBalancer: {
        ...{ name: "shop", vip_subnet_id: subnet },
        listeners: [{ name: "tls", protocol: "TERMINATED_HTTPS", protocol_port: 443, default_tls_container_ref: { name: "pair" } }],
      },
      secrets: [{ name: "pair", certificate, key }],
    });
  });
  await stack.up();
  const canaries = ["canary-of-ca", "canary-of-certificate", "canary-of-monitor", lineOf(key)];
  const stateIsClean = async () => {
    const state = (await lab?.pulumi(["stack", "export", "--stack", "test"])) ?? "";
    const found = ["BEGIN CERTIFICATE", "ciphertext", ...canaries].filter((text) => state.includes(text));
    expect(found).toEqual(["BEGIN CERTIFICATE", "ciphertext"]);
  };
  await stateIsClean();
  expect((await stack.preview({ expectNoChanges: true })).changeSummary).toEqual({ same: 4 });
  await stack.refresh();
  await stateIsClean();
  expect((await stack.preview({ expectNoChanges: true })).changeSummary).toEqual({ same: 4 });
});
