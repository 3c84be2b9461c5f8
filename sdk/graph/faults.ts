// Finds the faults that a picture shows at its boxes.

import { type Diagnostic, describeObject, type ObjectRef } from "../../resources/diagnostic";
import { isRecord, keyOf, type RawObject } from "../specs";
import type { Saying } from "./model";

/** Sources of faults. */
export interface FaultSources {
  /** The manifests that the specs were read from: an object that is faulty as a whole is shown at the hosts that it asks for. */
  objects?: readonly RawObject[];
  /** The line of a fault; default: its file alone. */
  place?(diagnostic: Diagnostic): { file: string; line?: number } | undefined;
}

/** Part of a graph to draw. */
export interface GraphOptions extends FaultSources {
  /** Only what belongs to these hosts, `*.example.com` for all below one; default all, and what belongs to none. */
  hosts?: readonly string[];
}

/** Diagnostics of objects, with places, and the hosts that they concern. */
export class Faults {
  private readonly raws: ReadonlyMap<string, unknown>;

  constructor(private readonly sources: FaultSources) {
    this.raws = new Map((sources.objects ?? []).flatMap(({ value }) => (isRecord(value) ? [[keyIn(value), value.spec] as const] : [])));
  }

  /** Diagnostics of an object, or of others that it needs. Notices are no faults. */
  said(ref: ObjectRef, diagnostics: readonly Diagnostic[]): Saying[] {
    return diagnostics.flatMap((diagnostic): Saying[] => {
      const { severity, code, pointer, message, remedy } = diagnostic;
      const other = keyOfRef(diagnostic.object) === keyOfRef(ref) ? {} : { object: describeObject(diagnostic.object) };
      if (severity === "notice") return [];
      const place = this.placeOf(diagnostic);
      return [{ severity, code, ...other, pointer, message, ...(remedy ? { remedy } : {}), ...(place ? { place } : {}) }];
    });
  }

  /** The hosts that the faults affect: of the rule that a fault names, else all hosts of the object; undefined without hosts. */
  hosts(ref: ObjectRef, sayings: readonly Saying[]): string[] | undefined {
    const spec = this.raws.get(keyOfRef(ref));
    if (!isRecord(spec)) return undefined;
    const rules = sayings.map(({ object, pointer }) => (object ? undefined : /^\/spec\/rules\/(\d+)/.exec(pointer)?.[1]));
    const [all, inRules] = [hostsIn(spec), Array.isArray(spec.rules) ? spec.rules : []];
    const concerned = rules.flatMap((rule) => (rule === undefined ? all : hostsIn({ rules: [inRules[Number(rule)]] })));
    const hosts = [...new Set(concerned.length > 0 ? concerned : all)];
    return hosts.length > 0 ? hosts : undefined;
  }

  private placeOf(diagnostic: Diagnostic): string | undefined {
    const { source } = diagnostic.object;
    const location = this.sources.place?.(diagnostic) ?? (source ? { file: source.file } : undefined);
    return location && [location.file, location.line].filter((part) => part !== undefined).join(":");
  }
}

/** Host names at the places where the kinds that are read have them, however faulty the rest is. */
function hostsIn(spec: Record<string, unknown>): string[] {
  const rules = Array.isArray(spec.rules) ? spec.rules.filter(isRecord).map(({ host }) => host ?? "*") : [];
  const virtual = isRecord(spec.virtualhost) ? [spec.virtualhost.fqdn, ...[spec.virtualhost.aliases].flat()] : [];
  return [...rules, spec.host, ...virtual].filter((host): host is string => typeof host === "string" && host !== "");
}

const keyOfRef = (ref: ObjectRef) => `${ref.apiVersion} ${ref.kind} ${keyOf(ref)}`;

function keyIn({ apiVersion, kind, metadata }: Record<string, unknown>): string {
  const { namespace = "default", name } = isRecord(metadata) ? metadata : {};
  return `${String(apiVersion)} ${String(kind)} ${keyOf({ namespace: String(namespace), name: String(name) })}`;
}
