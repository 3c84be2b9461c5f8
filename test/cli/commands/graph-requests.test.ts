import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { k8sLbCall } from "../../support/cli-call";
import { ingressV1, served } from "../../support/manifests";

// A page that is a file answers requests by itself: its script runs here as in a browser, with nothing of Node.

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-page-"));
const manifests = join(folder, "shop.yaml");
beforeAll(() => {
  const objects = [
    ...served("web", 1),
    ...served("cart", 2),
    ingressV1("shop", [
      { host: "shop.example.com", path: "/", service: "web" },
      { host: "shop.example.com", path: "/cart</script>", service: "cart" },
      { host: "shop.example.com", path: "/cart", service: "cart" },
    ]),
  ];
  writeFileSync(manifests, objects.map((one) => JSON.stringify(one)).join("\n---\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function answering(...args: string[]): Promise<(url: string) => string> {
  const { code, stdout, stderr } = await k8sLbCall(["graph", "-f", manifests, "--kind", "topology", "-o", "html", ...args]);
  expect(code, stderr).toBe(0);
  const [, rules] = /<script type="application\/json" id="rules">(.*?)<\/script>/.exec(stdout) ?? [];
  const [script] = [...stdout.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  const window: { document: object; answerRequest?: (url: string) => string } = {
    document: { getElementById: (id: string) => (id === "rules" ? { textContent: rules } : null) },
  };
  runInContext(String(script), createContext({ window, URL }));
  return (url) => String(window.answerRequest?.(url));
}

test.each(["avi", "octavia"])("of %s: the rule, the Service and its servers", async (to) => {
  const ask = await answering("--to", to);
  const answer = ask("http://shop.example.com/cart/now");
  expect(answer).toMatch(/^GET http:\/\/shop\.example\.com\/cart\/now\n/);
  expect(answer).toContain("Ingress default/shop /spec/rules/2/http/paths/0");
  expect(answer).toContain("default/cart:80: 10.0.0.2:8080");
});

test("without a load balancer: what the specs ask for", async () => {
  const ask = await answering();
  expect(ask("http://shop.example.com/")).toContain("default/web:80");
  for (const wrong of ["", "shop", "javascript:alert(1)"]) expect(ask(wrong)).toMatch(/^Write a URL with its scheme/);
});
