// The context of a lowering: names, settings, diagnostics, and conflicts of names.

import { AVI_TYPES, type AviBody, type AviType } from "../../../../resources/avi/body";
import { type Diagnostic, describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import {
  type L4Service,
  type Readiness,
  type RoutingModel,
  type Rule,
  type RuleSources,
  statusKey,
  type TcpProxy,
  type VirtualHost,
} from "../../../routing";
import { bySeniority, diagnose, type Spec } from "../../../specs";
import type { AkoVersion } from "../ako-version";
import type { Extensions, InfraPlacement } from "../extensions";
import { type AviNames, aviNames, hashed, refTo, shorten } from "../names";
import { type AviSettings, akoVersionOf } from "../settings";

/** Marks and names of the objects, and their settings beyond the specs. */
export interface LowerOptions {
  settings: AviSettings;
  owner: string;
  /** Put everything on one virtual service of this name instead of shards. */
  dedicated?: string;
  extensions: Extensions;
  /** Readiness probes of the Pods of the specs. */
  readiness: Readiness;
}

/** Everything that one pass over a model gathers beside the objects. */
export interface Pass {
  conflicts: NameConflicts;
  /** Sources of rules, by {@link policyRuleKey} or `pool/NAME`. */
  sources: RuleSources;
  report(diagnostic: Diagnostic): void;
}

/** Context of every lowering function. */
export interface AviLowering {
  /** Those of the place. */
  settings: AviSettings;
  extensions: Extensions;
  akoVersion: AkoVersion;
  names: AviNames;
  /** The owner mark of every object. */
  owner: string;
  /** Sources of rules, by {@link policyRuleKey} or `pool/NAME`. */
  sources: RuleSources;
  /** Readiness probes of the Pods of the specs. */
  readiness: Readiness;
  /** Says something about a spec. */
  report(diagnostic: Diagnostic): void;
  /** The final name: hashed where the generation does it; shortened, with a notice about its owner, when it is too long. */
  name(long: string, about: ObjectRef): string;
  /**
   * A body with name, owner mark and the references that its type has; undefined members are left out.
   *
   * @param identity of an object that is made wherever it is used; any other of its name is another object
   */
  body(type: AviType, name: string, rest: { [key: string]: Json | undefined }, identity?: string): AviBody;
  /** The context for objects of these parts of the specs, which lose a conflict of names. */
  from(owner: Spec, ...parts: RoutedPart[]): AviLowering;
  /** The context with names that are never hashed: those of shared objects. */
  plainly(): AviLowering;
  /** The context with names that are always hashed. */
  hashing(): AviLowering;
  /** Placement of the objects, if it differs from the settings of the cluster. */
  placement?: InfraPlacement;
  /** The context for objects of another placement (class, AviInfraSetting). */
  placed(placement: InfraPlacement | undefined): AviLowering;
}

export function lowering(options: LowerOptions, pass: Pass): AviLowering {
  const once = { ...pass, report: reportOnce(pass.report) };
  const places = new Map<InfraPlacement | undefined, AviLowering>();
  const placed = (placement?: InfraPlacement): AviLowering => {
    const placedContext = places.get(placement);
    if (placedContext) return placedContext;
    const cx = loweringAt(options, placement, once, placed);
    places.set(placement, cx);
    return cx;
  };
  return placed();
}

function loweringAt(
  { owner, dedicated, extensions, readiness, ...options }: LowerOptions,
  placement: InfraPlacement | undefined,
  { conflicts, sources, report }: Pass,
  placed: AviLowering["placed"],
): AviLowering {
  const settings = { ...options.settings, ...placement?.settings };
  const common = commonFields(settings);
  const akoVersion = akoVersionOf(settings);
  const dedicatedHosts = settings.shardVSSize === "DEDICATED" && !settings.vipPerNamespace;
  const names = aviNames(settings.clusterName, { akoVersion, dedicated, dedicatedHosts, infraSetting: placement?.label });
  const of = (source?: NameSource, plain = !akoVersion.hashed): AviLowering => ({
    settings,
    extensions,
    akoVersion,
    names,
    owner,
    readiness,
    placement,
    sources,
    report,
    name(long, about) {
      if (!plain) return hashed(settings.clusterName, long);
      const name = shorten(long);
      if (name !== long)
        report(diagnose("LB1303", about, "", `the name ${long} has ${long.length} characters and is shortened to ${name}`));
      return name;
    },
    body(type, name, rest, identity) {
      conflicts.take(type, name, { identity: identity ?? rest, source });
      const mark = AVI_TYPES[type].ownerField;
      const body: AviBody = { name, ...(mark ? { [mark]: owner } : {}), ...common[type] };
      for (const [key, value] of Object.entries(rest)) if (value !== undefined) body[key] = value;
      return body;
    },
    from: (owned, ...parts) => of({ owner: owned, parts }, plain),
    plainly: () => of(source, true),
    hashing: () => of(source, false),
    placed,
  });
  return of();
}

/** The fields of ako.md 3.3 that are the same for all objects of a type; a child has no tenant_ref. */
function commonFields(settings: AviSettings): { [T in AviType]?: { [key: string]: Json } } {
  const tenant = refTo.tenant(settings.tenant);
  const cloud = refTo.cloud(settings.cloudName);
  const vrf = refTo.vrfContext(settings.vrfName);
  return {
    pool: { tenant_ref: tenant, cloud_ref: cloud, vrf_ref: vrf },
    poolgroup: { tenant_ref: tenant, cloud_ref: cloud },
    vsvip: { tenant_ref: tenant, cloud_ref: cloud, vrf_context_ref: vrf },
    virtualservice: {
      cloud_ref: cloud,
      vrf_context_ref: vrf,
      ...(settings.segName ? { se_group_ref: refTo.serviceEngineGroup(settings.segName) } : {}),
    },
    httppolicyset: { tenant_ref: tenant },
    vsdatascriptset: { tenant_ref: tenant },
    sslkeyandcertificate: { tenant_ref: tenant },
    sslprofile: { tenant_ref: tenant },
    healthmonitor: { tenant_ref: tenant },
    pkiprofile: { tenant_ref: tenant },
    l4policyset: { tenant_ref: tenant },
    stringgroup: { tenant_ref: tenant },
  };
}

/** A route may be on several names and ports; each diagnostic about it is reported once. */
function reportOnce(report: (diagnostic: Diagnostic) => void): (diagnostic: Diagnostic) => void {
  const seen = new Set<string>();
  return (diagnostic) => {
    const { code, object, pointer, message } = diagnostic;
    const key = [code, object.apiVersion, object.kind, object.namespace, object.name, pointer, message].join("\n");
    if (seen.has(key)) return;
    seen.add(key);
    report(diagnostic);
  };
}

/** Source of a name, and the parts that depend on it. */
export interface NameSource {
  /** Decides about seniority. */
  owner: Spec;
  parts: readonly RoutedPart[];
}

export type RoutedPart = Rule | TcpProxy | L4Service;

interface Clash {
  type: AviType;
  name: string;
  first: NameUse;
  second: NameUse;
}

interface NameUse {
  /** Objects of one identity are one. */
  identity: unknown;
  /** Absent for what belongs to no spec alone. */
  source?: NameSource;
}

/**
 * Names and their holders. Names are joined from parts that may contain the separator themselves: Service `c` in namespace `a-b` and `b-c`
 * in `a` would share one.
 */
export class NameConflicts {
  readonly #held = new Map<string, NameUse>();
  readonly #clashes: Clash[] = [];

  take(type: AviType, name: string, holder: NameUse): void {
    const key = `${type}/${name}`;
    const first = this.#held.get(key);
    if (!first) this.#held.set(key, holder);
    else if (first.identity !== holder.identity) this.#clashes.push({ type, name, first, second: holder });
  }

  /**
   * Parts that lose their name, with the reasons. Of two parts the older keeps the name. A part that itself loses takes no name from a
   * third.
   */
  losses(): { parts: Set<RoutedPart>; diagnostics: Diagnostic[] } {
    const parts = new Set<RoutedPart>();
    const faults: Diagnostic[] = [];
    const ranked = this.#clashes.map(judge).sort((a, b) => seniority(a.winner, b.winner));
    for (const { winner, loser, type, name } of ranked) {
      if (!loser || [winner, loser].some((source) => source?.parts.some((part) => parts.has(part)))) continue;
      for (const part of loser.parts) parts.add(part);
      for (const owner of new Set(loser.parts.map((part) => part.owner))) {
        const other = winner ? `${describeObject(winner.owner.ref)}, which is older or comes first` : "a virtual service that hosts share";
        const message = `the ${type} ${name} belongs to ${other}; the ${type} of ${describeObject(owner.ref)} is ignored`;
        faults.push(diagnose("LB1410", owner.ref, "/metadata/name", message));
      }
    }
    return { parts, diagnostics: faults };
  }
}

function judge({ type, name, first, second }: Clash): { type: AviType; name: string; winner?: NameSource; loser?: NameSource } {
  const [winner, loser] = seniority(first.source, second.source) <= 0 ? [first, second] : [second, first];
  return { type, name, winner: winner.source, loser: loser.source };
}

/** Compares the seniority of two sources. Parts that belong to no single spec come before all specs. */
function seniority(a: NameSource | undefined, b: NameSource | undefined): number {
  return a && b ? bySeniority(a.owner, b.owner) : Number(a !== undefined) - Number(b !== undefined);
}

/** The model without these parts. */
export function without(model: RoutingModel, lost: ReadonlySet<RoutedPart>): RoutingModel {
  const place = (fqdn: string, owner: Spec) => `${fqdn} ${statusKey(owner.ref)}`;
  const placed = model.hosts.flatMap((host) => partsOf(host).map((part) => ({ part, at: place(host.fqdn, part.owner) })));
  const losers = new Set(placed.filter(({ part }) => lost.has(part)).map(({ at }) => at));
  const serving = new Set(placed.filter(({ part }) => !lost.has(part) && !isRedirect(part)).map(({ at }) => at));
  // a redirect leads to what its owner serves, which under namespace shards is a host of another scope
  const gone = (fqdn: string, owner: Spec) => losers.has(place(fqdn, owner)) && !serving.has(place(fqdn, owner));
  const hosts = model.hosts.map(({ tcp, ...host }): VirtualHost => {
    const stays = (owner: Spec) => !gone(host.fqdn, owner);
    const routes = host.routes.filter((route) => !lost.has(route) && stays(route.owner));
    return { ...host, routes, owners: host.owners.filter(stays), ...(tcp && !lost.has(tcp) ? { tcp } : {}) };
  });
  return {
    ...model,
    hosts: hosts.filter((host) => partsOf(host).length > 0),
    l4: model.l4.filter((service) => !lost.has(service)),
  };
}

const isRedirect = (part: Rule | TcpProxy) => "to" in part && "redirect" in part.to;

/** Routes of a host, and its TCP proxy. */
export function partsOf({ routes, tcp }: VirtualHost): (Rule | TcpProxy)[] {
  return [...routes, ...(tcp ? [tcp] : [])];
}
