import { isObject } from "../lifecycle/sanitize";
import { isUnknown } from "../lifecycle/unknown";
import { refused } from "./object/check";
import type { ObjectKind } from "./object/table";
import { checkRange, namesWith, OPERATED, provisioned } from "./operated";
import { BOUNCERS, ENDPOINTS, SUBNETS } from "./types";

/** A subnet of a VPC, with bouncers in front of it. */
export const SUBNET: ObjectKind = {
  ...OPERATED,
  name: "Subnet",
  type: SUBNETS,
  fixed: [/^spec\.(ip|prefix|vpc)$/],
  count: { field: "bouncers", shrinks: false },
  stays: ["bouncers"],
  check(inputs, bag) {
    const vpc = isObject(bag.spec) ? bag.spec.vpc : undefined;
    const nameless = !isUnknown(bag.spec) && !vpc;
    const why = `Subnet ${inputs.name} names no VPC; Mizar would wait for one for ever`;
    return [...(nameless ? [refused("spec", "spec/vpc", why)] : []), ...checkRange(inputs, bag, "Subnet")];
  },
  outputs: (view) => provisioned(view),
  async holding(site, { metadata }) {
    const endpoints = await namesWith(site, ENDPOINTS, "net", metadata.name);
    return endpoints.length > 0
      ? `Mizar's operator waits while endpoints are in the subnet: ${endpoints.join(", ")}`
      : "No endpoint is in the subnet: this is the known fault of Mizar's operator, which waits for its own gateway endpoint (arktos issue 1287) and never ends";
  },
  leftBehind: async (site, { metadata }) => (await namesWith(site, BOUNCERS, "net", metadata.name)).map((name) => `Bouncer ${name}`),
};
