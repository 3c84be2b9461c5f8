import { describe, expect, it, test } from "vitest";
import { fitsTarget } from "../../../sdk/targets/avi/rules/path-targets";
import { avi, ingress, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// AKO puts a target into a regular expression, so that `/*` is for every path; here it was compared as it is written and fitted none.

const algorithms = (...targets: [target: string, algorithm: string][]) => {
  const paths = targets.map(([target, algorithm]) => ({ target, loadBalancerPolicy: { algorithm: `LB_ALGORITHM_${algorithm}` } }));
  const metadata = { name: "r", namespace: "default" };
  const rule = { apiVersion: "ako.vmware.com/v1beta1", kind: "HTTPRule", metadata, spec: { fqdn: "foo.avi.internal", paths } };
  const web = ingress("web", "foo.avi.internal", { paths: ["/", "/app", "/app/new", "/other"] });
  const { objects } = translate({ naming: "ako-2" }, avi(), service("web"), web, rule);
  return objects.pool?.map(({ lb_algorithm }) => String(lb_algorithm).replace("LB_ALGORITHM_", ""));
};

it("an asterisk after the slash is for every path", () => {
  expect(algorithms(["/*", "ROUND_ROBIN"])).toEqual(["ROUND_ROBIN", "ROUND_ROBIN", "ROUND_ROBIN", "ROUND_ROBIN"]);
});

it("a target that names more of the path comes first, with a wildcard or without", () => {
  const both = algorithms(["/*", "ROUND_ROBIN"], ["/app/*", "LEAST_LOAD"], ["/", "FASTEST_RESPONSE"]);
  expect(both).toEqual(["FASTEST_RESPONSE", "LEAST_LOAD", "LEAST_LOAD", "FASTEST_RESPONSE"]);
});

describe("a target fits the beginning of a path", () => {
  test.each([
    ["/app*", "/apx"],
    ["/a.c", "/abc/d"],
    ["/v1.*x", "/v1/y/xyz"],
    ["/ab+c", "/abbbc"],
    ["/app/*", "/app"],
  ])("%s that of %s", (target, path) => expect(fitsTarget(target, path)).toBe(true));
  test.each([
    ["/app*", "/a"],
    ["/a.c", "/ac"],
    ["/v1.*z", "/v1/y/x"],
    ["/(a|b)", "/a"],
  ])("%s not that of %s", (target, path) => expect(fitsTarget(target, path)).toBe(false));
});

it("takes no time for a target that a regular expression would search for hours", () => {
  expect(fitsTarget(`/${".*".repeat(200)}x`, `/${"a".repeat(2000)}`)).toBe(false);
});
