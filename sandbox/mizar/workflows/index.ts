import type { MizarKind } from "../api/resources";
import { bouncerWorkflows, dividerWorkflows, dropletWorkflows } from "./droplets";
import { endpointWorkflows } from "./endpoint";
import { subnetWorkflows } from "./subnet";
import { vpcWorkflows } from "./vpc";
import type { Workflows } from "./workflow";

/** What the operator does to each kind of its own, with the first part of the handlers' names. */
export const WORKFLOWS: { [kind in MizarKind]: Workflows & { handler: string } } = {
  Vpc: { ...vpcWorkflows, handler: "vpc_opr_on_vpc" },
  Subnet: { ...subnetWorkflows, handler: "net_opr_on_net" },
  Divider: { ...dividerWorkflows, handler: "divider_opr_on_divider" },
  Bouncer: { ...bouncerWorkflows, handler: "bouncer_opr_on_bouncer" },
  Droplet: { ...dropletWorkflows, handler: "droplet_opr_on_droplet" },
  Endpoint: { ...endpointWorkflows, handler: "endpoint_opr_on_endpoint" },
};
