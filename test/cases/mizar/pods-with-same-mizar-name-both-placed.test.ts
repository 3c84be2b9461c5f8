// Mizar knows a Pod as name-namespace-tenant. Two Pods that are the same there were both placed where their interfaces have different names.
import { expect, it } from "vitest";
import { base, pod, service, translate } from "../../support/mizar";

it("two Pods of one name in Mizar are not both placed, whatever their interfaces are called", () => {
  const { errors, shown } = translate([...base, pod("a", { namespace: "b-c" }), pod("a-b", { namespace: "c", nic: { name: "eth1" } })]);
  expect(errors("Pod", "a-b")).toEqual(["LBBadRequest"]);
  expect(shown.pods).toHaveLength(1);
});

it("a Pod and a Service may have one name", () => {
  const { errors } = translate([...base, pod("a", { namespace: "default" }), service("a")]);
  expect([...errors("Pod", "a"), ...errors("Service", "a")]).toEqual([]);
});
