import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { pendingRoutes, serve, type WatchView } from "../../../sdk/watch/report/http-server";
import { jsonLog } from "../../../sdk/watch/report/log";
import { LogRing } from "../../../sdk/watch/report/log-ring";
import { metrics } from "../../../sdk/watch/report/metrics";
import { k8sLb } from "../../support/cli";

// A secret in every place that a bundle looks at or near, and names in every place: none of them is in the archive.

const SECRETS = {
  environment: "canary-env-Pa55w0rd",
  token: "canarytokenABCDEFGH1234567890",
  url: "canaryUrlUser0",
  urlPassword: "canaryUrlPass1",
  query: "canaryquerytoken77",
  kubeconfig: "canaryKubeToken88",
  kubeconfigKey: Buffer.from("-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n").toString("base64"),
  setting: "canarySettingPass9",
  key: "MIICanaryKeyLineQwErTyUiOpAsDfGhJkLzXcVbNm0123456789QwErTyUiOpAs",
  certificate: "MIICanaryCertLineZxCvBnMQwErTyUiOpAsDfGhJkL0987654321ZxCvBnMQw",
  message: "canary-in-a-message",
  plainWord: "canarysesame",
  annotation: "canaryAnnotation",
  annotationKey: "canaryAnnotationKey",
  field: "canaryField",
  settingName: "canarySettingName",
  option: "canaryOption",
  label: "canaryLabel",
  metric: "canary_metric",
  number: "918273645546372819",
};
const NAMES = [
  "checkout",
  "boutique",
  "shop.acme-corp.example",
  "acme-corp",
  "10.99.0.7",
  "frontdoor",
  "payer",
  "acmetenant",
  "prodcluster",
];

const pem = (label: string, line: string) => `-----BEGIN ${label}-----\n${line}\n-----END ${label}-----\n`;
const indented = (text: string) => text.replaceAll("\n", "\n    ");

const SPECS = `apiVersion: v1
kind: Service
metadata: { name: checkout, namespace: boutique, annotations: { acme-corp.example/owner: payer, ${SECRETS.annotationKey}: ${SECRETS.annotation} }, labels: { ${SECRETS.label}: a } }
spec: { ${SECRETS.field}: 1, type: LoadBalancer, loadBalancerIP: 10.99.0.7, ports: [{ port: 80, name: http }] }
---
apiVersion: v1
kind: Secret
metadata: { name: frontdoor, namespace: boutique }
type: kubernetes.io/tls
stringData:
  tls.crt: |
    ${indented(pem("CERTIFICATE", SECRETS.certificate))}
  tls.key: |
    ${indented(pem("PRIVATE KEY", SECRETS.key))}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: frontdoor, namespace: boutique }
spec:
  tls: [{ hosts: [shop.acme-corp.example], secretName: frontdoor }]
  rules:
  - host: shop.acme-corp.example
    http: { paths: [{ path: /payer, pathType: Prefix, backend: { service: { name: nothing-there, port: { number: 80 } } } }] }
`;

const view: WatchView = {
  ready: () => true,
  activeErrors: () => [`Pool prodcluster--boutique-checkout-80: refused for password=${SECRETS.environment}`],
  pending: () => [
    {
      causes: [{ apiVersion: "v1", kind: "Ingress", namespace: "boutique", name: "frontdoor" }],
      since: "2026-01-01T00:00:00Z",
      objects: { "avi:SniVS prodcluster--shop.acme-corp.example": "create" },
    },
  ],
  drift: () => [],
  lastKnownGood: () => [],
  queue: () => ({ waiting: 0, oldestSeconds: 0 }),
};

