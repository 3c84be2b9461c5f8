import { expect, it } from "vitest";
import { root, served, to, toOctavia } from "../../support/contour-on-targets";
import { onOctavia } from "../../support/requests";

// Rules of Octavia count host names without case: the paths of `x.com` answered requests for `X.com` of another root, and this was not reported.

it("one of them is served, the other is said not to be", () => {
  const { balancers, said } = toOctavia([
    ...served("a/web", 1),
    ...served("b/api", 2),
    root("a/root", { fqdn: "X.com", routes: [to("/", "web")] }),
    root("b/root", { fqdn: "x.com", routes: [to("/", "api"), to("/secret", "api")] }),
  ]);
  expect(onOctavia(balancers[0], "clear", "x.com", "/secret")).toBe("a/web:80:RoundRobin");
  expect(said("LB1301")).toEqual([
    "x.com is the host X.com of IngressRoute a/root in another spelling, which Octavia cannot tell apart; it is not served",
  ]);
});

it("passthrough hosts have a load balancer each", () => {
  const passthrough = { tls: { passthrough: true }, tcpproxy: { services: [{ name: "web", port: 80 }] } };
  const { balancers, said } = toOctavia([
    ...served("a/web", 1),
    root("a/one", { fqdn: "X.com", ...passthrough }),
    root("a/two", { fqdn: "x.com", ...passthrough }),
  ]);
  expect([balancers.length, said("LB1301")]).toEqual([2, []]);
});
