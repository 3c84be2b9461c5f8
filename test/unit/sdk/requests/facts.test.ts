import { expect, test } from "vitest";
import { factsIn, rulesIn } from "../../../../requests/review/facts";
import { compressed } from "../../../../resources/compressed";
import { readSpecs } from "../../../../sdk/frontends";
import { factsText, runFactsOf } from "../../../../sdk/plan";
import { UNKNOWN, UNKNOWN_TEXT } from "../../../../sdk/specs";
import { TARGETS } from "../../../../sdk/targets";
import { endpoints, ingressV1, node, served, service } from "../../../support/manifests";

const SETTINGS = {
  avi: { clusterName: "c1", subDomains: ["example.com"] },
  octavia: { naming: "kuryr", service_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11", ingressClass: "avi" },
};
const factsOf = (to: "avi" | "octavia", specs: object[], settings: object = {}) => {
  const own = { ...SETTINGS[to], ...settings };
  return runFactsOf(TARGETS[to].translate(readSpecs(specs.map((value) => ({ value }))), { settings: own }), own);
};

/** A name that no other name helps to compress. */
function nameOf(seed: number): string {
  let state = (seed + 1) * 2654435761;
  const letter = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return "abcdefghijklmnopqrstuvwxyz"[(state >>> 24) % 26];
  };
  return Array.from({ length: 8 }, letter).join("");
}

test.each(["avi", "octavia"] as const)(
  "facts on %s take at most 400 bytes for each of many Ingresses that have nothing in common",
  (to) => {
    const count = 300;
    const specs = Array.from({ length: count }, (_, i) => {
      const name = nameOf(i);
      const paths = ["/", `/${nameOf(i + count)}`].map((path) => ({ host: `${name}.example.com`, path, service: name }));
      const address = (last: number) => `10.${(i * 7919) % 251}.${(i * 104729) % 241}.${last}`;
      return [service(name, [80]), endpoints(name, [address(1), address(2)], 8080), ingressV1(name, paths, { className: "avi" })];
    }).flat();
    const facts = factsOf(to, specs);
    expect(rulesIn(facts)?.addresses.length).toBeGreaterThan(0);
    expect(compressed(factsText(facts)).length / count).toBeLessThanOrEqual(400);
  },
);

test("of what a preview does not know facts have what the specs ask for, and no placeholder", () => {
  const web = service("web", [{ port: 80, nodePort: UNKNOWN as never }], "NodePort");
  const route = ingressV1("web", [{ host: "a.example.com", path: "/", service: "web" }], { className: "avi" });
  for (const to of ["avi", "octavia"] as const) {
    const facts = factsOf(to, [web, route, node("n1", "10.0.0.1")], to === "avi" ? { serviceType: "NodePort" } : { naming: "occm" });
    const text = factsText(facts);
    expect(text).not.toContain(UNKNOWN_TEXT);
    expect(text).not.toContain("unknown");
    const rules = rulesIn(factsIn(text));
    expect(JSON.stringify(rules?.addresses)).toContain("default/web:80");
  }
});

test("neither the order of specs nor the file they come from changes facts", () => {
  const specs = [...served("a", 1), ingressV1("a", [{ host: "a.example.com", path: "/", service: "a" }], { className: "avi" })];
  const more = [...served("b", 2), ingressV1("b", [{ host: "b.example.com", path: "/x", service: "b" }], { className: "avi" })];
  for (const to of ["avi", "octavia"] as const)
    expect(factsText(factsOf(to, [...more, ...specs]))).toBe(factsText(factsOf(to, [...specs, ...more])));
});
