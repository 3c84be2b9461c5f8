import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connected } from "../../../provider";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { readManifestFiles, readSpecs } from "../../../sdk";
import { TARGETS } from "../../../sdk/targets";
import { k8sLbCall } from "../../support/cli-call";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";

// What is asked with --live is on the server, whoever made it so.

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-live-"));
const manifests = join(folder, "shop.yaml");
let avi: AviSandbox;
let octavia: OctaviaSandbox;

const MANIFESTS = `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { ports: [{ port: 80, targetPort: 8080 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: web }
subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: 8080 }] }]
---
apiVersion: v1
kind: Secret
metadata: { name: shop-tls }
stringData: ${JSON.stringify({ "tls.crt": CERTIFICATE, "tls.key": PRIVATE_KEY })}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop }
spec:
  tls: [{ hosts: [example.com], secretName: shop-tls }]
  rules:
    - host: shop.example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] }
    - host: example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] }
    - host: api.example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: api, port: { number: 80 } } } }] }
---
apiVersion: v1
kind: Service
metadata: { name: api }
spec: { ports: [{ port: 80, targetPort: 8080 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: api }
subsets: [{ addresses: [{ ip: 10.0.0.9 }], ports: [{ port: 8080 }] }]
`;

beforeAll(async () => {
  writeFileSync(manifests, MANIFESTS);
  [avi, octavia] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startOctaviaSandbox({ provisioningMs: 5 })]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([avi?.close(), octavia?.close()]);
});

/** Makes what a plan of the manifests has. */
async function deploy(to: "avi" | "octavia", settings: object, config: { [key: string]: string }): Promise<void> {
  const owner = "pulumi-k8s-lb:p/s/c/web";
  const plan = TARGETS[to].translate(readSpecs(readManifestFiles([manifests]).objects), { settings: { ...settings }, owner });
  for (const { kind, inputs } of plan.resources) await connected(kind, config).create({ ...inputs, owner });
}

async function ask(url: string, to: "avi" | "octavia", settings: object, env: { [name: string]: string }) {
  const file = join(folder, `${to}.yaml`);
  writeFileSync(file, JSON.stringify(settings));
  const { code, stdout, stderr } = await k8sLbCall(
    ["request", url, "-f", manifests, "--to", to, "--settings", file, "--live", "-o", "json", "--exit-code"],
    { env },
  );
  return { code, stderr, found: stdout ? JSON.parse(stdout) : undefined };
}

test("of Avi: a pool, and a virtual service that somebody switched off", async () => {
  const settings = { clusterName: "c1" };
  const env = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  const explained = () => ask("http://shop.example.com/cart", "avi", settings, env);
  expect((await explained()).found).toMatchObject({ answer: { kind: "closed" }, differs: true });
  await deploy("avi", settings, {
    "avi:controller": avi.url,
    "avi:username": avi.username,
    "avi:password": avi.password,
    "avi:rateLimit": "off",
  });
  expect(await explained()).toMatchObject({
    code: 0,
    found: { answer: { kind: "forward", to: [{ service: "default/web:80", servers: ["10.0.0.1:8080"] }] }, differs: false },
  });
  const secure = await ask("https://example.com/", "avi", settings, env);
  expect(secure.found).toMatchObject({ certificate: "Secret default/shop-tls", differs: false });
  avi.store.patch("pool", "c1--shop.example.com_-default-shop", { enabled: false });
  expect((await explained()).found.answer.to).toEqual([{ service: "default/web:80", share: 1, servers: [] }]);
  avi.store.patch("virtualservice", "c1--Shared-L7-0", { enabled: false });
  expect(await explained()).toMatchObject({ code: 1, found: { answer: { kind: "closed" }, rule: null, differs: true } });
});

test("of Octavia: a member that somebody switched off", async () => {
  const settings = { service_subnet_id: octavia.subnetId, service_subnet_cidr: "10.0.0.0/8" };
  const env = openstackEnvironment(octavia);
  const explained = () => ask("http://shop.example.com/cart", "octavia", settings, env);
  const config = Object.fromEntries(
    Object.entries({
      authUrl: octavia.authUrl ?? "",
      userName: octavia.username,
      password: octavia.password,
      tenantName: octavia.projectName,
      userDomainName: "Default",
      projectDomainName: "Default",
    }).map(([key, value]) => [`openstack:${key}`, value]),
  );
  await deploy("octavia", settings, config);
  const before = await explained();
  expect(before).toMatchObject({
    code: 0,
    found: { answer: { kind: "forward", to: [{ service: "default/web:80", servers: ["10.0.0.1:8080"] }] }, differs: false },
  });
  const secure = await ask("https://example.com/", "octavia", settings, env);
  expect(secure.found).toMatchObject({ certificate: "Secret default/shop-tls", differs: false });
  expect(before.found.rule).toMatchObject({ object: "Ingress default/shop", file: manifests, line: 23 });
  const uuid = "1f2e3d4c-0a1b-4c2d-8e3f-001122334455";
  const lines = octavia.store.list("member").map(({ id }) => {
    const request = '10.0.1.2 33317 27/Nov/2026:10:00:00.655 "GET / HTTP/1.1" 200 73 21 -';
    return `5a9c2f2b8f4e4b6ab1fd8c6cb7c1d2e3 ${uuid} ${uuid} ${request} "" ${uuid}:${uuid} ${id} 3 ----\n`;
  });
  const log = join(folder, "flow.log");
  writeFileSync(log, lines.join(""));
  const options = ["-f", manifests, "--to", "octavia", "--settings", join(folder, "octavia.yaml"), "--live", "-o", "json"];
  const { code, stdout } = await k8sLbCall(["test", "--log", log, "--log-host", "shop.example.com", ...options], { env });
  expect(JSON.parse(stdout).traffic).toMatchObject({
    // each Service has its own load balancer beside that of the hosts
    ...{ requests: 4, agreeing: 2, contradicting: 2 },
    contradictions: [{ region: "http://shop.example.com", log: "200 of default/api:80" }],
  });
  expect(code).toBe(1);
  for (const { id } of octavia.store.list("member")) octavia.store.patch("member", String(id), { admin_state_up: false });
  expect((await explained()).found).toMatchObject({
    answer: { to: [{ service: "default/web:80", share: 1, servers: [] }], empty: { kind: "status", status: 503 } },
    differs: false,
  });
});
