// Reads the routing table from Avi bodies, of a plan or of a controller.

import { textIn } from "../../resources/json";
import { addTo } from "../../resources/lists";
import type { RoutingTable, ServedAddress } from "../table/routing-table";
import { type AviBodies, type AviNames, type Body, type Lookup, lookupOf, recordsIn, referencedName, textsIn } from "./bodies";
import { connectionPorts } from "./connections";
import { requestPorts } from "./requests";

export type { AviBodies, AviNames } from "./bodies";

/**
 * The routing table of Avi bodies, as Avi evaluates them, whoever wrote them. docs/verify.md#assumptions-about-avi lists what only a real
 * controller can confirm.
 */
export function servedByAvi(bodies: AviBodies, names: AviNames = {}): RoutingTable {
  const cx = lookupOf(bodies, names);
  const byVip = new Map<string, Body[]>();
  for (const vs of cx.all("virtualservice")) {
    if (vs.type === "VS_TYPE_VH_CHILD" || vs.enabled === false || vs.traffic_enabled === false) continue;
    const vip = referencedName(vs.vsvip_ref);
    addTo(byVip, vip, vs);
  }
  return { addresses: [...byVip].map(([vip, all]) => servedAddress(cx, vip, all)) };
}

function servedAddress(cx: Lookup, vip: string, all: readonly Body[]): ServedAddress {
  const body = cx.at("vsvip", vip);
  const dns = recordsIn(body?.dns_info).map(({ fqdn }) => textIn(fqdn).toLowerCase());
  const at = recordsIn(body?.vip).flatMap(({ ip_address, ip6_address }) =>
    [ip_address, ip6_address].flatMap((one) => textIn((one as Body | undefined)?.addr) || []),
  );
  return {
    name: vip,
    group: cx.names.group?.(vip) ?? "hosts",
    ...(at.length > 0 ? { at } : {}),
    ...(cx.names.namesElsewhere ? {} : { dns }),
    ports: all.flatMap((vs) => (isConnections(cx, vs) ? connectionPorts(cx, vs, dns) : requestPorts(cx, vs, childrenOf(cx, vs), dns))),
  };
}

/** Children name their parent; a disabled child serves nothing. */
const childrenOf = (cx: Lookup, { name }: Body): Body[] =>
  cx
    .all("virtualservice")
    .filter(
      ({ type, vh_parent_vs_ref, vh_parent_vs_uuid }) =>
        type === "VS_TYPE_VH_CHILD" && referencedName(vh_parent_vs_ref ?? vh_parent_vs_uuid) === name,
    )
    .filter(({ enabled }) => enabled !== false);

/** True for a layer 4 virtual service. */
function isConnections(cx: Lookup, vs: Body): boolean {
  if (/L4|SSL-Application/.test(referencedName(vs.application_profile_ref))) return true;
  if (recordsIn(vs.l4_policies).length > 0 || recordsIn(vs.service_pool_select).length > 0) return true;
  return textsIn(recordsIn(vs.vs_datascripts).map(({ vs_datascript_set_ref }) => vs_datascript_set_ref)).some((reference) =>
    recordsIn(cx.at("vsdatascriptset", reference)?.datascript).some(({ evt }) => evt === "VS_DATASCRIPT_EVT_L4_REQUEST"),
  );
}
