import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Sends a request to an API server as an administrator. */
export type RulesApi = (method: string, path: string, body?: object) => Promise<{ status: number; body: { message?: string } }>;

export interface RuleManifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  spec: object;
}

const cases = join(__dirname, "../../cases/acceptance/cases/ako-2");

/** The custom resources of AKO that the recorded cases hold, each with the case that it is in. */
export const recordedRules: readonly (readonly [name: string, rule: RuleManifest])[] = readdirSync(cases)
  .filter((file) => file.endsWith(".json"))
  .flatMap((file) => {
    const { id, steps } = JSON.parse(readFileSync(join(cases, file), "utf8")) as { id: string; steps: { apply: RuleManifest[] }[] };
    const rules = steps.flatMap(({ apply }) => apply.filter(({ apiVersion }) => apiVersion.startsWith("ako.vmware.com/")));
    return rules.map((rule) => [`${id} ${rule.kind}`, rule] as const);
  });

const rule = (kind: string, spec: object, version = "v1beta1"): RuleManifest => ({
  apiVersion: `ako.vmware.com/${version}`,
  kind,
  metadata: { name: "wrong" },
  spec,
});

/** A wrong word, type, number or form in each kind, and what the server calls the field. */
export const wrongRules: readonly (readonly [field: string, rule: RuleManifest])[] = [
  ["spec.virtualhost.fqdnType", rule("HostRule", { virtualhost: { fqdn: "a.com", fqdnType: "Regex" } })],
  ["spec.virtualhost.enableVirtualHost", rule("HostRule", { virtualhost: { fqdn: "a.com", enableVirtualHost: "yes" } }, "v1alpha1")],
  [
    "spec.virtualhost.tcpSettings.listeners",
    rule("HostRule", { virtualhost: { fqdn: "a.com", tcpSettings: { listeners: [{ port: 0 }] } } }),
  ],
  ["spec.paths[0].target", rule("HTTPRule", { fqdn: "a.com", paths: [{ target: "a" }] })],
  ["spec.l7Settings.shardSize", rule("AviInfraSetting", { l7Settings: { shardSize: "HUGE" } })],
  ["spec.backendProperties[0].protocol", rule("L4Rule", { backendProperties: [{ port: 80, protocol: "ICMP" }] }, "v1alpha2")],
  ["spec.sslSessCacheAvgSize", rule("L7Rule", { sslSessCacheAvgSize: 1 }, "v1alpha2")],
];

/** Creates the rule, without keeping it where `dryRun`. */
export function create(api: RulesApi, { apiVersion, kind, metadata, ...rest }: RuleManifest, dryRun = true): ReturnType<RulesApi> {
  const namespace = kind === "AviInfraSetting" ? "" : "/namespaces/default";
  const path = `/apis/${apiVersion}${namespace}/${kind.toLowerCase()}s?fieldValidation=Strict${dryRun ? "&dryRun=All" : ""}`;
  const place = namespace ? { namespace: "default" } : {};
  return api("POST", path, { apiVersion, kind, metadata: { name: metadata.name, ...place }, ...rest });
}
