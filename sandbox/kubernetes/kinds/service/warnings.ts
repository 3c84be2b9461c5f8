import { asArray, type JsonObject, text } from "../../../shared/json";

/** What a Service says without effect, or in an old way. */
export function serviceWarnings(spec: JsonObject): string[] {
  const isNamed = spec.type === "ExternalName";
  const isHeadless = spec.type === "ClusterIP" && spec.clusterIP === "None";
  const external = asArray(spec.externalIPs).length > 0;
  return [
    ...(isHeadless ? headlessWarnings(spec, external) : []),
    ...(external && !isHeadless && !isNamed ? ["spec.externalIPs is deprecated and may no longer be implemented in some clusters"] : []),
    ...(external && isNamed ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : []),
    ...(text(spec.externalName) !== "" && !isNamed ? ['spec.externalName is ignored when spec.type is not "ExternalName"'] : []),
    ...(spec.trafficDistribution === "PreferClose" ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'] : []),
  ];
}

function headlessWarnings(spec: JsonObject, external: boolean): string[] {
  const ignored = [
    text(spec.loadBalancerIP) !== "" && "loadBalancerIP",
    external && "externalIPs",
    text(spec.sessionAffinity) !== "" && spec.sessionAffinity !== "None" && "SessionAffinity",
  ];
  return ignored.filter(Boolean).map((field) => `spec.${field} is ignored for headless services`);
}
