// Reads AKO's custom resources and annotations as extensions of hosts, paths and Services.

import type { Diagnostic, ObjectRef } from "../../../../resources/diagnostic";
import { aviInfraSettingReader, type HostRule, hostRuleReader, httpRuleReader, l4RuleReader, l7RuleReader } from "../../../frontends";
import { claimFault, claimRefusal, type StatusRecorder, type Termination } from "../../../routing";
import { diagnose, keyOf, objectsOf, pointer, type Service, SHARED_NAME, type Spec, type SpecSet } from "../../../specs";
import type { ExtensionFields, Extensions, HostExtension, InfraPlacement, ServiceExtension } from "../extensions";
import { securedHosts } from "../ingress-hosts";
import { inNamespaces, otherTenants } from "../namespaces";
import { type AviSettings, akoVersionOf, CONTROLLER } from "../settings";
import { checkShared, hostExtension, hostTermination, keysInCertificateFields, l7Extension, MissingSecret } from "./host-rule";
import { keysInAuthorities, pathExtensions, pathFor } from "./http-rule";
import { INFRA_ANNOTATION, infraNames, placementOf } from "./infra-setting";
import { L4_ANNOTATION, l4Extension, misfit } from "./l4-rule";
import { Refused } from "./references";
import { type Accepted, RuleVerdicts, unusedRule, useOf } from "./rule-verdicts";
import { SERVICE_ANNOTATIONS, serviceExtension } from "./service";

/** Settings from the custom resources and annotations of AKO, ready for the translation. */
export interface Rules {
  extensions: Extensions;
  /** The certificate that a rule gives a host, instead of that of its objects. */
  termination(fqdn: string): Termination | undefined;
  /** Reason why nothing of an Ingress or Route is processed. */
  refuses(owner: Spec): Diagnostic | undefined;
  /** Missing input of the rules, by the host that keeps its objects for that reason. */
  missing: Readonly<Record<string, string>>;
  /** Sets the status of each rule, in AKO's words, after every lookup. */
  setStatuses(ledger: StatusRecorder): void;
}

/** The specs that the settings select, and the rules among them. */
export interface SelectedSpecs {
  selected: SpecSet;
  /** Absent where the AKO version has none. */
  rules?: Rules;
  /** Sets the statuses of the rules by their use in the lowering, reports what was found, and closes the ledger. */
  close(ledger: StatusRecorder): ReturnType<StatusRecorder["close"]>;
}

/** Selects the specs, and reads the rules among them. */
export function selectSpecs(specs: SpecSet, settings: AviSettings): SelectedSpecs {
  const faults: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => faults.push(diagnostic);
  const selected = inNamespaces(specs, settings, report);
  const rules = akoVersionOf(settings).rules ? rulesOf(selected, settings, report) : undefined;
  return {
    selected,
    rules,
    close(ledger) {
      rules?.setStatuses(ledger);
      for (const diagnostic of [...faults, ...(rules ? otherTenants(specs, settings) : [])]) ledger.report(diagnostic);
      return ledger.close();
    },
  };
}

/** Reads the rules once (ako-2x.md 10). */
function rulesOf(specs: SpecSet, settings: AviSettings, report: (diagnostic: Diagnostic) => void): Rules {
  const verdicts = new RuleVerdicts(settings, specs);
  const hosts = hostRules(verdicts, specs, settings, report);
  const paths = verdicts.accept(objectsOf(specs, httpRuleReader), pathExtensions);
  const layer4 = layer4Rules(verdicts, specs, report);
  const infra = infraSettings(verdicts, specs, settings, report);
  return {
    extensions: {
      host: (fqdn) => hosts.for(fqdn)?.host,
      pool(fqdn, namespace, path) {
        const pathExtension = pathFor(paths, fqdn, namespace, path);
        if (pathExtension) pathExtension.accepted.used = true;
        return pathExtension?.pool;
      },
      // the fields of the Service replace those of its rule, except the profile (ako-2x.md 4)
      service(service) {
        const rule = layer4(service);
        const serviceSettings = serviceExtension(service, report);
        const { applicationProfile, address } = rule;
        return {
          ...rule,
          ...serviceSettings,
          ...(applicationProfile ? { applicationProfile } : {}),
          // of a shared VIP the address of the rule wins (ConstructSharedVipSvcLBNode)
          ...(serviceSettings.sharedVip !== undefined && address ? { address } : {}),
          ...(serviceSettings.sharedVip !== undefined ? { fields: withoutRevocation(rule.fields) } : {}),
        };
      },
      placement: infra.placement,
    },
    termination: (fqdn) => hosts.for(fqdn)?.tls,
    refuses: infra.refuses,
    missing: hosts.missing,
    setStatuses(ledger) {
      verdicts.judge(ledger);
      for (const diagnostic of [...hosts.told(), ...objectsOf(specs, httpRuleReader).flatMap(keysInAuthorities)]) ledger.report(diagnostic);
      for (const { rule, used } of paths) if (!used) ledger.report(unusedRule(rule, `path of ${rule.fqdn} in its namespace is meant`));
    },
  };
}

