import { expect, it } from "vitest";
import { readSpecs, translateToOctavia } from "../../../sdk";
import { expectationsIn, readExpectations } from "../../../sdk/requests/expectations/read";
import { failedRequests } from "../../../sdk/testing";
import { ingressV1, served } from "../../support/manifests";

// An expectation of nothing, or of what no client can send and no load balancer can answer, passed whatever the rules were.

const TCP = "tcp://default/db:80";
const WEB = "http://shop.x.com/";

it.each([
  [{ request: TCP, from: "203.0.113.0/24", closed: true }, "from: 203.0.113.0/24 is a network: write one address of it"],
  [{ request: TCP, from: "::ffff:203.0.113.7", closed: true }, "from: ::ffff:203.0.113.7 is an IPv4 address: write 203.0.113.7"],
  [{ request: TCP, from: "203.0.113.300", closed: true }, 'from: "203.0.113.300" is not an IP address'],
  [{ request: TCP, from: "", closed: true }, 'from: "" is not an IP address'],
  [{ request: TCP, to: {} }, "to: no Service is named: write one such as default/web:80"],
  [{ request: TCP, to: { "evil/x:80": "1 %" } }, "to: the shares are 1 % together: name every Service, so that they are 100 %"],
  [{ request: WEB, to: { "a/b": "0 %" } }, "to: the shares are 0 % together: name every Service, so that they are 100 %"],
  [{ request: WEB, to: { "a/b": 1, "a/c": 1 } }, "to: the shares are 200 % together: name every Service, so that they are 100 %"],
  [{ request: WEB, to: { "a/b": "50 %", "a/b:80": "50 %" } }, "to: a/b is there twice, with and without its port"],
  [{ request: WEB, to: "a/b:0" }, "to must be a Service such as default/web:80"],
  [{ request: WEB, to: "a/b:99999" }, "to must be a Service such as default/web:80"],
  [{ request: WEB, to: "Shop/web:80" }, "to must be a Service such as default/web:80"],
  [{ request: TCP, arrives: {} }, "arrives: a connection of tcp gets none: write to or closed"],
  [{ request: WEB, arrives: {} }, "arrives: no header is named"],
  [
    { request: WEB, arrives: { host: "a.com" } },
    "arrives: the host is not among the headers: it is that of the URL, and `host` for what arrives",
  ],
  [{ request: WEB, arrives: { "x y": null } }, 'arrives: "x y" is not the name of a header'],
  [{ request: WEB, headers: { a: "b\r\nc: d" }, closed: true }, "headers: the value of a has a line break"],
  [{ request: WEB, headers: { a: "b\vc" }, closed: true }, "headers: the value of a has a control character"],
  [{ request: WEB, headers: { a: "b\x7f" }, closed: true }, "headers: the value of a has a control character"],
  [{ request: WEB, headers: { A: "b", a: "c" }, closed: true }, "headers: a is there twice"],
  [{ request: WEB, path: "cart" }, 'path: "cart" is not a path without a query: write /cart'],
  [{ request: WEB, path: "/cart?a=1" }, 'path: "/cart?a=1" is not a path without a query: write /cart'],
  [{ request: WEB, host: "a.com:80" }, 'host: "a.com:80" is not a host, without a port'],
  [{ request: WEB, redirect: "/cart" }, 'redirect: "/cart" is not a whole location: write https://shop.example.com/cart'],
  [{ request: WEB, redirect: "https://a.com/", status: 200 }, "redirect: status 200 is not one of a redirect: write 301 or 302"],
  [{ request: WEB, servers: ["10.0.0.1"] }, 'servers: "10.0.0.1" is not a server: write 10.0.0.1:8080'],
  [{ request: WEB, servers: ["10.0.0.1:0"] }, 'servers: "10.0.0.1:0" is not a server: write 10.0.0.1:8080'],
  [{ request: TCP, status: 404 }, "status: a connection of tcp gets none: write to or closed"],
  [{ request: WEB, port: 81 }, "says nothing that the request must get: add to, redirect, status or closed"],
  [{ request: "http://a.com:80/", port: 81, closed: true }, "port 81 and port 80 of the URL cannot both be: leave one out"],
  [{ request: WEB, sni: "a.com", closed: true }, "sni: only https:// and tls:// have a TLS handshake: leave it out"],
  [{ request: TCP, headers: { a: "b" }, closed: true }, "headers: a connection of tcp has no headers: leave it out"],
])("refuses %j", (entry, message) => {
  const { expectations, faults } = expectationsIn([entry]);
  expect(faults).toEqual([{ message: `requests[0]: ${message}` }]);
  expect(expectations).toEqual([]);
});

