import { CERTIFICATE, DEDICATED_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS } from "../../resources/avi";
import { STATIC_ROUTES } from "../../resources/avi/static-routes";
import type { Diagnostic } from "../../resources/diagnostic";
import type { AviPlan, OctaviaPlan } from "../../sdk";
import { ofKind, type Plan, resourceKey, shownResources } from "../../sdk/plan";
import type { RawObject } from "../../sdk/specs";
import { TARGETS, type TargetName, targetOf } from "../../sdk/targets";
import { loadBalancersIn } from "../../sdk/targets/octavia/plan";
import { faultless } from "./faults";

/** Resources of a plan by kind, as tests speak of them. */
export const pools = (plan: AviPlan) => ofKind(plan, POOL);
export const hostCertificates = (plan: AviPlan) => ofKind(plan, CERTIFICATE);
export const sharedVs = (plan: AviPlan) => ofKind(plan, SHARED_VS);
export const sniVs = (plan: AviPlan) => ofKind(plan, SNI_VS);
export const dedicatedVs = (plan: AviPlan) => ofKind(plan, DEDICATED_VS);
export const passthroughVs = (plan: AviPlan) => ofKind(plan, PASSTHROUGH_VS);
export const l4Vs = (plan: AviPlan) => ofKind(plan, L4_VS);
export const staticRoutes = (plan: AviPlan) => ofKind(plan, STATIC_ROUTES)[0];

/** Hosts at their addresses: the name of the virtual service whose address serves each. */
export const hosts = ({ endpoints }: Pick<AviPlan, "endpoints">) =>
  endpoints.flatMap(({ host, at, owners }) => (host === undefined ? [] : [{ fqdn: host, vs: at?.split(" ")[1], owners }]));

/** The load balancers of a plan with their names in Octavia and the hosts that each serves. */
export const loadBalancers = (plan: OctaviaPlan) =>
  loadBalancersIn(plan).map((planned) => ({
    ...planned,
    ...plan.shown.loadBalancers[planned.name],
    identity: planned.name,
    name: planned.inputs.loadBalancer.name,
    hosts: plan.endpoints.flatMap(({ at, host }) => (at === resourceKey(planned) && host !== undefined ? [host] : [])),
  }));

/** The resources of a plan without private keys. */
export const plannedResources = (plan: Plan) => shownResources(plan, targetOf(plan.target).kinds);

/** Objects as a verb reads them. */
interface GivenObjects {
  objects: readonly RawObject[];
  diagnostics: readonly Diagnostic[];
}

/** The translation of objects with what the verbs print of it. */
export function translateTo(
  to: TargetName,
  { objects, diagnostics }: GivenObjects,
  settings: object,
  options: { showSecrets?: boolean } = {},
) {
  const target = TARGETS[to];
  const plan = faultless(target.translate(target.read(objects, diagnostics), { settings: { ...settings } }));
  return { ...target.objects(plan, options), statuses: plan.statuses, diagnostics: plan.diagnostics };
}
