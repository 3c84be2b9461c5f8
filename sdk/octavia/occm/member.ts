import type { MemberBody } from "../../../kinds/octavia/inputs";
import type { Server } from "../../routing";
import { known } from "../known";

/** One node at the node port. */
export function nodeMember(server: Server, subnet: string | undefined, monitorPort?: number): MemberBody {
  return {
    ...(server.node ? { name: server.node } : {}),
    address: known(server.address),
    protocol_port: known(server.port),
    ...(subnet ? { subnet_id: subnet } : {}),
    ...(monitorPort === undefined ? {} : { monitor_port: monitorPort }),
  };
}