/** A VIP that Services share keeps its route, as in AKO. */
function withoutRevocation({ revoke_vip_route: _revoked, ...fields }: ExtensionFields = {}): ExtensionFields {
  return fields;
}

type HostAccepted = Accepted<HostRule, { host: HostExtension; tls?: Termination }>;

/** Refusal of a rule whose pattern matches a shared virtual service and no claim: the service may have hosts of any claim. */
const sharedRefusal = (rule: HostRule, fqdn: string, specs: SpecSet, settings: AviSettings): string | undefined =>
  fqdn.toLowerCase().includes(SHARED_NAME) ? claimRefusal(settings, specs, rule, fqdn, { type: "Shared", what: "HostRule" }) : undefined;

function hostRules(verdicts: RuleVerdicts, specs: SpecSet, settings: AviSettings, report: (diagnostic: Diagnostic) => void) {
  const missing: Record<string, string> = {};
  const secured = securedHosts(specs, settings);
  const l7Rules = verdicts.accept(objectsOf(specs, l7RuleReader), l7Extension);
  const { enhanced } = akoVersionOf(settings);
  /** An L7Rule has no effect without EVH, but must be there. */
  const withL7Rule = (host: HostExtension, { ref, virtualhost: { l7Rule } }: HostRule): HostExtension => {
    if (!l7Rule) return host;
    const named = ({ ref: other }: Spec) => other.namespace === ref.namespace && other.name === l7Rule;
    if (!objectsOf(specs, l7RuleReader).some(named)) throw new Refused(`l7rule.ako.vmware.com "${l7Rule}" not found`);
    const l7Fields = enhanced ? useOf(l7Rules.find(({ rule }) => named(rule))) : undefined;
    const ownFields: ExtensionFields = { ...l7Fields?.fields, ...host.fields };
    return { ...host, fields: ownFields, addressed: { ...l7Fields?.addressed, ...host.addressed } };
  };
  const accepted: HostAccepted[] = verdicts.accept(objectsOf(specs, hostRuleReader), (rule, references, before) => {
    const { fqdn } = rule.virtualhost;
    const same = before.find(({ virtualhost }) => virtualhost.fqdn === fqdn);
    if (same) throw new Refused(`duplicate fqdn ${fqdn} found in ${keyOf(same.ref)}`);
    try {
      const host = withL7Rule(
        hostExtension(rule, references, before, secured, () => hostTermination(rule, specs)),
        rule,
      );
      checkShared(rule.virtualhost);
      return { host, tls: hostTermination(rule, specs) };
    } catch (error) {
      if (error instanceof MissingSecret) missing[fqdn.toLowerCase()] = `Secret ${error.namespace}/${error.secret}`;
      throw error;
    }
  });
  return {
    missing,
    for(fqdn: string) {
      const hostRule = bestMatch(fqdn, accepted);
      const refusal = hostRule && sharedRefusal(hostRule.rule, fqdn, specs, settings);
      if (!hostRule || refusal === undefined) return useOf(hostRule);
      report(claimFault(hostRule.rule, "/spec/virtualhost/fqdn", refusal));
      return undefined;
    },
    told: () => [
      ...objectsOf(specs, hostRuleReader).flatMap((rule) => keysInCertificateFields(rule, specs)),
      ...accepted.filter(({ used }) => !used).map(({ rule }) => unusedRule(rule, `host of the specs is ${rule.virtualhost.fqdn}`)),
      ...l7Rules.filter(({ used }) => !used).map(({ rule }) => unusedRule(rule, "HostRule names it with EVH")),
    ],
  };
}

/** The rule for the host itself, else for a part of its name, else for its domain; of several the longest, where AKO takes any. */
function bestMatch(fqdn: string, rules: readonly HostAccepted[]): HostAccepted | undefined {
  const of = (type: string, fits: (pattern: string) => boolean) =>
    rules
      .filter(({ rule: { virtualhost } }) => (virtualhost.fqdnType ?? "Exact") === type && fits(virtualhost.fqdn))
      .sort((a, b) => b.rule.virtualhost.fqdn.length - a.rule.virtualhost.fqdn.length)[0];
  return (
    of("Exact", (pattern) => pattern === fqdn) ??
    of("Contains", (pattern) => fqdn.includes(pattern)) ??
    of("Wildcard", (pattern) => pattern.startsWith("*") && fqdn.endsWith(pattern.slice(1)))
  );
}

