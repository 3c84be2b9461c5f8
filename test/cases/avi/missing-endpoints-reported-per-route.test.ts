import { expect, test } from "vitest";
import { type Diagnostic, describeObject, eachOnce } from "../../../resources/diagnostic";
import { readSpecs } from "../../../sdk/frontends";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { ingress, service } from "../../support/manifests";

// LB1112 of one Service stood in the status of each Ingress that needs it, and preview and validate printed all of them.

test("what is said about a Service is printed once, however many routes lose by it", () => {
  const routes = ["a", "b"].map((name) => ingress({ name, rules: [{ host: `${name}.x.com`, path: "/", service: "web" }] }));
  const { diagnostics, statuses } = translateToAvi(readSpecs([service("web", [80]), ...routes].map((value) => ({ value }))));
  const all = [...diagnostics, ...statuses.flatMap((status) => status.diagnostics)];
  const of = (found: readonly Diagnostic[]) => found.filter(({ code }) => code === "LB1112").map(({ object }) => describeObject(object));
  expect(of(all).length).toBeGreaterThan(1);
  expect(of(eachOnce(all))).toEqual(["Service default/web"]);
});
