import { expect, test } from "vitest";
import { readMizarSpecs } from "../../sdk/frontends";
import { network, pod, subnet, translate, vpc } from "../support/mizar";

// The operator waits for a divider before it makes a subnet, and for a bouncer before it makes an endpoint: with none to come, for ever.

/** A VPC, its subnet, a Network and a Pod; the subnet has not been made yet unless its fields say so. */
function translated(vpcFields: Record<string, unknown>, fields: Record<string, unknown>) {
  const net = subnet("net1", "v", "10.10.1.0", "24");
  const unmade = { ...net, spec: { ...net.spec, status: "Init", ...fields } };
  return translate([vpc("v", "10.10.0.0", 16, vpcFields), unmade, network("vpc-1", "v"), pod("p")]);
}

test.each([0, "0"])("a subnet in a VPC with %j dividers is rejected, and so is who is to be in it", (dividers) => {
  const { errors, status } = translated({ dividers }, {});
  expect(errors("Subnet", "net1")).toEqual(["LBNeverProvisioned"]);
  expect(status("Subnet", "net1")?.description).toBe("subnet net1 waits for a divider of its VPC v, which is to have none");
  expect(status("Pod", "p")?.state).toBe("rejected");
});

test("a subnet without bouncers is rejected, and so is who is to be in it", () => {
  const { errors, status } = translated({}, { bouncers: 0 });
  expect(errors("Subnet", "net1")).toEqual(["LBNeverProvisioned"]);
  expect(status("Pod", "p")?.state).toBe("rejected");
});

test("a subnet that has been made keeps what it has", () => {
  const { status } = translated({ dividers: 0 }, { bouncers: 0, status: "Provisioned" });
  expect([status("Subnet", "net1")?.state, status("Pod", "p")?.state]).toEqual(["ready", "ready"]);
});

test("a range of a Network that is none is told once", () => {
  const { diagnostics } = readMizarSpecs([{ value: network("vpc-1", "v", { service: { cidrs: ["bad"] } }) }]);
  expect(diagnostics.map(({ pointer }) => pointer)).toEqual(["/spec/service/cidrs/0"]);
});
