import { describe, expect, it } from "vitest";
import { answer, answersElsewhere } from "../../../../requests/answer/answer";
import { parseRequest, type Request } from "../../../../requests/answer/request";
import { answerText, whyLater } from "../../../../requests/messages";
import type { PathCondition, RoutingTable } from "../../../../requests/table/routing-table";

const path = (is: PathCondition["is"], value: string) => ({ of: "path" as const, is, values: [value] });
const to = (service: string) => ({ forward: [{ service, weight: 1 }] });

const RULES: RoutingTable = {
  addresses: [
    {
      name: "web",
      group: "hosts",
      ports: [
        {
          port: 80,
          protocol: "http",
          hosts: {
            "shop.example.com": {
              rules: [
                { match: [path("exact", "/api")], to: to("default/exact:80"), on: "l7policy/exact" },
                { match: [path("segments", "/api/")], to: { ...to("default/api:80"), path: { from: "/api", to: "/", by: "segments" } } },
                {
                  match: [path("segments", "/old")],
                  to: { redirect: { scheme: "https", port: 8443, path: { from: "/old", to: "/new", by: "segments" } }, status: 301 },
                },
                { match: [{ of: "header", name: "x-canary", is: "exact", values: ["1"] }], to: to("default/next:80") },
                {
                  to: {
                    forward: [
                      { service: "default/web:80", weight: 9 },
                      { service: "default/next:80", weight: 1 },
                    ],
                  },
                },
              ],
            },
            "*.example.com": { rules: [{ to: to("default/wild:80") }] },
            "**.example.com": { rules: [{ to: to("default/deep:80") }] },
          },
          otherwise: { status: 404 },
        },
        {
          port: 443,
          protocol: "https",
          clients: ["10.0.0.0/8"],
          clientCertificate: "required",
          hosts: {
            "shop.example.com": { certificate: "Secret default/shop", rules: [{ to: to("default/web:80") }] },
            "pay.example.com": { rules: [{ to: { ...to("default/pay:443"), tls: "passthrough" } }] },
            "bare.example.com": { rules: [{ to: to("default/web:80") }] },
          },
          otherwise: { status: 503 },
        },
      ],
    },
    { name: "spare", group: "hosts", ports: [{ port: 80, protocol: "http", hosts: {}, otherwise: { status: 503 } }] },
    {
      name: "db",
      group: "Service default/db",
      at: ["10.0.0.9"],
      ports: [
        { port: 5432, protocol: "tcp", hosts: { "": { rules: [{ to: to("default/db:5432") }] } }, otherwise: { closed: "no server" } },
      ],
    },
  ],
  servers: { "default/web:80": { ready: ["10.1.0.1:8080"] }, "default/db:5432": { ready: [] } },
};

const ask = (url: string, more: Partial<Request> = {}) => answer(RULES, parseRequest({ url, ...more })!);
const messages = (url: string, more: Partial<Request> = {}) => answerText(ask(url, more).answer);

describe("answer", () => {
  it.each([
    ["http://shop.example.com/api", "default/exact:80"],
    ["http://SHOP.example.com:80/api/", "default/api:80 (path /)"],
    ["http://shop.example.com/api/v1", "default/api:80 (path /v1)"],
    ["http://shop.example.com/apix", "default/next:80 10 %, default/web:80 90 %"],
    ["http://shop.example.com/old/x?a=1", "redirect 301 to https://shop.example.com:8443/new/x?a=1"],
    ["http://other.example.com/", "default/wild:80"],
    ["http://a.b.example.com/", "default/deep:80"],
    ["http://example.com/", "404"],
    ["https://shop.example.com/", "default/web:80"],
    ["https://pay.example.com/", "default/pay:443 (TLS passed through)"],
    ["https://bare.example.com/", "closed: no certificate is valid for bare.example.com"],
    ["https://nobody.org/", "closed: no certificate is valid for nobody.org"],
    ["http://shop.example.com:81/", "closed: nothing listens at port 81"],
    ["tcp://default/db:5432", "default/db:5432"],
    ["tcp://10.0.0.9:5432", "default/db:5432"],
    ["udp://default/db:5432", "closed: nothing listens at port 5432"],
  ])("%s", (url, expected) => expect(messages(url)).toBe(expected));

  it("looks at the client where the port does", () => {
    expect(messages("https://shop.example.com/", { from: "10.2.3.4" })).toBe("default/web:80");
    expect(messages("https://shop.example.com/", { from: "192.0.2.1" })).toBe("closed: the address of the client is refused");
    expect(messages("https://shop.example.com/", { clientCertificate: false })).toBe("closed: the client shows no certificate");
  });

  it("takes the certificate by the name of the handshake and the rules by the host", () => {
    const { certificate, answer: given } = ask("https://bare.example.com/", { sni: "shop.example.com" });
    expect([certificate, given.kind]).toEqual(["Secret default/shop", "forward"]);
  });

  it("names the rule, and those that match too", () => {
    const { rule, others } = ask("http://shop.example.com/api", { headers: { "X-Canary": "1" } });
    expect(rule?.on).toBe("l7policy/exact");
    expect(others.map((one) => whyLater(rule!, one))).toEqual([
      "an exact path goes before a prefix",
      "an exact path goes before a prefix",
      "an exact path goes before a prefix",
    ]);
  });

  it("asks one address where it is named, and tells of the others", () => {
    expect(messages("http://shop.example.com/", { address: "spare" })).toBe("503");
    const others = answersElsewhere(RULES, parseRequest({ url: "http://shop.example.com/" })!);
    expect(others.map(({ address, answer: given }) => [address?.name, answerText(given)])).toEqual([["spare", "503"]]);
  });
});

it.each(["ftp://x/", "shop.example.com", "tcp://default/db", "http:///x"])("takes no URL %s", (url) =>
  expect(parseRequest({ url })).toBeUndefined(),
);
