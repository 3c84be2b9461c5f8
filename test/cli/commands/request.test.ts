import { expect, test } from "vitest";
import { k8sLb } from "../../support/cli";

const MANIFESTS = `
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { ports: [{ port: 80, targetPort: 8080 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: web }
subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: 8080 }] }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop }
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - { path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }
          - { path: /exact, pathType: Exact, backend: { service: { name: web, port: { number: 80 } } } }
`;

const ask = (...args: string[]) => k8sLb(["request", ...args, "-f", "-", "--to", "avi", "--cluster", "c1"], { input: MANIFESTS });

test("request says where a request goes, by which rule, and what else fits", async () => {
  const { code, stdout } = await ask("http://shop.example.com/cart", "--exit-code");
  expect(stdout).toBe(`GET http://shop.example.com/cart
  at          c1--Shared-L7-0, port 80
  rule        Ingress default/shop /spec/rules/0/http/paths/0 (-) -> pool/c1--shop.example.com_-default-shop
  answer      default/web:80
  servers     default/web:80: 10.0.0.1:8080
`);
  expect(code).toBe(0);
});

test("request as JSON has the form that programs read, and 1 for a connection that is closed", async () => {
  const { code, stdout } = await ask("https://shop.example.com/", "-o", "json", "-H", "x-a: b", "--exit-code");
  expect(JSON.parse(stdout)).toEqual({
    schemaVersion: 1,
    request: { url: "https://shop.example.com/", method: "GET", headers: { "x-a": "b" }, sni: "shop.example.com", from: null },
    answer: { kind: "closed", reason: "no certificate is valid for shop.example.com" },
    rule: null,
    asked: { kind: "closed", reason: "nothing listens at port 443" },
    differs: false,
    others: [],
    also: [],
    address: "c1--Shared-L7-0",
    port: 443,
    certificate: null,
  });
  expect(code).toBe(1);
});

test("request ends with 2 for what is no request and for a target without requests", async () => {
  const wrong = await ask("shop.example.com/cart");
  expect(wrong.stderr).toContain("shop.example.com/cart is not a URL of a request");
  expect(wrong.code).toBe(2);
  expect((await ask("http://a/", "-H", "nothing")).stderr).toContain("Write 'name: value'.");
  const alone = await k8sLb(["request", "http://shop.example.com/exact", "-f", "-", "--to", "routes"], { input: MANIFESTS });
  expect(alone.stdout).toContain(
    "rule        Ingress default/shop /spec/rules/0/http/paths/1 (-)\n  answer      default/web:80\n  also fits",
  );
  const mizar = await k8sLb(["request", "http://a/", "-f", "-", "--to", "mizar"], { input: MANIFESTS });
  expect(mizar.code).toBe(2);
});