/** Settings of the L4Rule that a Service names. */
function layer4Rules(
  verdicts: RuleVerdicts,
  specs: SpecSet,
  report: (diagnostic: Diagnostic) => void,
): (service: Service) => ServiceExtension {
  const rules = objectsOf(specs, l4RuleReader);
  const accepted = verdicts.accept(rules, l4Extension);
  return (service) => {
    const { ref, meta } = service;
    const named = meta.annotations[L4_ANNOTATION];
    if (!named) return {};
    const [namespace = "", name] = named.includes("/") ? named.split("/") : [ref.namespace, named];
    const l4Rule = accepted.find(({ rule }) => rule.ref.namespace === namespace && rule.ref.name === name);
    const reason = l4Rule
      ? misfit(l4Rule.rule, service)
      : whyUnused(
          `L4Rule ${namespace}/${name}`,
          rules.some(({ ref }) => ref.namespace === namespace && ref.name === name),
        );
    if (reason) report(noEffect(ref, L4_ANNOTATION, `${reason}; it changes nothing`));
    return reason ? {} : (useOf(l4Rule) ?? {});
  };
}

const whyUnused = (rule: string, isKnown: boolean) => `${rule} is ${isKnown ? "rejected, by an error of its own" : "not among the specs"}`;

const noEffect = (ref: ObjectRef, annotation: string, message: string) =>
  diagnose("LB1308", ref, pointer("metadata", "annotations", annotation), message);

const sharesVip = ({ ref, meta }: Spec) => ref.kind === "Service" && Boolean(meta.annotations[SERVICE_ANNOTATIONS.sharedVip]);

/** Reports that the AviInfraSetting of the namespace does not apply to Services that share a VIP; AKO's page says it does. */
function notOfNamespace(ref: ObjectRef, setting: string): Diagnostic {
  const key = SERVICE_ANNOTATIONS.sharedVip;
  const message = `the AviInfraSetting ${setting} of the namespace is not used: AKO 2.2.1 ignores it for Services that share a VIP, although its page says that it applies`;
  const remedy = `Name the setting in the annotation ${INFRA_ANNOTATION} of each of these Services.`;
  return diagnose("LB1308", ref, pointer("metadata", "annotations", key), message, { remedy });
}

/** Placement by the AviInfraSetting that an object names. */
function infraSettings(verdicts: RuleVerdicts, specs: SpecSet, settings: AviSettings, report: (diagnostic: Diagnostic) => void) {
  const all = objectsOf(specs, aviInfraSettingReader);
  const accepted = verdicts.accept(all, (rule, references) => placementOf(rule, settings, references));
  const names = infraNames(specs, ({ controller }) => controller === CONTROLLER);
  const unlabelledPlacements = new Map<InfraPlacement, InfraPlacement>();
  /** Removes the label. The result is one object per placement, which identifies it. */
  const unlabelled = (placement: InfraPlacement): InfraPlacement => {
    const { label: _label, ...rest } = placement;
    const perPlacement = unlabelledPlacements.get(placement) ?? rest;
    unlabelledPlacements.set(placement, perPlacement);
    return perPlacement;
  };
  const find = (name: string) => accepted.find(({ rule }) => rule.ref.name === name);
  const gone = (name: string) =>
    whyUnused(
      `AviInfraSetting ${name}`,
      all.some(({ ref }) => ref.name === name),
    );
  return {
    placement(owner: Spec): InfraPlacement | undefined {
      const named = names(owner);
      if (!named) return undefined;
      if (sharesVip(owner) && !owner.meta.annotations[INFRA_ANNOTATION]) {
        report(notOfNamespace(owner.ref, named.name));
        return undefined;
      }
      const infraSetting = useOf(find(named.name));
      if (!infraSetting) report(noEffect(owner.ref, INFRA_ANNOTATION, `${gone(named.name)}; it changes nothing`));
      return infraSetting && named.weak ? unlabelled(infraSetting) : infraSetting;
    },
    refuses(owner: Spec): Diagnostic | undefined {
      const { name } = names(owner) ?? {};
      if (!name || find(name)) return undefined;
      const at = owner.ref.kind === "Ingress" ? "/spec/ingressClassName" : pointer("metadata", "annotations", INFRA_ANNOTATION);
      return diagnose("LB1114", owner.ref, at, `${gone(name)}: objects that name it are not processed, as in AKO 2`);
    },
  };
}