let avi: AviSandbox;
let watch: Server;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-bundle-"));
  mkdirSync(join(folder, "home/.kube"), { recursive: true });
  writeFileSync(join(folder, "specs.yaml"), SPECS);
  writeFileSync(
    join(folder, "avi.yaml"),
    `clusterName: prodcluster\npassword: ${SECRETS.setting}\n${SECRETS.settingName}: ${SECRETS.number}\nclaims: ${SECRETS.option}\n`,
  );
  writeFileSync(
    join(folder, "home/.kube/config"),
    `users: [{ name: payer, user: { token: ${SECRETS.kubeconfig}, client-key-data: ${SECRETS.kubeconfigKey} } }]\n`,
  );
  const ring = new LogRing();
  const counted = metrics();
  // a log as bad as it can be: nothing has hidden a secret in it
  const log = jsonLog(ring, (text) => text);
  for (const secret of [...Object.values(SECRETS), pem("PRIVATE KEY", SECRETS.key), Buffer.from(SECRETS.environment).toString("base64")])
    log({
      what: "failure",
      code: "LB2007",
      message: `Ingress boutique/frontdoor: refused: ${secret}`,
      resource: "prodcluster--boutique-checkout",
    });
  log({ what: "note", message: `GET https://${SECRETS.url}:${SECRETS.urlPassword}@shop.acme-corp.example/a?token=${SECRETS.query}&b=1` });
  log({ what: "failure", code: "LB2003", message: `LB2003: ${SECRETS.message} is the word ${SECRETS.plainWord}: refused with status 403` });
  log({ what: "note", message: `cut: ${SECRETS.environment.slice(0, 12)}...` });
  counted.observer({ what: "event", cluster: "prodcluster", kind: "Endpoints", type: "modified", object: "boutique/checkout" });
  log({ what: "write", resource: "prodcluster--boutique-checkout-80", type: "avi:Pool", seconds: 0.1, servers: 2 });
  log(Object.assign({ what: "leader", leader: true } as const, { [SECRETS.field]: SECRETS.field, further: { token: SECRETS.token } }));
  const pages = { ...ring.routes(), ...pendingRoutes(view), ...counted.routes(view) };
  const counts = pages["/metrics"];
  const more = `# HELP ${SECRETS.metric}\n${SECRETS.metric} 1\nk8s_lb_watch_${SECRETS.metric} 1\nk8s_lb_watch_ready{${SECRETS.label}="${SECRETS.label}"} 1\n`;
  const metricsPage = async () => {
    const answer = await counts?.(new URLSearchParams());
    return { status: 200, type: "text/plain", body: `${answer?.body}${more}` };
  };
  watch = await serve({ ...pages, "/metrics": metricsPage }, "127.0.0.1", 0);
  env = {
    ...{
      HOME: join(folder, "home"),
      AVI_CONTROLLER: avi.url,
      AVI_USERNAME: avi.username,
      AVI_PASSWORD: avi.password,
      AVI_RATE_LIMIT: "off",
    },
    ...{ AVI_TENANT: "acmetenant", PULUMI_CONFIG_PASSPHRASE: SECRETS.environment, PULUMI_ACCESS_TOKEN: SECRETS.token },
    PULUMI_BACKEND_URL: `https://${SECRETS.url}:${SECRETS.urlPassword}@state.acme-corp.example/x?sig=${SECRETS.query}`,
  };
});
afterAll(async () => {
  watch?.close();
  await avi?.close();
  rmSync(folder, { recursive: true, force: true });
});

const anyName = expect.stringMatching(/^name-[0-9a-f]{10}$/);
const listen = () => `127.0.0.1:${(watch.address() as AddressInfo).port}`;
const tar = (...args: string[]) => execFileSync("tar", args, { cwd: folder, encoding: "utf8" });

async function bundle(archive: string, ...args: string[]) {
  const specs = ["-f", "specs.yaml", "--to", "avi", "--settings", "avi.yaml", "--listen", listen()];
  const ended = await k8sLb(["support-bundle", ...specs, "--archive", archive, ...args], { cwd: folder, env });
  const names = ended.code === 0 ? tar("-tzf", archive).trim().split("\n") : [];
  const files = Object.fromEntries(names.map((name) => [name, tar("-xzOf", archive, name)]));
  return { ...ended, names, files, all: Object.values(files).join("\n") + ended.stdout };
}

