import type { MemberBody } from "../../../kinds/octavia/inputs";
import type { Server } from "../../routing";
import { isUnknown } from "../../specs";
import { inNetwork } from "../addresses";
import type { Lowering } from "../context";
import { known } from "../known";
import { kuryrNames } from "../names";
import { kuryrTags } from "./common";

/** One endpoint, named after its Pod, or after the Service where no Pod is behind it. */
export function kuryrMember(cx: Lowering, server: Server, service: { namespace: string; name: string }): MemberBody {
  const { target } = server;
  const behind = target ? { namespace: target.namespace ?? service.namespace, name: target.name } : service;
  const subnet = subnetOf(cx, server);
  return {
    name: kuryrNames.member(behind, known(server.port)),
    address: known(server.address),
    protocol_port: known(server.port),
    ...(subnet ? { subnet_id: subnet } : {}),
    // a member has no description: below 2.5 it carries nothing
    ...(cx.can.has("tags") ? kuryrTags(cx) : {}),
  };
}

/** L3: members are reached from the VIP's subnet; L2: on the Pods' subnet, or on the nodes' for Pods on the host network. */
function subnetOf({ settings }: Lowering, { address }: Server): string {
  const { member_mode, pod_subnet_id, pod_subnet_cidr, node_subnet_id, service_subnet_id } = settings;
  if (member_mode === "L3") return service_subnet_id;
  const onPods = !pod_subnet_cidr || isUnknown(address) || inNetwork(address, pod_subnet_cidr);
  return (onPods ? pod_subnet_id : node_subnet_id) || service_subnet_id;
}
