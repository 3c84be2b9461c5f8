// Of two rules of one second that exclude each other AKO takes the first in the order of the API server, which sorts by namespace/name as one text.
import { expect, it } from "vitest";
import { avi, service, translate } from "../../unit/sdk/targets/avi/ako-world";

const rule = (namespace: string, name: string, creationTimestamp?: string) => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HostRule",
  metadata: { name, namespace, ...(creationTimestamp ? { creationTimestamp } : {}) },
  spec: { virtualhost: { fqdn: "a.avi.internal" } },
});
const accepted = (...rules: ReturnType<typeof rule>[]) =>
  translate({ naming: "ako-2" }, avi(), service("web"), ...rules)
    .plan.statuses.filter(({ object, state }) => object.kind === "HostRule" && state === "Accepted")
    .map(({ object }) => `${object.namespace}/${object.name}`);

const SECOND = "2026-01-01T00:00:00Z";

it.each([
  ["default", "default-a"],
  ["red", "red-1"],
])("%s and %s: - comes before /", (one, other) => {
  for (const at of [SECOND, undefined]) {
    const rules = [rule(one, "h1", at), rule(other, "h2", at)];
    expect(accepted(...rules)).toEqual([`${other}/h2`]);
    expect(accepted(...rules.reverse())).toEqual([`${other}/h2`]);
  }
});

it("in one namespace the name counts, and an older rule comes before all", () => {
  expect(accepted(rule("default", "h2", SECOND), rule("default", "h1", SECOND))).toEqual(["default/h1"]);
  expect(accepted(rule("default", "h1", SECOND), rule("red", "h2", "2025-12-31T23:59:59Z"))).toEqual(["red/h2"]);
});
