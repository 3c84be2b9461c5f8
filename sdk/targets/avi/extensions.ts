// Settings that AKO's custom resources and annotations add to hosts, pools, Services and VIPs.

import type { ObjectRef } from "../../../resources/diagnostic";
import type { Json } from "../../../resources/kind";
import type { RequestMonitor } from "../../routing";
import type { Service, Spec, Unknown } from "../../specs";
import type { AviSettings } from "./settings";

/** Fields of a body in the controller's own words; they win over those that the translation has chosen. */
export type ExtensionFields = { [field: string]: Json };

/**
 * Settings for Avi beyond those that every target understands, by the thing that they concern. The lowering takes them as they are. Only
 * `rules/` knows their source (annotations, custom resources of AKO).
 */
export interface Extensions {
  service(service: Service): ServiceExtension;
  /** @param fqdn a host, or the name of a shared virtual service in DNS */
  host(fqdn: string): HostExtension | undefined;
  /** Of the pools of a path, by the namespace of the object that has it. */
  pool(fqdn: string, namespace: string, path: string): PoolExtension | undefined;
  /** Placement of the objects of a spec, if it differs from the settings. */
  placement(owner: Spec): InfraPlacement | undefined;
}

/** A Service of type LoadBalancer. */
export interface ServiceExtension {
  /** The address that it asks for. */
  address?: string | Unknown;
  /** Services of a namespace with one key share a VIP. */
  sharedVip?: string;
  /** Values that all Services of one VIP must share, by the field or annotation. */
  alike?: Readonly<Record<string, string>>;
  /** Names in DNS that take the place of the one made from its own. */
  fqdns?: string[];
  applicationProfile?: string;
  networkProfile?: string;
  trafficEnabled?: boolean;
  /** Of the virtual service. */
  fields?: ExtensionFields;
  /** `PROTOCOL port` of the listeners on which TLS ends. */
  tlsListeners?: ReadonlySet<string>;
  /** Of its pools, by `PROTOCOL port`. */
  pools?: ReadonlyMap<string, PoolExtension>;
}

/** A virtual service of hosts: a child, a dedicated one, or the shared parent. */
export interface HostExtension {
  /** Object that gives these settings. */
  ref: ObjectRef;
  /** The rule names a shared virtual service, not a host. */
  forShared: boolean;
  /** Of the virtual service. */
  fields: ExtensionFields;
  /** References to what ends TLS. */
  sslProfile?: string;
  certificates: readonly string[];
  /** References to policies and scripts of others, behind our own. */
  policySets: readonly string[];
  dataScripts: readonly string[];
  /** Our own policies are not made. */
  withoutPolicies: boolean;
  /** Further names of the host, and its name in global load balancing, which is not in the DNS of the VIP. */
  aliases: readonly string[];
  globalName?: string;
  /** Paths are regular expressions. */
  regularExpressions: boolean;
  /** Path to which requests for `/` are sent. */
  rootPath?: string;
  /** Only of virtual services with an address: the ports in the place of 80 and 443, the address, and fields. */
  listeners?: readonly PortListener[];
  address?: string;
  addressed: ExtensionFields;
}

export interface PortListener {
  port: number;
  tls: boolean;
  http2?: boolean;
  /** The rule that has it, and the JSON pointer of the listener there; none for the usual ports. */
  by?: { rule: ObjectRef; at: string };
}

/** A pool. */
export interface PoolExtension {
  fields: ExtensionFields;
  /** Monitors on the controller that `fields` refers to and whose requests are known. */
  monitors?: readonly RequestMonitor[];
  /** Check of its servers' certificates, in place of that of the specs: PEM of an authority, or nothing. */
  validation?: { authority?: string };
}

/** The part of the infrastructure on which objects are. */
export interface InfraPlacement {
  /** Part of the names of hosts there. */
  label?: string;
  /** In the place of the settings of that name. */
  settings: Partial<AviSettings>;
  /** Each passthrough host has a virtual service to itself; its number is the whole hash of the host (GetPassthroughShardVSName with size 0). */
  passthroughDedicated?: true;
  /** Service engines of the virtual services that have an address; children keep those of the settings. */
  segName?: string;
  /** Besides 80 and 443. */
  listeners: readonly PortListener[];
}

/** No settings beyond the specs. */
export const NO_EXTENSIONS: Extensions = {
  service: () => ({}),
  host: () => undefined,
  pool: () => undefined,
  placement: () => undefined,
};
