import { expect, it } from "vitest";
import { root, served, to, toOctavia } from "../../support/contour-on-targets";

// On Octavia a member that came from two Services of a route, or twice from one, had the weight of the last of them alone.

const weights = (servers: unknown[], services: Record<string, unknown>[]) => {
  const { balancers } = toOctavia([...servers, root("shop/root", { fqdn: "shop.com", routes: [to("/", services)] })]);
  const [pool] = balancers[0]?.pools ?? [];
  return Object.fromEntries((pool?.members ?? []).map(({ address, weight }) => [address, weight]));
};

it("a server of both has the parts of both", () => {
  const servers = [...served("shop/web", 1, 2), ...served("shop/canary", 2)];
  const given = [
    { name: "web", weight: 90 },
    { name: "canary", weight: 10 },
  ];
  expect(weights(servers, given)).toEqual({ "10.0.0.1": 9, "10.0.0.2": 11 });
});

it("a Service that is there twice has the sum of its weights", () => {
  const servers = [...served("shop/web", 1), ...served("shop/api", 2)];
  const given = [
    { name: "web", weight: 10 },
    { name: "web", weight: 20 },
    { name: "api", weight: 30 },
  ];
  expect(weights(servers, given)).toEqual({ "10.0.0.1": 3, "10.0.0.2": 3 });
});

it("weights above what Octavia takes are scaled as a whole", () => {
  const servers = [...served("shop/web", 1), ...served("shop/same", 1), ...served("shop/api", 2)];
  const given = [
    { name: "web", weight: 256 },
    { name: "same", weight: 256 },
    { name: "api", weight: 1 },
  ];
  expect(weights(servers, given)).toEqual({ "10.0.0.1": 256, "10.0.0.2": 1 });
});
