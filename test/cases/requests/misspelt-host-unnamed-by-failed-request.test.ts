import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { diagnosticsOf } from "../../../sdk/plan";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { likelyReasons } from "../../../sdk/requests/expectations/likely-reasons";
import { expectationsIn } from "../../../sdk/requests/expectations/read";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { TARGETS } from "../../../sdk/targets";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { ingressV1, served } from "../../support/manifests";

// With `hots:` for `host:` in a rule the preview stopped with LB1124, which said that nobody answers and not which field is misspelt.

function reasons(change: (rule: Record<string, unknown>) => object, to: string): string[] {
  const web = ingressV1("shop", [{ host: "shop.x.com", path: "/", service: "web" }]);
  const [rule] = web.spec.rules as unknown as [Record<string, unknown>];
  const objects = [
    ...served("web", 1),
    { ...web, spec: { ...web.spec, rules: [change(rule)] } },
    ingressV1("other", [{ host: "other.x.com", path: "/", service: "web" }]),
  ];
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { clusterName: "c" } });
  const rules = TARGETS.avi.balancer!.served(plan);
  const [one] = checkExpectations(
    expectationsIn([{ request: "http://shop.x.com/", to }]).expectations,
    new RequestExplainer({ served: rules }),
  );
  return likelyReasons(one!, { diagnostics: diagnosticsOf(plan), rules });
}

const misspelt = ({ host, ...rule }: Record<string, unknown>) => ({ ...rule, hots: host });
const SLIP = "LB1006 Ingress default/shop /spec/rules/0/hots: the field hots is unknown and is ignored. Did you mean host?";

test("a request that the rule of a misspelt field should answer names the field", () => {
  expect(reasons(misspelt, "default/web:80")).toContain(SLIP);
  expect(reasons(misspelt, "team/web:80")).not.toContain(SLIP);
  expect(reasons((rule) => ({ ...rule, host: "ship.x.com" }), "default/web:80").join()).not.toContain("LB1006");
});
