// Schema of members in the declaration of a load balancer.

import { body, field, flag, integer, named, port, required, text } from "./fields";

/** Members differ by address and port. */
export const member = body("member", {
  ...named,
  address: required(text(), { fixed: true, form: "address" }),
  protocol_port: required(port(), { fixed: true }),
  /** Subnet of the address; default: the subnet of the VIP. */
  subnet_id: field(text(), { fixed: true }),
  /** Its share of the connections, 0 to 256. Default 1. */
  weight: field(integer(0, 256), { default: 1, guarded: true }),
  /** Gets traffic only when all others are down. Default false. */
  backup: field(flag(), { default: false, guarded: true, since: "backup" }),
  monitor_address: field(text(), { guarded: true, form: "address", ovn: [] }),
  monitor_port: field(port(), { guarded: true, ovn: [] }),
  request_sriov: field(flag(), { fixed: true, default: false, since: "memberVnic" }),
});
