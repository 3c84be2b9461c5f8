import { expect, it } from "vitest";
import { root, served, to, toAvi, toOctavia } from "../../support/contour-on-targets";

// Health checks, tries and weights were cut to what a target takes, and a Service that stood twice lost its second strategy, without a word.

const shop = (services: Record<string, unknown>[], more = {}) => [
  ...served("shop/web", 1),
  ...served("shop/api", 2, 3, 4),
  root("shop/root", { fqdn: "shop.com", routes: [to("/", services, more)] }),
];
const check = (more: object) => [{ name: "web", healthCheck: { path: "/x", ...more } }];
const warnings = (translate: typeof toAvi | typeof toOctavia, ...given: Parameters<typeof shop>) =>
  translate(shop(...given))
    .said("LB1302")
    .filter((message) => !/200 alone|503|idempotent/.test(message));

it("of health checks", () => {
  expect(warnings(toAvi, check({ intervalSeconds: 3600, timeoutSeconds: 2400, unhealthyThresholdCount: 50 }))).toEqual([]);
  const cut = ["Service shop/web: the health check is cut to what Avi takes: an interval of 3600 s, a timeout of 2400 s, 50 checks"];
  for (const more of [{ intervalSeconds: 3601 }, { intervalSeconds: 3600, timeoutSeconds: 2401 }, { healthyThresholdCount: 51 }])
    expect(warnings(toAvi, check(more))).toEqual(cut);
  expect(warnings(toOctavia, check({ healthyThresholdCount: 10 }))).toEqual([]);
  const counts = ["Service shop/web: the counts of the health check are cut to 10, the most that Octavia takes"];
  for (const more of [{ healthyThresholdCount: 11 }, { unhealthyThresholdCount: 11 }])
    expect(warnings(toOctavia, check(more))).toEqual(counts);
});

it("of tries on Avi", () => {
  const tries = (perTryTimeout: string) => warnings(toAvi, [{ name: "web" }], { retryPolicy: { count: 1, perTryTimeout } });
  expect([tries("1h"), tries("2h")]).toEqual([[], ["/: the timeout per try is cut to 3600 s"]]);
});

it("of weights on Octavia", () => {
  const weighed = (weight: number) =>
    warnings(toOctavia, [
      { name: "web", weight },
      { name: "api", weight: 3 },
    ]);
  expect(weighed(256)).toEqual([]);
  expect(weighed(1000)).toEqual(["weights above 256 are scaled and rounded, for each server: web 256, api 1"]);
});

it("of a Service that is there twice on Avi", () => {
  const twice = (second: object) => warnings(toAvi, [{ name: "web", strategy: "Random" }, { name: "web", ...second }, { name: "api" }]);
  expect(twice({ strategy: "Random" })).toEqual([]);
  const lost = ["/: Service shop/web is there twice, with strategy, health check and validation of the first only"];
  expect(twice({})).toEqual(lost);
  expect(twice({ strategy: "Random", healthCheck: { path: "/" } })).toEqual(lost);
});
