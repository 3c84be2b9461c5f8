import { expect, it } from "vitest";
import { NO_CHANGES } from "../../../requests/differences/changes";
import { reviewChanges } from "../../../requests/review/changes";
import { reviewLines } from "../../../requests/review/lines";
import { readSpecs } from "../../../sdk/frontends";
import { reviewFactsOf } from "../../../sdk/plan";
import { TARGETS } from "../../../sdk/targets";
import { endpoints, ingressV1, secret, service } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY as KEY, OTHER_CERTIFICATE } from "../../support/pem";

// A certificate was said to come or go that no client gets, of an Ingress whose host an older one has; and nothing was said of a host that gets
// the certificate of another Secret.

const created = (day: string) => ({ created: `2026-01-${day}T00:00:00Z`, tls: ["shop.x.com"] });
const PATH = [{ host: "shop.x.com", path: "/", service: "web" }];
const OLD = ingressV1("old", PATH, created("01"));
const YOUNG = ingressV1("young", PATH, { ...created("02"), secretName: "other" });
const BESIDE = ingressV1("young", [{ ...PATH[0]!, path: "/pay" }], { ...created("02"), secretName: "other" });
const SAME = secret("cert", CERTIFICATE, KEY);
const OTHER = secret("other", OTHER_CERTIFICATE, KEY);

function linesFrom(before: object[], after: object[], settings: Record<string, string> = {}): string[] {
  const given = { clusterName: "c1", ...settings };
  const factsOf = (objects: object[]) => {
    const all = [service("web", [80]), endpoints("web", ["10.0.0.1"], 80), ...objects];
    return reviewFactsOf(TARGETS.avi.translate(readSpecs(all.map((value) => ({ value }))), { settings: given }), given);
  };
  return reviewLines(reviewChanges(factsOf(before), factsOf(after)), [], { ...NO_CHANGES, beside: [], unready: [] });
}

it("says nothing of a Secret whose Ingress serves nothing, or whose host has the certificate of another", () => {
  expect(linesFrom([SAME, OLD], [SAME, OTHER, OLD, YOUNG])).toEqual([]);
  expect(linesFrom([SAME, OTHER, OLD, BESIDE], [SAME, secret("other", CERTIFICATE, KEY), OLD, BESIDE])).toEqual([]);
});

it("says that clients get another certificate, and not that a route on TLS changes in no way that they notice", () => {
  const lines = linesFrom([SAME, OTHER, OLD, YOUNG], [SAME, OTHER, YOUNG]).join("\n");
  expect(lines).toContain("+ Secret default/other: ends");
  expect(lines).toContain("- Secret default/cert: was: ends");
  expect(lines).not.toContain("notices");
});

it("names a host whose clients get the certificate of another Secret, while both stay in use", () => {
  const at = (name: string, host: string, secretName: string) => ingressV1(name, [{ ...PATH[0]!, host }], { tls: [host], secretName });
  const rest = (two: string) => [
    secret("one", OTHER_CERTIFICATE, KEY),
    secret("two", two, KEY),
    at("y", "a.wild.example.com", "one"),
    at("z", "z.org", "two"),
  ];
  const [before, after] = [at("x", "example.com", "one"), at("x", "example.com", "two")];
  expect(linesFrom([...rest(CERTIFICATE), before], [...rest(CERTIFICATE), after]).join("\n")).toMatch(
    /~ example.com: the certificate of Secret default\/two, ends \d{4}-\d\d-\d\d, was: Secret default\/one/,
  );
  expect(linesFrom([...rest(CERTIFICATE), before], [...rest(CERTIFICATE), before])).toEqual([]);
  expect(linesFrom([...rest(OTHER_CERTIFICATE), before], [...rest(OTHER_CERTIFICATE), after])).toEqual([]);
});

it("has the certificate of each Ingress where shards are of namespaces", () => {
  const sharded = { naming: "ako-1.2", l7ShardingScheme: "namespace" };
  expect(linesFrom([SAME, OLD], [SAME, OTHER, OLD, BESIDE], sharded).join("\n")).toContain("+ Secret default/other: ends");
});
