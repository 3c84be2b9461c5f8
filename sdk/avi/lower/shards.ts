import type { PoolInputs, SharedVSInputs } from "../../../kinds/avi/resources";
import type { ObjectRef } from "../../../kinds/diagnostic";
import type { Json } from "../../../kinds/kind";
import { type Forward, type HttpRoute, stemOf } from "../../routing";
import { compare, diagnose } from "../../specs";
import { refTo } from "../names";
import type { Planned } from "../plan";
import type { Lowering } from "./context";
import { hostPathScript } from "./data-scripts";
import { lowerVsVip, withDomain } from "./network";
import { attachPolicies, type HostRedirects, lowerRedirects } from "./policies";
import { lowerBackends } from "./pools";

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

/** Pools of a clear-text route, as members of the shard's pool group under the label `host/path` in lower case. */
export function lowerLabels(cx: Lowering, shard: Shard, host: string, route: HttpRoute & { to: Forward }): Planned<PoolInputs>[] {
  const { ref } = route.owner;
  if (host.startsWith("*")) {
    cx.report(
      diagnose(
        "LB1302",
        ref,
        "/spec",
        `the wildcard host ${host} is taken as it is written: no request for a host below it matches on a shared virtual service`,
      ),
    );
  }
  reportInexactMatch(cx, host, route);
  const label = (host + route.match.path).toLowerCase();
  const name = (service?: string) => cx.names.sharedPool(host, route.match.path, ref.namespace, ref.name, service);
  const lowered = lowerBackends(cx, ref, route.to, name);
  // namespace shards write no ratio for Ingress (ako.md 1.2)
  const bare = !route.to.spreads && cx.settings.l7ShardingScheme === "namespace";
  for (const { pool, ratio } of lowered) shard.members.push({ pool: pool.name, label, ratio: bare ? undefined : ratio });
  shard.labels.push({ host, label, rewrite: route.to.rewrite });
  return lowered.map(({ pool }) => pool);
}

/** Says what a label takes, or misses, of what the path stands for: it matches prefixes of characters, without case. */
function reportInexactMatch(cx: Lowering, host: string, { match: { path, type }, owner }: HttpRoute): void {
  if (type === "prefix" || (type === "segments" && stemOf(path) === "")) return;
  const bare = stemOf(path);
  const misses = type === "segments" && bare !== path;
  const differs = misses ? `misses ${bare} itself` : `takes ${type === "exact" ? `${bare}/x` : `${path}x`} too`;
  const message = `${host}${path} ${differs}: a shared virtual service matches prefixes of characters, whatever their case`;
  cx.report(diagnose("LB1302", owner.ref, "/spec", message, { severity: "notice" }));
}
