import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AviBody } from "../../contract/avi";
import { translateToRoutes } from "../../sdk";
import { aviObjects } from "../../sdk/avi/objects";
import { translateToAvi } from "../../sdk/avi/translate";
import { readSpecs } from "../../sdk/specs";
import { shuffled } from "./arbitraries";
import { contourObjects, contourSettings, soundHost } from "./contourArbitraries";

const schemes = fc.constantFrom("hostname", "namespace");

const run = (objects: unknown[], settings: Record<string, unknown>) => {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { clusterName: "c", ...settings } });
  return { ...aviObjects(plan), statuses: plan.statuses };
};

interface Rule {
  match: { host_hdr: { value: string[] }; path?: { match_criteria: string; match_str: string[] } };
  redirect_action?: object;
  switching_action?: { pool_group_ref: string };
}

/** What a controller does with a request, from the objects alone: pools, or a redirect, or nothing. */
function answer({ objects }: ReturnType<typeof run>, on: "clear" | "tls", host: string, path: string): string[] {
  const body = (type: "poolgroup" | "httppolicyset", name: string) => objects[type]?.find((one) => one.name === name) as AviBody;
  const named = (reference: string) => decodeURIComponent(reference.slice(reference.indexOf("name=") + 5));
  const members = (group: string, label?: string) =>
    ((body("poolgroup", group).members ?? []) as { pool_ref: string; priority_label?: string }[])
      .filter(({ priority_label }) => label === undefined || priority_label === label)
      .map(({ pool_ref }) => named(pool_ref));
  const first = (policies: readonly string[]) =>
    policies
      .flatMap((policy) => (body("httppolicyset", policy).http_request_policy as unknown as { rules: Rule[] }).rules)
      .find(({ match }) => {
        const prefix = match.path?.match_str[0] ?? "";
        return match.host_hdr.value.some((value) => value.toLowerCase() === host.toLowerCase()) && path.startsWith(prefix);
      });
  const policiesOf = (vs: AviBody) =>
    ((vs.http_policies ?? []) as { index: number; http_policy_set_ref: string }[])
      .sort((a, b) => a.index - b.index)
      .map(({ http_policy_set_ref }) => named(http_policy_set_ref));
  const all = (objects.virtualservice ?? []) as AviBody[];
  if (on === "tls") {
    const child = all.find(({ vh_domain_name }) => (vh_domain_name as string[] | undefined)?.some((name) => name.toLowerCase() === host));
    const rule = child && first(policiesOf(child));
    return rule?.switching_action ? members(named(rule.switching_action.pool_group_ref)).sort() : [];
  }
  return all
    .filter(({ type }) => type === "VS_TYPE_VH_PARENT")
    .flatMap((vs) => {
      if (first(policiesOf(vs))?.redirect_action) return ["redirect"];
      const labels = ((body("poolgroup", vs.name).members ?? []) as { priority_label: string }[]).map(
        ({ priority_label }) => priority_label,
      );
      const [longest] = labels.filter((label) => `${host}${path}`.toLowerCase().startsWith(label)).sort((a, b) => b.length - a.length);
      return longest === undefined ? [] : members(vs.name, longest);
    })
    .sort();
}

describe("IngressRoute and the Contour Route CRD on Avi", () => {
  it("give the same objects for the same specs in any order", () => {
    fc.assert(
      fc.property(contourObjects, contourSettings, schemes, fc.integer(), (given, rules, l7ShardingScheme, seed) => {
        const settings = { ...rules, l7ShardingScheme };
        expect(run(shuffled(given, seed), settings)).toEqual(run(given, settings));
      }),
      { numRuns: 300 },
    );
  });

  it("make no name twice and refer to nothing they do not make", () => {
    fc.assert(
      fc.property(contourObjects, contourSettings, schemes, (given, rules, l7ShardingScheme) => {
        const { objects } = run(given, { ...rules, l7ShardingScheme });
        const made = Object.entries(objects).flatMap(([type, bodies]) => bodies.map(({ name }) => `${type}/${name}`));
        expect(new Set(made).size).toBe(made.length);
        for (const [, type, name] of JSON.stringify(objects).matchAll(/"\/api\/([a-z]+)\?name=(c--[^"]+)"/g))
          expect(made).toContain(`${type}/${decodeURIComponent(name!)}`);
      }),
      { numRuns: 300 },
    );
  });

  it("send every request where the longest path of its host leads", () => {
    fc.assert(
      fc.property(fc.oneof(soundHost, contourObjects), contourSettings, (given, rules) => {
        const result = run(given, rules);
        const { virtualHosts } = translateToRoutes(readSpecs(given.map((value) => ({ value }))), { settings: rules }).objects;
        const lower = virtualHosts.map(({ fqdn, port }) => `${fqdn.toLowerCase()}:${port}`);
        for (const { fqdn, port, routes } of virtualHosts) {
          // two spellings of one host cannot both be on Avi, and prefixes without a slash never match
          if (lower.filter((other) => other === `${fqdn.toLowerCase()}:${port}`).length > 1) continue;
          for (const path of ["/", "/x", "/x/", "/x/y", "/x/y/z", "/xy", "/other"]) {
            const route = routes.find(({ prefix = "" }) => path.startsWith(prefix));
            const found = answer(result, port === 443 ? "tls" : "clear", fqdn.toLowerCase(), path);
            const expected = route?.redirectToHttps
              ? ["redirect"]
              : [...new Set(route?.clusters.map(({ service }) => service.split("/")[1]))];
            const seen = found.map(
              (pool) =>
                pool
                  .replace(/-(80|81)$/, "")
                  .split("-")
                  .at(-1) ?? "",
            );
            if (route) expect([...new Set(seen)].sort(), `${fqdn}:${port}${path}`).toEqual(expected.sort());
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
