import type { PoolInputs, SharedVSInputs } from "../../../kinds/avi/resources";
import type { ObjectRef } from "../../../kinds/diagnostic";
import type { Json } from "../../../kinds/kind";
import { type Forward, type HttpRoute, stemOf } from "../../routing";
import { compare, diagnose } from "../../specs";
import { refTo, type Shard } from "../names";
import type { Planned } from "../plan";
import type { Lowering } from "./context";
import { hostPathScript } from "./data-scripts";
import { lowerVsVip, useVsVip, withDomain } from "./network";
import { attachPolicies, type HostRedirects, lowerRedirects } from "./policies";
import { lowerBackends } from "./pools";

/** What gathers on one shared virtual service. */
export interface SharedHosts {
  /** Name of the virtual service. */
  name: string;
  /** What DNS calls the virtual service itself, where it has a name of its own. */
  fqdn?: string;
  fqdns: Set<string>;
  redirects: HostRedirects[];
  /** Hosts with TLS, and their certificates where these stand on the parent. */
  secure: Map<string, ObjectRef>;
  certificates: Set<string>;
  /** Every label, and what stands in its place on the way to the servers. */
  labels: { host: string; label: string; rewrite?: string }[];
  members: { pool: string; label: string; ratio?: number }[];
  owners: Map<string, ObjectRef>;
}

/** The shards in use, made when first asked for. */
export class Shards {
  readonly #byName = new Map<string, { shard: Shard; hosts: SharedHosts }>();

  constructor(private readonly cx: Lowering) {}

  at(shard: Shard, owner: ObjectRef): SharedHosts {
    const name = this.cx.names.shared(shard);
    let known = this.#byName.get(name);
    if (!known) {
      const fqdn = fqdnOf(this.cx, shard, name);
      const hosts = { name, fqdn, fqdns: new Set<string>(), redirects: [], labels: [], members: [], owners: new Map() };
      known = { shard, hosts: { ...hosts, secure: new Map(), certificates: new Set() } };
      this.#byName.set(name, known);
    }
    known.hosts.owners.set(`${owner.kind} ${owner.namespace}/${owner.name}`, owner);
    return known.hosts;
  }

  named(name: string | undefined): SharedHosts | undefined {
    return name === undefined ? undefined : this.#byName.get(name)?.hosts;
  }

  all(): SharedHosts[] {
    const order = ({ shard }: { shard: Shard }) => (typeof shard === "number" ? shard : 0);
    return [...this.#byName.values()].sort((a, b) => order(a) - order(b) || compare(a.hosts.name, b.hosts.name)).map(({ hosts }) => hosts);
  }
}

/** The virtual service of a namespace has no name of its own in DNS. */
function fqdnOf({ settings }: Lowering, shard: Shard, name: string): string | undefined {
  const [domain] = [...settings.subDomains].sort();
  return domain && typeof shard === "number" ? withDomain(`${name}.${settings.tenant}`, domain) : undefined;
}

/** The parent of a shard: VIP with all its hosts, and how their requests find the servers (ako.md 1.2, 1.3; ako-2x.md 5 and 6). */
export function lowerShard(cx: Lowering, shard: SharedHosts): Planned<SharedVSInputs> {
  const { name, fqdn } = shard;
  const { parts, fields } = cx.generation.enhanced ? enhanced(shard) : labelled(cx, shard);
  const inputs: SharedVSInputs = {
    owner: cx.owner,
    vsVip: lowerVsVip(cx, name, [...(fqdn === undefined ? [] : [fqdn]), ...[...shard.fqdns].sort(compare)]),
    ...parts,
    virtualService: cx.body("virtualservice", name, {
      tenant_ref: refTo.tenant(cx.settings.tenant),
      type: "VS_TYPE_VH_PARENT",
      application_profile_ref: refTo.applicationProfile("System-HTTP"),
      network_profile_ref: refTo.networkProfile("System-TCP-Proxy"),
      services: [
        { port: 80, enable_ssl: false },
        { port: 443, enable_ssl: true },
      ],
      ...useVsVip(cx, name),
      ...fields,
    }),
  };
  return { name, inputs, owners: [...shard.owners.values()] };
}

/** What a parent does for its hosts, as objects of the resource and as fields of the virtual service. */
interface Serving {
  parts: Pick<SharedVSInputs, "poolGroup" | "dataScriptSet" | "redirectPolicy">;
  fields: { [field: string]: Json | undefined };
}

/** Labels lead clear text to the pools; children are for TLS. */
function labelled(cx: Lowering, shard: SharedHosts): Serving {
  const { name } = shard;
  const members: Json[] = shard.members
    .sort((a, b) => compare(a.pool, b.pool))
    .map(({ pool, label, ratio }) => ({ pool_ref: refTo.pool(pool), priority_label: label, ...(ratio === undefined ? {} : { ratio }) }));
  const redirectPolicy = lowerRedirects(cx, name, cx.generation.ownMatching ? ofAllSecureHosts(cx, shard) : shard.redirects, name);
  return {
    parts: {
      poolGroup: cx.body("poolgroup", name, { implicit_priority_labels: true, members: members.length > 0 ? members : undefined }),
      dataScriptSet: cx.body("vsdatascriptset", name, {
        datascript: [{ evt: "VS_DATASCRIPT_EVT_HTTP_REQ", script: hostPathScript(name, shard.labels) }],
        pool_group_refs: [refTo.poolGroup(name)],
      }),
      ...(redirectPolicy ? { redirectPolicy } : {}),
    },
    fields: {
      vs_datascripts: [{ index: 0, vs_datascript_set_ref: refTo.dataScriptSet(name) }],
      http_policies: redirectPolicy && attachPolicies([redirectPolicy]),
    },
  };
}

/** All hosts have children, which have the certificates from it. */
function enhanced({ certificates }: SharedHosts): Serving {
  const references = [...certificates].sort(compare).map(refTo.certificate);
  return {
    parts: {},
    fields: { vh_type: "VS_TYPE_VH_ENHANCED", ssl_key_and_certificate_refs: references.length > 0 ? references : undefined },
  };
}

/** As soon as one host has a redirect, that of AKO 2 covers every secure host of the parent (ako-2x.md 8). */
function ofAllSecureHosts(cx: Lowering, { redirects, secure }: SharedHosts): HostRedirects[] {
  const [first] = redirects;
  if (!first) return [];
  const asked = new Set(redirects.map(({ fqdn }) => fqdn));
  const others = [...secure].filter(([fqdn]) => !asked.has(fqdn));
  for (const [fqdn, owner] of others) {
    const message = `clear text of ${fqdn} is redirected, because ${first.fqdn} has a redirect: that of AKO 2 is for all secure hosts of a shared virtual service`;
    cx.report(diagnose("LB1302", owner, "/spec", message));
  }
  return [...redirects, ...others.map(([fqdn]) => ({ fqdn, whole: first.whole, paths: [] }))];
}

/** Pools of a clear-text route, as members of the shard's pool group under the label `host/path` in lower case. */
export function lowerLabels(cx: Lowering, shard: SharedHosts, host: string, route: HttpRoute & { to: Forward }): Planned<PoolInputs>[] {
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
  cx.report(diagnose("LB1302", owner.ref, "/spec", message, cx.generation.ownMatching ? {} : { severity: "notice" }));
}
