import { expect, test } from "vitest";
import { asDeclared, driftedFrom } from "../../../../provider/lifecycle/drift";

// Drift is stored in the state in clear: no secret may be in it.

const SECRETS = [["token"], ["tls", "key"]];
const before = { token: { value: "t0p" }, tls: { key: "k3y", certificate: "old" }, name: "web" };
const live = { token: { value: "other" }, tls: { key: "", certificate: "new" }, name: "shop" };

test("drift holds the declared values of what changed, without secret properties and secret fields", () => {
  const drifted = driftedFrom(before, live, [], SECRETS);
  expect(drifted).toMatchObject({ declared: { tls: { certificate: "old" }, name: "web" } });
  expect(JSON.stringify(drifted)).not.toMatch(/t0p|k3y|token/);
});

test("a refresh that shows drift again takes secrets from the state", () => {
  const drifted = { declared: { tls: { certificate: "old" }, name: "web" }, told: [], what: [] };
  expect(asDeclared({ ...live, tls: { key: "k3y", certificate: "new" } }, drifted, SECRETS)).toEqual({
    token: { value: "other" },
    tls: { key: "k3y", certificate: "old" },
    name: "web",
  });
});
