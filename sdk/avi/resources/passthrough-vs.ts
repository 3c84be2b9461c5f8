import type * as pulumi from "@pulumi/pulumi";
import type { AviBody } from "../../../kinds/avi/body";
import type { PASSTHROUGH_VS } from "../../../kinds/avi/passthrough-vs";
import { undeclared } from "../../resource";
import { type ArgumentsOf, AviResource, type AviResourceOptions } from "./resource";

/** Inputs of {@link PassthroughVS}. */
export type PassthroughVSArgs = ArgumentsOf<typeof PASSTHROUGH_VS>;

/**
 * Hosts whose TLS ends at their servers: VsVip, a pool group per host, data script and a virtual service of layer 4; for
 * redirects of clear text a second virtual service at the same address. The id is `<tenant>/<name of the virtual service>`.
 *
 * Another name of the virtual service or of its VsVip, another tenant, cloud, VRF or fixed address replaces the whole
 * (delete, then create); hosts and redirects come and go in place. Create waits up to a minute for an allocated address
 * (LB2013). The protocol parser of the script needs a controller of 18.2.3 or newer.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const name = "c1--Shared-Passthrough-0";
 * const owner = "pulumi-k8s-lb:shop/dev/my-cluster";
 * const pool = new avi.Pool("bank", { owner, pool: { name: "c1--bank.example.com-web" } });
 * const script = [
 *   'local tls = require("Default-TLS")',
 *   "avi.l4.collect(600)",
 *   'avi.poolgroup.select("c1--" .. tls.get_sni(tls.parse_record(avi.l4.read())))',
 *   "avi.l4.ds_done()",
 * ].join("\n");
 * const shard = new avi.PassthroughVS(
 *   "passthrough-0",
 *   {
 *     owner,
 *     vsVip: { name, vip: [{ auto_allocate_ip: true }], dns_info: [{ fqdn: "bank.example.com" }] },
 *     poolGroups: [{ name: "c1--bank.example.com", members: [{ pool_ref: "/api/pool?name=c1--bank.example.com-web" }] }],
 *     dataScriptSet: {
 *       name,
 *       datascript: [{ evt: "VS_DATASCRIPT_EVT_L4_REQUEST", script }],
 *       pool_group_refs: ["/api/poolgroup?name=c1--bank.example.com"],
 *       protocol_parser_refs: ["/api/protocolparser?name=Default-TLS"],
 *     },
 *     virtualService: {
 *       name,
 *       application_profile_ref: "/api/applicationprofile?name=System-L4-Application",
 *       services: [{ port: 443 }],
 *       vsvip_ref: `/api/vsvip?name=${name}`,
 *       vs_datascripts: [{ index: 0, vs_datascript_set_ref: `/api/vsdatascriptset?name=${name}` }],
 *     },
 *   },
 *   { dependsOn: pool },
 * );
 * export const address = shard.vip;
 * ```
 */
export class PassthroughVS extends AviResource {
  declare readonly owner: pulumi.Output<string>;
  declare readonly virtualService: pulumi.Output<AviBody>;
  declare readonly insecureVirtualService: pulumi.Output<AviBody | undefined>;
  /** The address clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** Host names that lead to it. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: PassthroughVSArgs, opts?: AviResourceOptions) {
    super("PassthroughVS", name, args, ["vip", "fqdns", "uuids"], opts);
  }

  /** Reads an existing shard without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): PassthroughVS {
    return new PassthroughVS(name, undeclared(), { ...opts, id });
  }
}
