import type { ObjectKind } from "./object/table";
import { checkRange, namesWith, OPERATED, provisioned } from "./operated";
import { DIVIDERS, SUBNETS, VPCS } from "./types";

/** A VPC of Mizar: a range of addresses with dividers that route in it. */
export const VPC: ObjectKind = {
  ...OPERATED,
  name: "Vpc",
  type: VPCS,
  fixed: [/^spec\.(ip|prefix)$/],
  count: { field: "dividers", shrinks: true },
  stays: ["dividers"],
  check: (inputs, bag) => checkRange(inputs, bag, "Vpc"),
  outputs: (view) => provisioned(view),
  async holding(site, { metadata }) {
    const subnets = await namesWith(site, SUBNETS, "vpc", metadata.name);
    return subnets.length > 0
      ? `Mizar's operator waits while the VPC has subnets: ${subnets.join(", ")}`
      : "Mizar's operator waits, without a word, while it remembers a subnet of the VPC";
  },
  leftBehind: async (site, { metadata }) => (await namesWith(site, DIVIDERS, "vpc", metadata.name)).map((name) => `Divider ${name}`),
};
