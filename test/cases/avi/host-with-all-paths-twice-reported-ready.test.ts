// Of networking.k8s.io/v1 no path (ImplementationSpecific) and "/" match the same, everything: when two Ingresses wanted it of one host the
// younger got it, if it had the slash, and both were ready.
import { expect, test } from "vitest";
import type { TargetName } from "../../../sdk/targets";
import { served } from "../../support/manifests";
import { translateTo } from "../../support/planned";

const everything = (name: string, year: number, path: string | undefined, pathType = "ImplementationSpecific") => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name, creationTimestamp: `${year}-01-01T00:00:00Z` },
  spec: { rules: [{ host: "a.com", http: { paths: [{ path, pathType, backend: { service: { name, port: { number: 80 } } } }] } }] },
});
const run = (to: TargetName, ...objects: object[]) => {
  const given = [...served("old", 1), ...served("new", 2), ...objects].map((value) => ({ value }));
  const { statuses } = translateTo(to, { objects: given, diagnostics: [] }, to === "octavia" ? { service_subnet_id: "s" } : {});
  const ingresses = statuses.filter(({ object }) => object.kind === "Ingress");
  return ingresses.map(({ object, state, diagnostics }) => [object.name, state, diagnostics.map(({ code }) => code)]);
};

test.each(["routes", "octavia", "avi"] as const)("the older has it, --to %s", (to) => {
  for (const [first, second, type] of [
    [undefined, "/", "Prefix"],
    ["", "/", "ImplementationSpecific"],
    ["/", undefined, "ImplementationSpecific"],
  ] as const) {
    expect(run(to, everything("old", 2020, first), everything("new", 2021, second, type))).toEqual([
      ["new", "rejected", ["LB1203"]],
      ["old", "ready", []],
    ]);
  }
});

test("the whole path / beside all paths is no conflict", () => {
  expect(run("routes", everything("old", 2020, undefined), everything("new", 2021, "/", "Exact"))).toEqual([
    ["new", "ready", []],
    ["old", "ready", []],
  ]);
});
