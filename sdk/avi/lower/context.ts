import { AVI_TYPES, type AviBody, type AviType } from "../../../kinds/avi/body";
import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import type { Json } from "../../../kinds/json";
import { diagnose, type Spec } from "../../specs";
import { type AviNames, aviNames, refTo, shorten } from "../names";
import type { AviSettings } from "../settings";
import type { NameConflicts, NameSource, RoutedPart } from "./name-conflicts";

/** What every lowering function needs. */
export interface Lowering {
  settings: AviSettings;
  names: AviNames;
  /** The owner mark of every object. */
  owner: string;
  /** Says something about a spec. */
  report(diagnostic: Diagnostic): void;
  /** The final name: shortened, with a notice about its owner, when it is too long. */
  name(long: string, about: ObjectRef): string;
  /**
   * A body with name, owner mark and the references that its type has; undefined members are left out.
   *
   * @param identity of an object that is made wherever it is used; any other of its name is another object
   */
  body(type: AviType, name: string, rest: { [key: string]: Json | undefined }, identity?: string): AviBody;
  /** The same for what comes from these parts of the specs: they lose it where the names are somebody else's. */
  from(owner: Spec, ...parts: RoutedPart[]): Lowering;
}

export function lowering(
  settings: AviSettings,
  owner: string,
  dedicated: string | undefined,
  conflicts: NameConflicts,
  report: (diagnostic: Diagnostic) => void,
): Lowering {
  const tenant = refTo.tenant(settings.tenant);
  const cloud = refTo.cloud(settings.cloudName);
  const vrf = refTo.vrfContext(settings.vrfName);
  /** The fields of ako.md 3.3 that are the same for all objects of a type; a child has no tenant_ref. */
  const common: { [T in AviType]?: { [key: string]: Json } } = {
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
  };
  const names = aviNames(settings.clusterName, dedicated);
  const said = once(report);
  const of = (source?: NameSource): Lowering => ({
    settings,
    names,
    owner,
    report: said,
    name(long, about) {
      const name = shorten(long);
      if (name !== long) said(diagnose("LB1303", about, "", `the name ${long} has ${long.length} characters and is shortened to ${name}`));
      return name;
    },
    body(type, name, rest, identity) {
      conflicts.take(type, name, { identity: identity ?? rest, source });
      const mark = AVI_TYPES[type].ownerField;
      const body: AviBody = { name, ...(mark ? { [mark]: owner } : {}), ...common[type] };
      for (const [key, value] of Object.entries(rest)) if (value !== undefined) body[key] = value;
      return body;
    },
    from: (owned, ...parts) => of({ owner: owned, parts }),
  });
  return of();
}

/** A route may stand on several names and ports; what is to say of it is said once. */
function once(report: (diagnostic: Diagnostic) => void): (diagnostic: Diagnostic) => void {
  const said = new Set<string>();
  return (diagnostic) => {
    const { code, object, pointer, message } = diagnostic;
    const key = [code, object.apiVersion, object.kind, object.namespace, object.name, pointer, message].join("\n");
    if (said.has(key)) return;
    said.add(key);
    report(diagnostic);
  };
}
