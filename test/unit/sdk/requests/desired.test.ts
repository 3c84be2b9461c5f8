import { describe, expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import { parseRequest } from "../../../../requests/answer/request";
import { answerText } from "../../../../requests/messages";
import { desiredRules } from "../../../../sdk/requests/desired";
import { connectionPort, gatewayOf, httpPort, ruleOf, share } from "../../../support/gateway-models";
import { ingressV1, served } from "../../../support/manifests";
import { octaviaModel } from "../../../support/octavia-model";

const balancer = (name: string, ports: object[], more: object = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "default" },
  spec: { type: "LoadBalancer", ports, ...more },
});

describe("askedRules", () => {
  it("has the clients and ports of Services", () => {
    const ports = [
      { name: "sql", port: 5432 },
      { name: "dns", port: 53, protocol: "UDP" },
    ];
    const specRules = desiredRules(octaviaModel([balancer("db", ports, { loadBalancerSourceRanges: ["10.0.0.0/8"] })]));
    const messages = (url: string, from: string) => answerText(answer(specRules, parseRequest({ url, from })!).answer);
    expect(messages("tcp://default/db:5432", "10.1.1.1")).toBe("default/db:5432");
    expect(messages("udp://default/db:53", "10.1.1.1")).toBe("default/db:53");
    expect(messages("tcp://default/db:5432", "192.0.2.1")).toBe("closed: the address of the client is refused");
    expect(messages("tcp://default/db:80", "10.1.1.1")).toBe("closed: nothing listens at port 80");
  });

  it("names the object and the rule that ask", () => {
    const path = { host: "a.com", path: "/x", type: "Prefix" as const, service: "web" };
    const specRules = desiredRules(octaviaModel([...served("web", 1), ingressV1("i", [path])]));
    const { rule } = answer(specRules, parseRequest({ url: "http://a.com/x/y" })!);
    expect(rule?.by).toEqual({ object: "Ingress default/i", pointer: expect.stringContaining("/spec/rules/0") });
    expect(rule?.on).toBeUndefined();
  });

  it("answers what Gateways edit and refuse themselves", () => {
    const to = [share("web")];
    const rules = [
      ruleOf({
        match: { path: { is: "segments", value: "/old" } },
        to: { redirect: { scheme: "https", path: { replaces: "segments", value: "/new" }, statusCode: 301 } },
      }),
      ruleOf({
        match: { path: { is: "segments", value: "/api/" } },
        to: { backends: to, rewrite: { hostname: "in.local", path: { replaces: "segments", value: "/" } }, timeouts: { request: 3 } },
        request: { set: [{ name: "X-A", value: "1" }], add: [], remove: ["X-B"] },
      }),
      ruleOf({ match: { path: { is: "exact", value: "/broken" } }, to: { answer: 500 } }),
      ruleOf({ match: { path: { is: "exact", value: "/half" } }, to: { backends: [...to, share("gone", { invalid: true })] } }),
    ];
    const gateway = gatewayOf("web", [httpPort(rules), connectionPort("TCP", 9000, to)]);
    const specRules = desiredRules({ hosts: [], l4: [], defaults: [], gateways: [gateway] });
    const given = (url: string) => answer(specRules, parseRequest({ url, group: "Gateway default/web" })!).answer;
    expect(["/old/x?q=1", "/api/v1", "/broken", "/half", "/other"].map((path) => answerText(given(`http://a.com${path}`)))).toEqual([
      "redirect 301 to https://a.com/new/x?q=1",
      "default/web:80 (path /v1, host in.local, sets request header x-a: 1, removes request header x-b, timeout 3 s)",
      "500",
      "default/web:80 50 %, status 500 50 %",
      "404",
    ]);
    expect(given("http://a.com/api/v1")).toMatchObject({ timeout: 3, request: { set: { "x-a": "1" }, remove: ["x-b"] } });
    expect(answerText(given("tcp://web:9000"))).toBe("default/web:80");
  });
});
