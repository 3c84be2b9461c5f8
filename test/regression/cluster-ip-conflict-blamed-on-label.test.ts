// A clusterIP that another object has, or that is a gateway, was blamed on the label of the Network, which some Services do not even have.
import { expect, it } from "vitest";
import { base, pod, service, translate } from "../support/mizar";

it.each([
  ["is in use", [pod("p", { podIP: "10.10.1.7" })], "10.10.1.7", "LBIpInUse"],
  ["is a gateway", [], "10.10.1.1", "LBIpInUse"],
])("a clusterIP that %s is what is wrong", (_, others, clusterIP, code) => {
  const { status } = translate([...base, ...others, service("s", { clusterIP })]);
  expect(status("Service", "s")).toMatchObject({ state: "rejected", diagnostics: [{ code, pointer: "/spec/clusterIP" }] });
});
