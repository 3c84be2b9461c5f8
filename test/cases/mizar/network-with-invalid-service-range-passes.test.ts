// The definition of Networks takes 999.0.0.0/8 for a range. Services of such a Network were placed as if it had none, and this was not reported.
import { expect, it } from "vitest";
import { readMizarSpecs } from "../../../sdk/frontends";
import { base, network, translate } from "../../support/mizar";

it.each(["999.0.0.0/8", "010.0.0.0/8", "10.0.256.0/24", "10.0.0.0", "fd00::/64"])("%s is refused", (range) => {
  const { status } = translate([...base, network("n", "v", { service: { cidrs: ["10.96.0.0/12", range] } })]);
  const fault = { severity: "error", pointer: "/spec/service/cidrs/1" };
  expect(status("Network", "n")).toMatchObject({
    state: "rejected",
    diagnostics: [
      { code: "LB1003", ...fault },
      { code: "LBBadRequest", ...fault },
    ],
  });
});

it("is reported once by the reader", () => {
  const { diagnostics } = readMizarSpecs([{ value: network("vpc-1", "v", { service: { cidrs: ["bad"] } }) }]);
  expect(diagnostics.map(({ pointer }) => pointer)).toEqual(["/spec/service/cidrs/0"]);
});
