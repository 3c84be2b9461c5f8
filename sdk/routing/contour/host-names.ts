import { compare, type IngressRoute } from "../../specs";
import { nameOf, quote } from "./context";
import type { Fault } from "./fault";

/** The names a root has: its fqdn and its aliases, each once. */
export function namesOf({ virtualHost }: IngressRoute): string[] {
  return virtualHost ? [...new Set([virtualHost.fqdn, ...virtualHost.aliases])] : [];
}

/**
 * Roots that share a name are invalid together, whatever else is wrong with them; names are compared as they are written
 * (contour.md 1.2, step 2). An alias is a name too, so that it may not be another root's (section 2, "Gaps").
 */
export function sharedNames(roots: readonly IngressRoute[]): Map<IngressRoute, Fault[]> {
  const users = new Map<string, IngressRoute[]>();
  for (const root of roots) for (const name of namesOf(root)) users.set(name, [...(users.get(name) ?? []), root]);
  const faults = new Map<IngressRoute, Fault[]>();
  for (const [name, sharing] of users) {
    if (sharing.length < 2) continue;
    const byFqdn = sharing.filter(({ virtualHost }) => virtualHost?.fqdn === name);
    for (const root of sharing) {
      const contours = byFqdn.length > 1 && byFqdn.includes(root);
      const all = (contours ? byFqdn : sharing).map(nameOf).sort(compare).join(", ");
      const at = root.virtualHost?.fqdn === name ? "/spec/virtualhost/fqdn" : "/spec/virtualhost/aliases";
      const message = `fqdn ${quote(name)} is used in multiple IngressRoutes: ${all}`;
      const remedy = "Keep the name in one root and delegate from there.";
      const fault: Fault = { code: "LB1503", at, message, remedy, beyondContour: !contours };
      faults.set(root, [...(faults.get(root) ?? []), fault]);
    }
  }
  return faults;
}

/** Labels of letters, digits, dashes and underscores; a name that holds anything else reaches nobody. */
const NAME = /^(?!.*(\.\.|\.-|-\.))[\w][-.\w]*(?<!-)$/;

/** What is wrong with the names themselves: none, a wildcard (contour.md 1.2, step 4), or no name at all. */
export function nameFaults({ virtualHost }: IngressRoute): Fault[] {
  if (!virtualHost) return [];
  const { fqdn, aliases } = virtualHost;
  const faults: Fault[] = [];
  const at = "/spec/virtualhost/fqdn";
  if (fqdn.trim() === "") faults.push({ code: "LB1502", at, message: "Spec.VirtualHost.Fqdn must be specified" });
  else if (fqdn.includes("*")) faults.push({ code: "LB1502", at, message: `Spec.VirtualHost.Fqdn ${quote(fqdn)} cannot use wildcards` });
  else if (!NAME.test(fqdn))
    faults.push({
      code: "LB1502",
      at,
      message: `Spec.VirtualHost.Fqdn ${quote(fqdn)} is not a DNS name`,
      remedy: "Write letters, digits, dashes and dots only.",
      beyondContour: true,
    });
  for (const [i, alias] of aliases.entries()) {
    const problem =
      alias.trim() === ""
        ? "must not be empty"
        : alias.includes("*")
          ? `${quote(alias)} cannot use wildcards`
          : NAME.test(alias)
            ? ""
            : `${quote(alias)} is not a DNS name`;
    if (!problem) continue;
    const message = `Spec.VirtualHost.Aliases ${problem}`;
    faults.push({ code: "LB1502", at: `/spec/virtualhost/aliases/${i}`, message, beyondContour: true });
  }
  return faults;
}
