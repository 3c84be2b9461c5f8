import type { SharedVSInputs } from "../../../kinds/avi/shared-vs";
import type { ObjectRef } from "../../../kinds/diagnostic";
import type { Json } from "../../../kinds/json";
import { compare } from "../../specs";
import type { Planned } from "../plan";
import { refTo } from "../references";
import type { Lowering } from "./context";
import { hostPathScript } from "./data-script";
import { attachPolicies } from "./policy";
import { type HostRedirects, lowerRedirects } from "./redirects";
import { lowerVsVip, withDomain } from "./vs-vip";

/** What gathers on one shared virtual service. */
export interface Shard {
  number: number;
  fqdns: Set<string>;
  redirects: HostRedirects[];
  /** Every label, and what stands in its place on the way to the servers. */
  labels: { host: string; label: string; rewrite?: string }[];
  members: { pool: string; label: string; ratio?: number }[];
  owners: Map<string, ObjectRef>;
}

/** The shards in use, made when first asked for. */
export class Shards {
  readonly #byNumber = new Map<number, Shard>();

  at(number: number, owner: ObjectRef): Shard {
    let shard = this.#byNumber.get(number);
    if (!shard) {
      shard = { number, fqdns: new Set(), redirects: [], labels: [], members: [], owners: new Map() };
      this.#byNumber.set(number, shard);
    }
    shard.owners.set(`${owner.kind} ${owner.namespace}/${owner.name}`, owner);
    return shard;
  }

  all(): Shard[] {
    return [...this.#byNumber.values()].sort((a, b) => a.number - b.number);
  }
}

/** The parent of a shard: VIP with all its hosts, labelled pool group, data script, redirects (ako.md 1.2, 1.3). */
export function lowerShard(cx: Lowering, shard: Shard): Planned<SharedVSInputs> {
  const { settings, names, owner } = cx;
  const name = names.shared(shard.number);
  const domain = [...settings.subDomains].sort()[0];
  const fqdns = [...(domain ? [withDomain(`${name}.${settings.tenant}`, domain)] : []), ...[...shard.fqdns].sort(compare)];
  const members: Json[] = shard.members
    .sort((a, b) => compare(a.pool, b.pool))
    .map(({ pool, label, ratio }) => ({ pool_ref: refTo.pool(pool), priority_label: label, ...(ratio === undefined ? {} : { ratio }) }));
  const redirectPolicy = lowerRedirects(cx, name, shard.redirects, name);
  const inputs: SharedVSInputs = {
    owner,
    vsVip: lowerVsVip(cx, name, fqdns),
    poolGroup: cx.body("poolgroup", name, { implicit_priority_labels: true, members: members.length > 0 ? members : undefined }),
    dataScriptSet: cx.body("vsdatascriptset", name, {
      datascript: [{ evt: "VS_DATASCRIPT_EVT_HTTP_REQ", script: hostPathScript(name, shard.labels) }],
      pool_group_refs: [refTo.poolGroup(name)],
    }),
    ...(redirectPolicy ? { redirectPolicy } : {}),
    virtualService: cx.body("virtualservice", name, {
      tenant_ref: refTo.tenant(settings.tenant),
      type: "VS_TYPE_VH_PARENT",
      application_profile_ref: refTo.applicationProfile("System-HTTP"),
      network_profile_ref: refTo.networkProfile("System-TCP-Proxy"),
      services: [
        { port: 80, enable_ssl: false },
        { port: 443, enable_ssl: true },
      ],
      vsvip_ref: refTo.vsVip(name),
      vs_datascripts: [{ index: 0, vs_datascript_set_ref: refTo.dataScriptSet(name) }],
      http_policies: redirectPolicy && attachPolicies([redirectPolicy]),
    }),
  };
  return { name, inputs, owners: [...shard.owners.values()] };
}