describe("k8s-lb support-bundle", () => {
  it("holds everything that could be had, and says what could not", async () => {
    const { code, stderr, stdout, names, files } = await bundle("a.tar.gz");
    expect([code, stderr]).toEqual([0, ""]);
    const had = ["contents", "versions", "doctor", "settings", "specs", "specs-plan", "diagnostics", "watch-status"].map(
      (name) => `${name}.json`,
    );
    expect(names).toEqual([...had, "watch-metrics.txt", "watch-log.jsonl"]);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^${name} +\\d+ +\\w`, "m"));
    expect(stdout).toMatch(/^state-plans\.json +no Pulumi project or no stack: name them with -C and -s/m);
    expect(stdout).toContain("Look through it before you send it");
    expect(JSON.parse(files["contents.json"] ?? "").missing.map(({ file }: { file: string }) => file)).toEqual([
      ...["state-plans.json", "summaries.json", "specs-summary.json"],
    ]);
    expect(statSync(join(folder, "a.tar.gz")).mode & 0o777).toBe(0o600);
    const { checks } = JSON.parse(files["doctor.json"] ?? "");
    expect(checks.map(({ check }: { check: string }) => check)).toContain("login and version");
    expect(JSON.parse(files["specs-plan.json"] ?? "").counts).toMatchObject({ virtualservice: expect.any(Number) });
    const { backEnds } = JSON.parse(files["versions.json"] ?? "");
    expect(backEnds).toEqual([
      { target: "avi", check: "login and version", state: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    ]);
    const diagnostics = JSON.parse(files["diagnostics.json"] ?? "");
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code: "LB1101", severity: "error", pointer: "/spec/rules/0/http/paths/0/backend" }),
    );
    expect(diagnostics.every(({ title, remedy }: { title: string; remedy: string }) => / /.test(title) && / /.test(remedy))).toBe(true);
    const [service] = JSON.parse(files["specs.json"] ?? "").filter(({ kind }: { kind: string }) => kind === "Service");
    expect(service).toMatchObject({
      apiVersion: "v1",
      count: 1,
      fields: { "/metadata/annotations/*": 2, "/spec/ports/-/port": 1, "/spec/*": 1 },
    });
    const { command } = JSON.parse(files["contents.json"] ?? "");
    expect(command.options).toEqual(["--file", "--to", "--settings", "--listen", "--archive"]);
    const refused = (files["watch-log.jsonl"] ?? "").split("\n").find((line) => line.includes("403"));
    const title = "An object of this name exists and belongs to somebody else.";
    expect(JSON.parse(refused ?? "")).toEqual({
      ...{ time: expect.any(String), level: "error", what: "failure", code: "LB2003" },
      message: { code: "LB2003", title, status: 403 },
    });
  });

  it("has no secret, with names or without", async () => {
    for (const flags of [[], ["--keep-names"]]) {
      const { code, all } = await bundle(`b${flags.length}.tar.gz`, ...flags);
      expect(code).toBe(0);
      for (const [place, secret] of Object.entries({ ...SECRETS, controller: avi.password }))
        expect(all.includes(secret), `${place} ${flags}`).toBe(false);
      expect(all).not.toContain(Buffer.from(SECRETS.environment).toString("base64"));
      expect(all).not.toContain("BEGIN PRIVATE KEY");
      expect(all).not.toContain(SECRETS.environment.slice(0, 12));
    }
  });

  it("has no name, host or address, and the same digest for the same name in every file", async () => {
    const { all, files } = await bundle("c.tar.gz");
    for (const name of NAMES) expect(all.toLowerCase().includes(name), name).toBe(false);
    const { causes, objects } = JSON.parse(files["watch-status.json"] ?? "").pending[0];
    expect(causes[0]).toEqual({ apiVersion: "v1", kind: "Ingress", ...{ namespace: anyName, name: anyName } });
    expect(files["diagnostics.json"]).toContain(`Ingress ${causes[0].namespace}/${causes[0].name}`);
    expect(Object.keys(objects)).toEqual([expect.stringMatching(/^avi:SniVS host-[0-9a-f]{10}$/)]);
    const cluster = JSON.parse(files["settings.json"] ?? "").clusterName;
    expect(files["watch-metrics.txt"]).toContain(`k8s_lb_watch_events_total{cluster="${cluster}",kind="Endpoints",type="modified"} 1`);
    expect(files["watch-log.jsonl"]).toContain('"what":"write"');
  });

  it("keeps names on request, and an archive that exists", async () => {
    const { files } = await bundle("d.tar.gz", "--keep-names");
    expect(files["watch-log.jsonl"]).toContain("prodcluster--boutique-checkout-80");
    expect(files["diagnostics.json"]).toContain("Ingress boutique/frontdoor");
    const { clusterName, claims, ...unknown } = JSON.parse(files["settings.json"] ?? "");
    expect([clusterName, Object.keys(unknown).length]).toEqual(["prodcluster", 2]);
    const again = await bundle("d.tar.gz", "--keep-names");
    expect([again.code, again.stdout]).toEqual([2, ""]);
    expect(again.stderr).toMatch(/d\.tar\.gz cannot be written/);
  });
});
