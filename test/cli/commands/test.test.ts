import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { k8sLbCall } from "../../support/cli-call";

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
const service = (name: string, ip: string) => `apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { ports: [{ port: 80, targetPort: 8080 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: ${name} }
subsets: [{ addresses: [{ ip: ${ip} }], ports: [{ port: 8080 }] }]
---
`;
const ingress = (name: string, created: string, path: string, to: string) => `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ${name}, creationTimestamp: "${created}" }
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - path: ${path}
            pathType: Prefix
            backend: { service: { name: ${to}, port: { number: 80 } } }
`;
const SERVICES = service("web", "10.0.0.1") + service("cart", "10.0.0.2");
const manifests = file(
  "shop.yaml",
  SERVICES + ingress("shop", "2026-01-01T00:00:00Z", "/", "web") + ingress("cart", "2026-01-02T00:00:00Z", "/cart", "cart"),
);
const requests = file(
  "requests.yaml",
  `requests:
  - request: GET http://shop.example.com/cart/1
    to: default/cart:80
  - { request: "http://shop.example.com/x", to: default/web:80 }
  - { request: "http://other.example.com/", status: 404 }
`,
);
const run = (args: string[], specs = manifests) => k8sLbCall(["test", ...args, "-f", specs, "--to", "avi"], { cwd: folder });

test("test passes, and lists the rules that no expectation reaches", async () => {
  expect(await run([requests, "--coverage"])).toMatchObject({ code: 0, stdout: "every rule is reached\n\n3 passed, 0 failed\n" });
  const few = file("few.yaml", 'requests: [{ request: "http://shop.example.com/x", to: default/web:80 }]\n');
  const { code, stdout } = await run([few, "--coverage"]);
  expect([code, stdout]).toEqual([
    0,
    "no expectation reaches\n  Ingress default/cart /spec/rules/0/http/paths/0 (shop.yaml:42)\n\n1 passed, 0 failed\n",
  ]);
});

test("a taken path fails with the rule that takes it, and why", async () => {
  const taken = file(
    "taken.yaml",
    SERVICES +
      ingress("grab", "2025-01-01T00:00:00Z", "/cart", "web") +
      ingress("shop", "2026-01-01T00:00:00Z", "/", "web") +
      ingress("cart", "2026-01-02T00:00:00Z", "/cart", "cart"),
  );
  const { code, stdout } = await run([requests], taken);
  expect(code).toBe(1);
  expect(stdout).toContain(`requests.yaml:2  FAILED  GET http://shop.example.com/cart/1
  expected  default/cart:80
  is        default/web:80
  rule      Ingress default/grab /spec/rules/0/http/paths/0 (taken.yaml:30) -> pool/`);
  expect(stdout).toContain("because   Ingress default/shop /spec/rules/0/http/paths/0 fits too: the other path is longer\n");
  expect(stdout).toMatch(/ {2}because {3}LB1203 Ingress default\/cart .*: .*belongs to Ingress default\/grab/);
  expect(stdout).toMatch(/2 passed, 1 failed\n$/);
});

test("a typo of a path fails with the path that is near", async () => {
  const typo = file("typo.yaml", SERVICES + ingress("cart", "2026-01-02T00:00:00Z", "/crat", "cart"));
  const { stdout } = await run([requests], typo);
  expect(stdout).toContain("  is        no known status\n  rule      none takes the request\n");
  expect(stdout).toContain("  because   the nearest path of the host is /crat\n");
});

test("test writes for programs, JUnit and GitHub", async () => {
  const failing = file("failing.yaml", 'requests:\n  - { request: "http://shop.example.com/<x>", to: default/cart:80 }\n');
  const json = await run([failing, "-o", "json"]);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toEqual({
    schemaVersion: 1,
    passed: 0,
    failed: 1,
    results: [
      {
        file: "failing.yaml",
        line: 2,
        passed: false,
        expected: { request: "http://shop.example.com/<x>", to: "default/cart:80" },
        answer: { kind: "forward", to: [{ service: "default/web:80", share: 1, servers: ["10.0.0.1:8080"] }] },
        rule: {
          object: "Ingress default/shop",
          pointer: "/spec/rules/0/http/paths/0",
          file: "shop.yaml",
          line: 30,
          on: "pool/cluster--shop.example.com_-default-shop",
        },
      },
    ],
  });
  const junit = await run([failing, requests, "-o", "junit"]);
  expect(junit.stdout).toContain('<testsuites name="k8s-lb test" tests="4" failures="1">');
  expect(junit.stdout).toContain(
    '<testcase classname="failing.yaml" name="GET http://shop.example.com/&lt;x&gt;" file="failing.yaml" line="2">',
  );
  const github = await run([failing, "-o", "github"]);
  expect(github.stdout).toMatch(
    /^::error file=failing\.yaml,line=2,title=GET http%3A\/\/shop\.example\.com\/<x>::expected: default\/cart:80%0A/,
  );
});

test("a faulty file ends with 2, its line and the key that was meant", async () => {
  const faulty = file("faulty.yaml", "requests:\n  - request: http://shop.example.com/\n    stauts: 404\n");
  expect(await run([faulty])).toMatchObject({
    code: 2,
    stdout: "",
    stderr: 'error: faulty.yaml:3: the key "stauts" is not known: did you mean status?\n',
  });
  expect((await run(["none.yaml"])).code).toBe(2);
  expect((await run([])).stderr).toContain("name a file of expectations");
  expect((await k8sLbCall(["test", requests, "-f", manifests, "--to", "mizar"], { cwd: folder })).code).toBe(2);
});

test("expectations that hold nothing end with 2 and their lines, an address of no load balancer too", async () => {
  const vacuous = file(
    "vacuous.yaml",
    `requests:
  - { request: "http://shop.example.com/", to: {} }
  - { request: "http://shop[x.example.com/", to: default/web:80 }
  - { request: "http://shop.example.com/", address: nobody, closed: true }
`,
  );
  const { code, stdout, stderr } = await run([vacuous]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("error: vacuous.yaml:2: to: no Service is named");
  expect(stderr).toContain('error: vacuous.yaml:3: request "http://shop[x.example.com/": "shop[x.example.com" is not a host');
  expect(stderr).toContain('error: vacuous.yaml:4: address "nobody" is not a virtual service or load balancer: write one of ');
});

test("what --write makes passes at once, and adds what is missing to a file", async () => {
  const { stdout } = await run(["--write"]);
  expect(stdout).toBe(`requests:
  # Ingress default/cart /spec/rules/0/http/paths/0
  - request: http://shop.example.com/cart
    to: default/cart:80
  # Ingress default/shop /spec/rules/0/http/paths/0
  - request: http://shop.example.com/
    to: default/web:80
`);
  const own = file("own.yaml", "requests:\n  # the shop\n  - request: http://shop.example.com/about\n    to: default/web:80\n");
  expect((await run([own, "--write"])).stderr).toContain("1 expectations written to own.yaml, 1 kept");
  expect(readFileSync(join(folder, own), "utf8")).toBe(
    "requests:\n  # the shop\n  - request: http://shop.example.com/about\n    to: default/web:80\n  # Ingress default/cart /spec/rules/0/http/paths/0\n  - request: http://shop.example.com/cart\n    to: default/cart:80\n",
  );
  expect(await run([own, "--coverage"])).toMatchObject({ code: 0, stdout: "every rule is reached\n\n2 passed, 0 failed\n" });
});
