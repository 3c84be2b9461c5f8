// Lowers shared virtual services with their pools, script and redirects.

import type { PoolInputs, SharedVSInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import type { ObjectRef } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import { type ForwardRule, ruleKeyOf, type VirtualHost } from "../../../routing";
import { compare, diagnose } from "../../../specs";
import type { HostExtension, PortListener } from "../extensions";
import { identityOf, refTo, type Shard, shorten } from "../names";
import type { AviLowering } from "./context";
import { hostPathScript } from "./data-scripts";
import { addressedFields, extendedFields, extensionOfShared, listenersOf } from "./extended";
import { madeName, withDomain } from "./fqdn";
import type { Lowered, LoweredShard } from "./lowered";
import { reportLabel, reportRedirects, reportWildcard } from "./match-differences";
import { lowerVsVip, useVsVip } from "./network";
import { type HostRedirects, lowerHostRewrite, lowerRedirects } from "./policies";
import { lowerBackends } from "./pools";
import { reportTakenNames } from "./taken-names";

/** Hosts and settings of one shared virtual service. */
export interface SharedHosts {
  cx: AviLowering;
  /** Name of the virtual service. */
  name: string;
  /** Key of the part of a cluster to which it belongs. */
  identity: string | number;
  /** Absent where a namespace, or one spec, has it to itself. */
  shard?: number;
  /** DNS name of the virtual service itself, if it has one. */
  fqdn?: string;
  fqdns: Set<string>;
  redirects: HostRedirects[];
  /** Hosts with TLS under all of their names; what ends TLS for them where it is on the parent. */
  secure: Map<string, { host: VirtualHost; owner: ObjectRef; names: readonly string[] }>;
  certificates: Set<string>;
  /** TLS profiles that its hosts want. */
  sslProfiles: { profile: string; of: string; ref: ObjectRef }[];
  /** Settings of the virtual service itself. */
  extension?: HostExtension;
  listeners: readonly PortListener[];
  /** Names in global load balancing of hosts in clear text, and who says so. */
  globalNames: Map<string, { name: string; ref: ObjectRef }>;
  /** Every label, and what replaces it on the way to the servers. */
  labels: { host: string; label: string; rewrite?: string; owner: ObjectRef }[];
  members: { pool: string; label: string; ratio?: number }[];
  owners: Map<string, ObjectRef>;
}

/** The shards in use, made when first asked for. */
export class Shards {
  readonly #byName = new Map<string, { shard: Shard; hosts: SharedHosts }>();

  at(cx: AviLowering, shard: Shard, owner: ObjectRef): SharedHosts {
    const long = cx.names.shared(shard);
    const name = shorten(long);
    let entry = this.#byName.get(name);
    if (!entry) {
      cx.plainly().name(long, owner); // says so where it is too long
      const fqdn = fqdnOf(cx, shard, name);
      // without a name in DNS a rule may mean its own name, except with EVH (ConstructAviL7VsNode)
      const meant = fqdn ?? (cx.akoVersion.enhanced ? undefined : name);
      const extension = meant === undefined ? undefined : extensionOfShared(cx, name, cx.extensions.host(meant));
      const numbered = typeof shard === "number" ? { shard } : {};
      const hosts = {
        cx,
        name,
        identity: identityOf(shard),
        ...numbered,
        fqdn,
        extension,
        listeners: listenersOf(cx, extension, true).listeners,
        ...gathering(),
      };
      entry = { shard, hosts };
      this.#byName.set(name, entry);
    }
    // a place without a name of its own is that of the whole shared virtual service
    if (cx.placement && !entry.hosts.cx.placement) {
      entry.hosts.cx = cx;
      entry.hosts.listeners = listenersOf(cx, entry.hosts.extension, true).listeners;
    }
    entry.hosts.owners.set(`${owner.kind} ${owner.namespace}/${owner.name}`, owner);
    return entry.hosts;
  }

  named(name: string | undefined): SharedHosts | undefined {
    return name === undefined ? undefined : this.#byName.get(name)?.hosts;
  }

  all(): SharedHosts[] {
    const order = ({ shard }: { shard: Shard }) => (typeof shard === "number" ? shard : 0);
    return [...this.#byName.values()].sort((a, b) => order(a) - order(b) || compare(a.hosts.name, b.hosts.name)).map(({ hosts }) => hosts);
  }
}

const gathering = () => ({
  fqdns: new Set<string>(),
  redirects: [],
  secure: new Map(),
  certificates: new Set<string>(),
  sslProfiles: [],
  labels: [],
  members: [],
  owners: new Map(),
  globalNames: new Map(),
});

/** The virtual service of a namespace has no name of its own in DNS. AKO 1.2 puts the others into the first domain, whatever the settings say. */
function fqdnOf({ settings, akoVersion }: AviLowering, shard: Shard, name: string): string | undefined {
  if (typeof shard !== "number") return undefined;
  if (akoVersion.rules) return madeName(name, settings.tenant, settings);
  const [domain] = [...settings.subDomains].sort();
  return domain && withDomain(`${name}.${settings.tenant}`, domain);
}

/** The parent of a shard: VIP with all its hosts, and how their requests find the servers (ako.md 1.2, 1.3; ako-2x.md 5 and 6). */
export function lowerShard(shard: SharedHosts): LoweredShard {
  const { cx, name, fqdn, extension, shard: number } = shard;
  const { parts, fields, policies } = cx.akoVersion.enhanced ? enhanced(shard) : labelled(cx, shard);
  const inputs: SharedVSInputs = {
    owner: cx.owner,
    vsVip: lowerVsVip(cx, name, [...(fqdn === undefined ? [] : [fqdn]), ...[...shard.fqdns].sort(compare)], extension?.address, true),
    ...parts,
    virtualService: cx.body("virtualservice", name, {
      tenant_ref: refTo.tenant(cx.settings.tenant),
      type: "VS_TYPE_VH_PARENT",
      application_profile_ref: refTo.applicationProfile("System-HTTP"),
      network_profile_ref: refTo.networkProfile("System-TCP-Proxy"),
      ...addressedFields(shard.listeners, extension),
      ...useVsVip(cx, name),
      ...fields,
      ...extendedFields(policies, extension),
    }),
  };
  return { name, ...(number === undefined ? {} : { shard: number }), inputs, owners: [...shard.owners.values()] };
}

/** Parts of a parent that serve its hosts, as objects of the resource and as fields of the virtual service. */
interface Serving {
  parts: Pick<SharedVSInputs, "poolGroup" | "dataScriptSet" | "redirectPolicy" | "rewritePolicies">;
  policies: AviBody[];
  fields: { [field: string]: Json | undefined };
}

/** Labels lead clear text to the pools; children are for TLS. */
function labelled(cx: AviLowering, shard: SharedHosts): Serving {
  const { name } = shard;
  const members: Json[] = shard.members
    .sort((a, b) => compare(a.pool, b.pool))
    .map(({ pool, label, ratio }) => ({ pool_ref: refTo.pool(pool), priority_label: label, ...(ratio === undefined ? {} : { ratio }) }));
  const redirects = cx.akoVersion.ownMatching ? ofAllSecureHosts(cx, shard) : shard.redirects;
  const redirectPolicy = lowerRedirects(cx, name, redirects, name);
  reportTakenNames(cx, shard, redirects);
  const rewritePolicies = [...shard.globalNames]
    .sort(([a], [b]) => compare(a, b))
    .map(([host, { name: globalName, ref }]) => lowerHostRewrite(cx, cx.name(cx.names.hostRewrite(name, host), ref), globalName, host));
  reportScripts(cx, shard);
  return {
    parts: {
      poolGroup: cx.body("poolgroup", name, { implicit_priority_labels: true, members: members.length > 0 ? members : undefined }),
      dataScriptSet: cx.body("vsdatascriptset", name, {
        datascript: [{ evt: "VS_DATASCRIPT_EVT_HTTP_REQ", script: hostPathScript(name, shard.labels) }],
        pool_group_refs: [refTo.poolGroup(name)],
      }),
      ...(redirectPolicy ? { redirectPolicy } : {}),
      ...(rewritePolicies.length > 0 ? { rewritePolicies } : {}),
    },
    policies: [...(redirectPolicy ? [redirectPolicy] : []), ...rewritePolicies],
    fields: {
      vs_datascripts: [{ index: 0, vs_datascript_set_ref: refTo.dataScriptSet(name) }],
      ...endingTls(shard.extension?.sslProfile, shard.extension?.certificates ?? []),
    },
  };
}

const endingTls = (sslProfile: string | undefined, certificates: readonly string[]) => ({
  ssl_profile_ref: sslProfile,
  ssl_key_and_certificate_refs: certificates.length > 0 ? [...certificates] : undefined,
});

/** Scripts of others take the place of the one that finds the pools. */
function reportScripts(cx: AviLowering, { name, extension, members }: SharedHosts): void {
  if (!extension || extension.dataScripts.length === 0 || members.length === 0) return;
  const message = `the data scripts take the place of the one of ${name} that leads clear text to its pools, as AKO 2 has it: its hosts in clear text are not served`;
  cx.report(diagnose("LB1312", extension.ref, "/spec/virtualhost/datascripts", message));
}

/** All hosts have children, which have the certificates from it. */
function enhanced(shard: SharedHosts): Serving {
  const { certificates, extension } = shard;
  const references = [...certificates].sort(compare).map(refTo.certificate);
  const all = [...new Set([...references, ...(extension?.certificates ?? [])])];
  return {
    parts: {},
    policies: [],
    fields: { vh_type: "VS_TYPE_VH_ENHANCED", ...endingTls(sslProfileOf(shard), all) },
  };
}

/** There is one for all hosts: the last. The one that the parent itself asks for counts least. */
function sslProfileOf({ cx, name, extension, sslProfiles }: SharedHosts): string | undefined {
  const ownProfile = extension?.sslProfile ? [{ profile: extension.sslProfile, of: name, ref: extension.ref }] : [];
  const profiles = [...ownProfile, ...sslProfiles];
  const used = profiles.at(-1);
  for (const { profile, of, ref } of profiles) {
    if (!used || profile === used.profile) continue;
    const message = `the sslProfile is not used for ${of}: ${name} ends TLS for all of its hosts, with the one of ${used.of}`;
    const remedy = "Give the hosts of one shared virtual service the same sslProfile.";
    cx.report(diagnose("LB1312", ref, "/spec/virtualhost/tls/sslProfile", message, { remedy }));
  }
  return used?.profile;
}

/** As soon as one host has a redirect, that of AKO 2 covers every secure host of the parent (ako-2x.md 8). */
function ofAllSecureHosts(cx: AviLowering, { redirects, secure }: SharedHosts): HostRedirects[] {
  const [first] = redirects;
  if (!first) return [];
  const redirected = new Set(redirects.map(({ fqdn }) => fqdn));
  const others = [...secure].filter(([fqdn]) => !redirected.has(fqdn));
  for (const [fqdn, { host, owner }] of others) {
    reportRedirects(cx, host, first, false);
    if (fqdn.startsWith("*")) continue;
    const message = `clear text of ${fqdn} is redirected, because ${first.fqdn} has a redirect: that of AKO 2 is for all secure hosts of a shared virtual service`;
    cx.report(diagnose("LB1302", owner, "/spec", message, { about: { host: fqdn } }));
  }
  return [...redirects, ...others.map(([fqdn, { names }]) => ({ fqdn, names, whole: first.whole, paths: [] }))];
}

/** Pools of a clear-text route, as members of the shard's pool group under the label `host/path` in lower case. */
export function lowerLabels(cx: AviLowering, shard: SharedHosts, host: string, route: ForwardRule): Lowered<PoolInputs>[] {
  const { ref } = route.owner;
  reportWildcard(cx, host, route.owner, `${host}${route.match.path.value} is not served in clear text`);
  reportLabel(cx, host, route);
  const label = (host + route.match.path.value).toLowerCase();
  const name = (service?: string) => cx.names.sharedPool(host, route.match.path.value, ref.namespace, ref.name, service);
  const lowered = lowerBackends(
    cx,
    route,
    route.to,
    ruleKeyOf(host, route),
    name,
    cx.extensions.pool(host, ref.namespace, route.match.path.value),
  );
  // namespace shards write no ratio for Ingress (ako.md 1.2)
  const bare = !route.to.spreads && cx.settings.l7ShardingScheme === "namespace";
  for (const { pool, ratio } of lowered) shard.members.push({ pool: pool.name, label, ratio: bare ? undefined : ratio });
  shard.labels.push({ host, label, rewrite: route.to.rewrite?.path?.value, owner: ref });
  return lowered.map(({ pool }) => pool);
}
