// Selects the specs of the namespaces and tenants that the settings name.

import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import { diagnose, pointer, type Spec, type SpecSet, withRoutingObjects } from "../../specs";
import type { AviSettings } from "./settings";

/**
 * The specs of the namespaces that the settings leave. Secrets and what has no namespace stay, because only objects there use them; and the
 * rules of AKO, which has an eye for the namespace of hosts and Services only (SetupAKOCRDEventHandlers): a HostRule counts wherever it is.
 */
export function inNamespaces(specs: SpecSet, settings: AviSettings, report: (diagnostic: Diagnostic) => void): SpecSet {
  const { blockedNamespaceList: blocked, namespaceSelector } = settings;
  if (blocked.length === 0 && !isComplete(namespaceSelector)) return specs;
  const isSelected = selection(specs, settings, report);
  const isLeft = ({ ref }: Spec) => !ref.namespace || (!blocked.includes(ref.namespace) && isSelected(ref.namespace));
  return {
    ...withRoutingObjects(specs, isLeft),
    services: new Map([...specs.services].filter(([, service]) => isLeft(service))),
  };
}

/** AKO looks at labels only where key and value are given (GetLabelToSyncNamespace). */
const isComplete = ({ labelKey, labelValue }: AviSettings["namespaceSelector"]) => Boolean(labelKey.trim() && labelValue.trim());

/** By the label of the namespace; one that is not among the specs is not left out for that. */
function selection({ namespaces }: SpecSet, { namespaceSelector }: AviSettings, report: (diagnostic: Diagnostic) => void) {
  const unknown = new Set<string>();
  return (name: string): boolean => {
    if (!isComplete(namespaceSelector)) return true;
    const namespace = namespaces.get(name);
    if (namespace) return namespace.meta.labels[namespaceSelector.labelKey] === namespaceSelector.labelValue;
    if (!unknown.has(name)) report(unknownNamespace(name));
    unknown.add(name);
    return true;
  };
}

function unknownNamespace(name: string): Diagnostic {
  const about: ObjectRef = { apiVersion: "v1", kind: "Namespace", namespace: "", name };
  const message = `the namespace ${name} is not among the specs, so its labels are not known: it counts as selected by namespaceSelector`;
  return diagnose("LB1411", about, "", message);
}

/** The annotation by which a namespace has its objects in a tenant of its own. */
const TENANT = "ako.vmware.com/tenant-name";

/** A component manages one tenant; AKO 2 follows the annotation (ako-2x.md 11). */
export function otherTenants({ namespaces }: SpecSet, { tenant }: AviSettings): Diagnostic[] {
  return [...namespaces.values()].flatMap(({ ref, meta: { annotations } }) => {
    const other = annotations[TENANT];
    if (!other || other === tenant) return [];
    const message = `the objects of the namespace ${ref.name} are in the tenant ${tenant} and not in ${other}: a component manages one tenant`;
    return [diagnose("LB1414", ref, pointer("metadata", "annotations", TENANT), message)];
  });
}
