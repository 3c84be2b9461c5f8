import { expect, it } from "vitest";
import { certificateFacts, reviewedRoutes, servedRoutes } from "../../../../sdk/routing";
import { connectionPort, gatewayOf, httpPort, httpsPort, ruleOf, share } from "../../../support/gateway-models";
import { CERTIFICATE } from "../../../support/pem";

const none = { hosts: [], l4: [], defaults: [] };

const gateway = gatewayOf("web", [
  httpPort([
    ruleOf({ host: "a.com", match: { path: { is: "exact", value: "/x" }, headers: [{ name: "X-V", is: "exact", value: "2" }] } }),
    ruleOf({ to: { answer: 500 } }),
  ]),
  httpPort([ruleOf({ host: "*.a.com", to: { redirect: { statusCode: 301, scheme: "https", hostname: "b.com" } } })], 8080),
  httpsPort([ruleOf({ to: { backends: [share("web", { weight: 3 }), share("gone", { invalid: true })] } })], []),
  connectionPort("TCP", 9000, [share("db"), share("gone", { invalid: true })]),
]);

it("names the routes of a Gateway by listener, match and Gateway, with the parts of unusable backends", () => {
  const { routes, servers } = reviewedRoutes({ ...none, gateways: [gateway] });
  expect(routes).toEqual({
    "http://a.com/x (exact) if header x-v=2 of Gateway default/web": { to: { "default/web:80": 1 } },
    "http://*/ of Gateway default/web": { to: { "answer 500": 1 } },
    "http://*.a.com:8080/ of Gateway default/web": { to: { "redirect 301 to https://b.com": 1 } },
    "https://*/ of Gateway default/web": { to: { "default/web:80": 3, "answer 500": 1 } },
    "tcp://default/web:9000": { to: { "default/db:80": 1, "no answer": 1 } },
  });
  expect(servers).toEqual({ "default/web:80": ["10.0.0.1:8080"], "default/db:80": ["10.0.0.1:8080"] });
});

it("counts the servers of each route that leads to some, and knows those that stay", () => {
  const kept = ruleOf({ host: "k.com", to: { backends: [{ ...share("late"), servers: [], missing: true }] } });
  const gateways = [gateway, gatewayOf("late", [httpPort([kept])])];
  expect(servedRoutes({ ...none, gateways })).toEqual({
    "http://a.com/x (exact) if header x-v=2 of Gateway default/web": 1,
    "https://*/ of Gateway default/web": 1,
    "tcp://default/web:9000": 1,
    "http://k.com/ of Gateway default/late": "kept",
  });
  expect(reviewedRoutes({ ...none, gateways }).routes["http://k.com/ of Gateway default/late"]).toHaveProperty("kept");
});

it("knows the certificates of Gateways", () => {
  const port = httpsPort([ruleOf({ host: "a.com" }), ruleOf({ host: "example.com" })], ["cert"]);
  const certificates = port.certificates.map((one) => ({ ...one, certificate: CERTIFICATE }));
  const facts = certificateFacts({ hosts: [], gateways: [gatewayOf("web", [{ ...port, certificates }])] });
  expect(Object.keys(facts)).toEqual(["Secret default/cert"]);
  expect(facts["Secret default/cert"]?.hosts).toEqual(["example.com"]);
});
