// Exit codes: one rule for all verbs, as a job in CI meets it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT_RULE } from "../../../sdk/cli/grammar";
import { k8sLb, verbsIn } from "../../support/cli";
import { k8sLbCall } from "../../support/cli-call";
import { ingressV1, service } from "../../support/manifests";
import { byTier } from "../../support/tier";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-exit-"));
  const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content));
  const web = service("web", [80], "LoadBalancer");
  write("web.yaml", web);
  write("two.yaml", { apiVersion: "v1", kind: "List", items: [web, service("pay", [80], "LoadBalancer")] });
  write("faulty.yaml", { ...web, spec: { ...web.spec, ports: [{ port: 70_000 }] } });
  write("wild.yaml", ingressV1("wild", [{ host: "*.example.com", path: "/", service: "web" }], { className: "nginx" }));
  write("clusterIp.yaml", service("inner", [80]));
  write("gone.yaml", service("web", [80]));
  write("http.yaml", {
    apiVersion: "v1",
    kind: "List",
    items: [service("web", [80]), ingressV1("shop", [{ host: "shop.example.com", path: "/", service: "web" }])],
  });
  const logged = { method: "GET", host: "shop.example.com", uri_path: "/", ssl_version: "" };
  write("access.log", logged);
  write("answers.log", { ...logged, response_code: 200, server_ip: "10.0.0.1", server_dest_port: 80 });
  write("wrong.log", { ...logged, response_code: 404, server_ip: "0.0.0.0" });
  write("held.yaml", { requests: [{ request: "tcp://default/web:80", to: "default/web:80" }] });
  write("broken.yaml", { requests: [{ request: "tcp://default/web:80", to: "default/pay:80" }] });
  write("moved.yaml", { clusterName: "other" });
  write("claims.yaml", { claims: [{ hosts: ["*.example.com"], namespaces: ["shop"] }] });
  write("state.json", { version: 3, deployment: { resources: [] } });
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/pulumi"), '#!/bin/sh\n[ "$1" = version ] && echo v3.200.0 && exit 0\necho broken >&2; exit 255\n', {
    mode: 0o755,
  });
  write("Pulumi.yaml", { name: "p", runtime: "nodejs" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing listens there. */
const NOWHERE = { AVI_CONTROLLER: "https://127.0.0.1:1", AVI_USERNAME: "u", AVI_PASSWORD: "p", AVI_TIMEOUT: "1s" };

/** By verb: a call, how it ends, and what is in its environment. The `pulumi` in `bin` fails whatever it is asked; without it there is none. */
const CALLS: { readonly [verb: string]: readonly (readonly [args: string, code: number, env?: Record<string, string>])[] } = {
  adopt: [
    ["", 2],
    ["-f missing.yaml", 2],
    ["-f web.yaml --yes", 2],
    ["-f clusterIp.yaml --sweep", 2],
    ["-f web.yaml", 3, NOWHERE],
  ],
  claims: [
    ["", 2],
    ["--settings moved.yaml", 2],
    ["--settings claims.yaml", 0],
    ["--settings claims.yaml -o vap", 0],
    ["--settings claims.yaml -f wild.yaml --exit-code", 1],
    ["--settings claims.yaml -f web.yaml --exit-code", 0],
    ["--settings claims.yaml -f missing.yaml", 2],
  ],
  completion: [
    ["bash", 0],
    ["tcsh", 2],
  ],
  crds: [
    ["", 0],
    ["--wrong", 2],
  ],
  diff: [
    ["-f web.yaml --against two.yaml --to avi", 0],
    ["-f web.yaml --against two.yaml --to avi --exit-code", 1],
    ["-f web.yaml --against web.yaml --to avi --exit-code", 0],
    ["-f missing.yaml --against web.yaml --to avi", 2],
    ["-f http.yaml --against http.yaml --to avi --log access.log", 0],
    ["-f http.yaml --against gone.yaml --to avi --log access.log --max-changed 50%", 1],
    ["-f http.yaml --against gone.yaml --to avi --log missing.log", 2],
    ["-f http.yaml --against gone.yaml --to avi --max-changed 50%", 2],
    ["-f web.yaml --to avi -s dev", 2],
    ["-f web.yaml --to avi -s dev", 3, { PATH: "bin" }],
  ],
  doctor: [
    ["-C sub", 2],
    ["nsx", 2],
    ["avi", 3, NOWHERE],
  ],
  drift: [
    ["-C sub", 2],
    ["-s dev", 2],
    ["-s dev", 3, { PATH: "bin" }],
  ],
  explain: [
    ["LB1302 LB2003", 0],
    ["LB9999", 2],
  ],
  graph: [
    ["-f web.yaml --to avi", 0],
    ["-f faulty.yaml --to avi", 0],
    ["-f missing.yaml", 2],
  ],
  init: [
    ["avi made", 0],
    ["avi made", 2],
    ["nsx", 2],
  ],
  limits: [
    ["", 2],
    ["--to avi -f missing.yaml", 2],
    ["--to avi", 3, NOWHERE],
  ],
  orphans: [
    ["--to avi", 2],
    ["--to avi --state missing.json", 2],
    ["--to avi --state state.json", 3, NOWHERE],
  ],
  "plan-move": [
    ["-f web.yaml --to avi --before-settings moved.yaml", 0],
    ["-f web.yaml --to avi --before-settings moved.yaml --exit-code", 1],
    ["-f missing.yaml --to avi", 2],
  ],
  plugin: [
    ["install --pulumi-home home", 0],
    ["remove --pulumi-home home", 0],
    ["remove --pulumi-home elsewhere", 2],
    ["instal", 2],
  ],
  rbac: [
    ["", 2],
    ["--to avi", 0],
    ["--to octavia --read-workloads", 0],
    ["--for nsx", 2],
  ],
  request: [
    ["http://nobody.example.com/ -f web.yaml --to octavia", 0],
    ["tcp://default/none:1 -f web.yaml --to avi --exit-code", 1],
    ["nobody.example.com -f web.yaml --to avi", 2],
    ["http://nobody.example.com/ -f missing.yaml --to avi", 2],
    ["http://nobody.example.com/ --to avi --kubeconfig missing", 3],
  ],
  sandbox: [
    ["status", 0],
    ["stop", 0],
    ["log", 2],
    ["start --port-base x", 2],
  ],
  status: [
    ["-f web.yaml", 2],
    ["-f web.yaml --to routes", 2],
    ["-f missing.yaml --to avi", 2],
    ["-f web.yaml --to avi --interval 1", 2],
    ["-f web.yaml --to avi", 3, NOWHERE],
    ["-s dev", 2],
    ["-s dev", 3, { PATH: "bin" }],
  ],
  "support-bundle": [
    ["-f web.yaml --to avi --archive bundle.tar.gz", 0],
    ["-f web.yaml --to avi --archive bundle.tar.gz", 2],
    ["--to nsx", 2],
  ],
  test: [
    ["held.yaml -f web.yaml --to octavia", 0],
    ["broken.yaml -f web.yaml --to octavia", 1],
    ["--write --log access.log -f http.yaml --to avi", 0],
    ["held.yaml --log access.log -f http.yaml --to avi", 2],
    ["--log access.log -f http.yaml --to avi", 2],
    ["--log answers.log -f http.yaml --to avi", 0],
    ["--log wrong.log -f http.yaml --to avi", 1],
    ["web.yaml -f web.yaml --to octavia", 2],
    ["-f web.yaml --to octavia", 2],
    ["held.yaml -f missing.yaml --to octavia", 2],
    ["held.yaml --to avi -f web.yaml --live", 3, NOWHERE],
  ],
  "to-gateway": [
    ["-f web.yaml --to octavia --exit-code", 0],
    ["-f wild.yaml --to octavia", 0],
    ["-f wild.yaml --to octavia --exit-code", 1],
    ["-f missing.yaml --to octavia", 2],
    ["-f web.yaml --to mizar", 2],
    ["--to octavia --kubeconfig missing", 3],
  ],
  translate: [
    ["-f web.yaml --to avi", 0],
    ["-f faulty.yaml --to avi", 0],
    ["-f faulty.yaml --to avi --exit-code", 1],
    ["-f missing.yaml --to avi", 2],
    ["--to avi --kubeconfig missing", 3],
  ],
  validate: [
    ["-f web.yaml", 0],
    ["-f faulty.yaml", 1],
    ["-f missing.yaml", 2],
    ["--kubeconfig missing", 3],
  ],
  verify: [
    ["nsx", 2],
    ["avi", 2, NOWHERE],
    ["avi --yes", 3, NOWHERE],
    ["avi --log answers.log -f http.yaml", 0],
    ["avi --log answers.log", 2],
    ["mizar --log answers.log -f http.yaml", 2],
  ],
  watch: [
    ["-C sub", 2],
    ["-s dev", 2],
    ["-s dev", 3, { PATH: "bin" }],
  ],
};

/** Verbs that end their process themselves. */
const APART = ["sandbox", "watch"];

const call = (verb: string, args: string, env: Record<string, string> = {}) =>
  (APART.includes(verb) ? k8sLb : k8sLbCall)([verb, ...args.split(" ").filter(Boolean)], {
    cwd: folder,
    env: { HOME: folder, K8S_LB_HOME: folder, ...env, PATH: env.PATH ? join(folder, env.PATH) : "" },
  });

test("the help shows the rule, and every verb is looked at", async () => {
  const { stdout } = await k8sLb(["--help"]);
  for (const { code, when } of EXIT_RULE) expect(stdout).toContain(`  ${code}  ${when}\n`);
  expect(
    verbsIn(stdout)
      .filter((verb) => verb !== "help")
      .sort(),
  ).toEqual(Object.keys(CALLS));
});

/** The calls of a verb that the tier takes: `pr` the first of each code. */
const taken = (calls: (typeof CALLS)[string]): (typeof CALLS)[string] => {
  const all: typeof calls = [...calls, ["--help", 0], ["--no-such-option", 2]];
  const first = all.filter(([, code], index) => all.findIndex(([, other]) => other === code) === index);
  return byTier({ pr: first, nightly: all, release: all });
};

test.each(Object.entries(CALLS))("%s", { timeout: 120_000 }, async (verb, calls) => {
  for (const [args, code, env] of taken(calls)) {
    const ended = await call(verb, args, env);
    expect([args, ended.code], ended.stderr + ended.stdout).toEqual([args, code]);
    if (args === "--help") expect(ended.stderr).toBe("");
    if (args === "--no-such-option") expect(ended.stdout).toBe("");
    // what failed is printed once, at the beginning of a line, and without a stack
    if (code > 1) expect(ended.stderr).not.toMatch(/^ {4}at /m);
  }
});
