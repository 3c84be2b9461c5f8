import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { desiredRules } from "../../../sdk/requests/desired";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { TARGETS } from "../../../sdk/targets";
import { root, to } from "../../support/contour";
import { served } from "../../support/contour-on-targets";

// Avi counts in milliseconds and has names of its own for codes; specs count in seconds.

test.each([
  ["a timeout", { timeoutPolicy: { request: "5s" } }, { timeout: 5 }],
  ["no end", { timeoutPolicy: { request: "infinity" } }, { timeout: "infinite" }],
  ["retries", { retryPolicy: { count: 3 } }, { retry: "3 times on 5xx" }],
])("%s of a route is the answer that the specs ask for", (_, terms, expected) => {
  const objects = [...served("n/a", 1), root("n/r", { fqdn: "x.com", routes: [to("/", "a", terms)] })];
  const specs = readSpecs(objects.map((value) => ({ value })));
  const { asks, balancer, translate } = TARGETS.avi;
  const rules = balancer?.served(translate(specs, { settings: {} }));
  const model = asks?.(specs, {});
  if (!rules || !model) throw new Error("avi answers requests");
  const found = new RequestExplainer({ desired: desiredRules(model), served: rules }).explain({ url: "http://x.com/" });
  expect(found).toMatchObject({ answer: expected, asked: expected, differs: false });
});
