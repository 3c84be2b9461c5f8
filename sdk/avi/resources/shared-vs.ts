import type * as pulumi from "@pulumi/pulumi";
import type { AviBody } from "../../../kinds/avi/body";
import type { SHARED_VS } from "../../../kinds/avi/shared-vs";
import { undeclared } from "../../resource";
import { type ArgumentsOf, AviResource, type AviResourceOptions } from "./resource";

/** Inputs of {@link SharedVS}. */
export type SharedVSArgs = ArgumentsOf<typeof SHARED_VS>;

/**
 * The parent of one shard: VsVip, pool group with priority labels, data script, redirect policy and virtual service. The id
 * is `<tenant>/<name of the virtual service>`.
 *
 * Another name of the virtual service or of its VsVip, another tenant, cloud, VRF, type or fixed address replaces the whole
 * (delete, then create). Create waits up to a minute for an allocated address (LB2013); the next run goes on waiting.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const name = "c1--Shared-L7-0";
 * const shard = new avi.SharedVS("shared-0", {
 *   owner: "pulumi-k8s-lb:shop/dev/my-cluster",
 *   vsVip: { name, vip: [{ auto_allocate_ip: true }], dns_info: [{ fqdn: "shop.example.com" }] },
 *   poolGroup: { name, implicit_priority_labels: true },
 *   dataScriptSet: { name, datascript: [{ evt: "VS_DATASCRIPT_EVT_HTTP_REQ", script: "-- picks the pool" }] },
 *   virtualService: { name, type: "VS_TYPE_VH_PARENT", services: [{ port: 80 }], vsvip_ref: `/api/vsvip?name=${name}` },
 * });
 * export const address = shard.vip;
 * ```
 */
export class SharedVS extends AviResource {
  declare readonly owner: pulumi.Output<string>;
  declare readonly virtualService: pulumi.Output<AviBody>;
  declare readonly poolGroup: pulumi.Output<AviBody>;
  /** The address clients connect to. */
  declare readonly vip: pulumi.Output<string>;
  /** Host names that lead to it. */
  declare readonly fqdns: pulumi.Output<string[]>;
  /** uuid on the controller by `<type>/<name>`. */
  declare readonly uuids: pulumi.Output<{ [object: string]: string }>;

  constructor(name: string, args: SharedVSArgs, opts?: AviResourceOptions) {
    super("SharedVS", name, args, ["vip", "fqdns", "uuids"], opts);
  }

  /** Reads an existing shard without managing it; `id` is `<tenant>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: AviResourceOptions): SharedVS {
    return new SharedVS(name, undeclared(), { ...opts, id });
  }
}