it.each([
  ["http://shop.x.com:0/", 'port "0" does not exist: write a number from 1 to 65535'],
  ["http://shop.x.com:99999/", 'port "99999" does not exist: write a number from 1 to 65535'],
  ["http://shop[x.avi.internal/", '"shop[x.avi.internal" is not a host: write a DNS name or an IP address'],
  ["http://*.x.com/", '"*.x.com" is not a host: write a DNS name or an IP address'],
  ["http://10.0.0.300/", '"10.0.0.300" is not a host: write a DNS name or an IP address'],
  ["http://user@a.com/", '"user@a.com" is not a host: write a DNS name or an IP address'],
  ["http://[10.0.0.1]/", "[10.0.0.1] is not an IPv6 address"],
  ["GTE http://a.com/", '"GTE" is not a method of HTTP: did you mean GET?'],
  ["POST tcp://default/db:80", "a connection of tcp has no method: leave it out"],
  ["tls://a.com:443/cart", "a connection of tls has no path: leave it out"],
  ["tcp://default/db:80/cart", 'port "80/cart" does not exist: write a number from 1 to 65535'],
  ["tcp://default/db:80?a=1", "a connection of tcp has no query: leave it out"],
  ["tcp://shop.x.com:80", '"shop.x.com" is neither a Service nor an IP address: write namespace/service'],
])("refuses the request %s", (request, message) => {
  expect(expectationsIn([{ request, closed: true }]).faults).toEqual([
    { message: `requests[0]: request ${JSON.stringify(request)}: ${message}` },
  ]);
});

it("names the line of the key", () => {
  const { faults } = readExpectations(`requests:\n  - request: ${TCP}\n    closed: true\n    from: 10.0.0.0/8\n`, "r.yaml");
  expect(faults).toEqual([{ file: "r.yaml", line: 4, message: "from: 10.0.0.0/8 is a network: write one address of it" }]);
});

it.each([
  { request: "http://[2001:db8::1]:8080/", from: "2001:db8::7", status: 404 },
  { request: "tcp://default/db", port: 5432, to: "default/db" },
  { request: "udp://[2001:db8::1]:53", to: "default/dns" },
  { request: "tls://db.example.com:443", sni: "other.example.com", to: "default/db:443" },
  { request: "propfind https://xn--e1afmkfd.example./%20?a=[b]#c", headers: { "x-a": "" }, servers: ["[2001:db8::1]:80"] },
  { request: WEB, to: { "a/b": "33.3 %", "a/c": "33.3 %", "a/d": "33.3 %" } },
])("takes %j", (entry) => {
  expect(expectationsIn([entry]).faults).toEqual([]);
});

const plan = translateToOctavia(
  readSpecs(
    [...served("web", 1), ingressV1("shop", [{ host: "shop.x.com", path: "/", type: "Prefix", service: "web" }])].map((value) => ({
      value,
    })),
  ),
);

it("refuses an address that no load balancer has", () => {
  const names = plan.facts.rules?.().addresses.map(({ name }) => name) ?? [];
  expect(failedRequests(plan, [{ request: WEB, address: names[0], to: "default/web:80" }])).toEqual([]);
  expect(() => failedRequests(plan, [{ request: WEB, address: "nobody", closed: true }])).toThrow(
    `LB1125: requests: ${WEB}: address "nobody" is not a virtual service or load balancer: write one of ${names.join(", ")}\n`,
  );
});
