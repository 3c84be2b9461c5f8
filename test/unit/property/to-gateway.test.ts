import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rule, VirtualHost } from "../../../sdk/routing";
import { TARGETS } from "../../../sdk/targets";
import { draws } from "../../support/tier";
import { converted, expectReadable, GATEWAY_SETTINGS } from "../../support/to-gateway";
import { unique } from "./arbitraries";
import { contourObjects } from "./contour-arbitraries";

type Result = ReturnType<typeof converted>;

interface WrittenRoute {
  hostnames?: string[];
  rules: { matches: { path: { type: string; value: string } }[]; filters?: { type: string }[] }[];
}

/** The path that a written expression is for; the text itself where it is no such expression. */
function pathOfExpression(value: string): string {
  const [, inner] = /^\^((?:\\.|[^\\^$.*+?()[\]{}|])*)(?:\.\*|\(\.\*\)\?|\(\/\.\*\)\?)$/.exec(value) ?? [];
  return inner === undefined ? value : inner.replace(/\\(.)/g, "$1");
}

const bare = (path: string) => path.replace(/\/+$/, "");

/** True if an HTTPRoute beside the owner has the host and the path, or redirects the host as a whole. */
function isWritten({ manifests }: Result, { fqdn }: VirtualHost, { match, to, owner }: Rule): boolean {
  return manifests.some(({ kind, metadata, spec }) => {
    if (kind !== "HTTPRoute") return false;
    const { hostnames = ["*"], rules } = spec as WrittenRoute;
    if (!hostnames.includes(fqdn.toLowerCase())) return false;
    return rules.some(({ matches, filters }) => {
      const [path = ""] = matches.map((one) => pathOfExpression(one.path.value));
      const isRedirect = filters?.[0]?.type === "RequestRedirect";
      if ("redirect" in to) return isRedirect && (path === "/" || bare(path) === bare(match.path.value));
      return !isRedirect && metadata.namespace === owner.ref.namespace && bare(path) === bare(match.path.value);
    });
  });
}

/** A loss of a route as a whole: one of its terms is another line. */
const isLost = ({ losses }: Result, { owner: { ref }, at = "" }: Pick<Rule, "owner" | "at">) =>
  losses.some(
    ({ object, pointer, message }) =>
      object.kind === ref.kind &&
      object.namespace === ref.namespace &&
      object.name === ref.name &&
      pointer === at &&
      /not served|not written|takes nothing/.test(message),
  );

function modelOf(to: "avi" | "octavia", objects: readonly unknown[]) {
  const target = TARGETS[to];
  const specs = target.read(objects.map((value) => ({ value })));
  if (!target.balancer || !("services" in specs && "secrets" in specs)) throw new Error(`${to} serves no Gateways`);
  return target.balancer.gatewayView(specs, GATEWAY_SETTINGS[to]).model;
}

describe.each(["avi", "octavia"] as const)("to Gateway API on %s", (to) => {
  it.each([
    ["Ingresses", unique as fc.Arbitrary<readonly unknown[]>],
    ["IngressRoutes", contourObjects as fc.Arbitrary<readonly unknown[]>],
  ])("%s: each route is in the manifests or among the losses, and the manifests are sound", (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (objects) => {
        const result = converted(to, objects);
        expectReadable(result);
        const { hosts, defaults } = modelOf(to, objects);
        for (const host of hosts) {
          for (const route of host.routes)
            expect([host.fqdn, route.match.path, isWritten(result, host, route) || isLost(result, route)]).toEqual([
              host.fqdn,
              route.match.path,
              true,
            ]);
          const { tcp } = host;
          if (!tcp) continue;
          const isHandedOn = result.manifests.some(
            ({ kind, metadata }) => /^T(LS|CP)Route$/.test(kind) && metadata.namespace === tcp.owner.ref.namespace,
          );
          expect(isHandedOn || isLost(result, tcp)).toBe(true);
        }
        for (const { owner, at } of defaults) {
          const isServed = result.manifests.some(
            ({ kind, metadata }) => kind === "HTTPRoute" && metadata.name === `${owner.ref.name}-default`,
          );
          expect(isServed || isLost(result, { owner, at })).toBe(true);
        }
      }),
      { numRuns: draws(150) },
    );
  });

  it("names a loss for each place that is served otherwise", () => {
    fc.assert(
      fc.property(unique, (objects) => {
        const { differences, losses } = converted(to, objects);
        if (differences.changes.length > 0) expect(losses).not.toEqual([]);
      }),
      { numRuns: draws(150) },
    );
  });
});
