import { expect, it } from "vitest";
import { cidrMap } from "../../../../../sdk/targets/mizar/cidr-map";
import { base, planOf, pod, vpc } from "../../../../support/mizar";

const specs = [...base, vpc("bare", "10.20.0.0", 30)];

it("shows used addresses with their holders, and how many are free", () => {
  const svg = cidrMap(planOf([...specs, pod("p", { nic: { ip: "10.10.1.12" } })]));
  expect(svg).toContain("<title>10.10.1.12 p-internal-customerA-eth0</title>");
  expect(svg).toContain("net1  10.10.1.0/24  1 used, 253 free");
  expect(svg).toContain("VPC bare  10.20.0.0/30");
  expect(svg).toContain("no subnet");
});

it("differs in few lines when one Pod is added", () => {
  const before = cidrMap(planOf([...specs, pod("p")])).split("\n");
  const after = cidrMap(planOf([...specs, pod("p"), pod("q")])).split("\n");
  expect(after.filter((line) => !before.includes(line))).toHaveLength(2);
});
