import type { Diagnostic } from "../../../kinds/diagnostic";
import { diagnose, pointer, type Spec } from "../../specs";

const HTTP_ROUTES = "AKO reads it for HTTPRoutes alone";

/** Fields that AKO reads and this translation does not, by the place in the rule, with what is lost. */
const UNUSED: { readonly [kind: string]: readonly (readonly [path: string, lost: string])[] } = {
  HostRule: [["virtualhost/gslb/includeAliases", "it is for AMKO alone"]],
  AviInfraSetting: [
    ["spec/network/vipNetworks/1", "VIPs are in the first network; several are for public clouds"],
    ["spec/network/nodeNetworks", "AKO places pools in vCenter clouds only; use the setting nodeNetworkList"],
    ["spec/network/enablePublicIP", "VIPs of public clouds are not supported"],
    ["spec/nsxSettings", "tier-1 routers and projects of NSX are not supported"],
  ],
  L7Rule: ["analyticsProfile", "applicationProfile", "wafPolicy", "icapProfile", "errorPageProfile", "analyticsPolicy", "httpPolicy"].map(
    (field) => [`spec/${field}`, `${HTTP_ROUTES}; say it in the HostRule`] as const,
  ),
  L4Rule: [["spec/backendProperties/*/healthMonitorCrdRefs", "objects of AKO's CRD operator are not read; use healthMonitorRefs"]],
};

/** A warning for each of them that the rule has. */
export function unusedOf(rule: Spec): Diagnostic[] {
  return (UNUSED[rule.ref.kind] ?? []).flatMap(([path, lost]) =>
    placesOf(rule, path.split("/")).map((at) => {
      const field = at.slice(at[0] === "spec" ? 1 : 0).join(".");
      return diagnose("LB1006", rule.ref, pointer(...(at[0] === "spec" ? at : ["spec", ...at])), `${field} is not used: ${lost}`);
    }),
  );
}

/** Where a path leads to something; `*` is every item of a list. */
function placesOf(value: unknown, [step, ...rest]: readonly string[]): string[][] {
  if (step === undefined) return value === undefined || value === false || value === "" ? [] : [[]];
  if (typeof value !== "object" || value === null) return [];
  const steps = step === "*" ? Object.keys(value) : [step];
  return steps.flatMap((one) => placesOf(Reflect.get(value, one), rest).map((place) => [one, ...place]));
}
