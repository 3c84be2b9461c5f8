import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { k8sLbCall } from "../../../support/cli-call";
import { served } from "../../../support/manifests";

// A new rule that Octavia cannot serve was `No difference.` and `No change.`: the preview named it, the comment of the pull request did not.

const route = (rules: object[]) => [
  {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "GatewayClass",
    metadata: { name: "lb" },
    spec: { controllerName: "example.com/lb" },
  },
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", metadata: { name: "web", namespace: "default" } },
    spec: { gatewayClassName: "lb", listeners: [{ name: "http", port: 80, protocol: "HTTP" }] },
  },
  ...served("web", 1),
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute", metadata: { name: "shop", namespace: "default" } },
    spec: { parentRefs: [{ name: "web" }], hostnames: ["shop.x.com"], rules: rules.map((one) => ({ ...one, backendRefs: BACKENDS })) },
  },
];
const BACKENDS = [{ name: "web", port: 80 }];
const plain = route([{}]);
const refused = route([{}, { matches: [{ method: "POST" }] }]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-refused-"));
  for (const [name, items] of Object.entries({ plain, refused }))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ service_subnet_id: "s", gatewayController: "example.com/lb" }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const diff = (after: string, before: string, ...more: string[]) =>
  k8sLbCall(["diff", "-f", `${after}.json`, "--against", `${before}.json`, "--to", "octavia", "--settings", "settings.json", ...more], {
    cwd: folder,
  });

it("is named, in the comment of a pull request too", async () => {
  const { code, stdout, stderr } = await diff("refused", "plain");
  expect([code, stdout]).toEqual([0, "No difference.\n"]);
  expect(stderr).toMatch(
    /^1 error about the specs:\n {2}LB1703 refused\.json:.*HTTPRoute default\/shop \/spec\/rules\/1\/matches\/0\/method/,
  );
  const comment = (await diff("refused", "plain", "-o", "markdown")).stdout;
  expect(comment).toMatch(/^### Load balancing on octavia: 1 error about the specs:\n\n```diff\nLB1703 /);
});

it("is named as gone where it was mended, and not at all where it was there before", async () => {
  expect((await diff("plain", "refused")).stderr).toMatch(
    /^1 finding about the specs no longer holds:\n {2}no longer: LB1703 HTTPRoute default\/shop /,
  );
  const same = await diff("refused", "refused", "-o", "markdown");
  expect([same.stdout, same.stderr]).toEqual(["### Load balancing on octavia\n\nNo change.\n", ""]);
});
