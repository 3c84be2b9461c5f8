import type { Lowering } from "../context";
import type { OctaviaSettings } from "../settings";

/** `default` means amphora. */
export function kuryrProvider(settings: OctaviaSettings): string {
  return settings.provider === "default" ? "amphora" : settings.provider;
}

/** OVN knows one algorithm only. */
export function kuryrAlgorithm(settings: OctaviaSettings): string {
  return settings.provider === "ovn" ? "SOURCE_IP_PORT" : settings.lb_algorithm;
}

/** `resource_tags` of load balancers, listeners and pools: as tags, below API 2.5 joined in the description. */
export function kuryrTags({ settings, can }: Lowering): { tags?: string[]; description?: string } {
  const { resource_tags: tags } = settings;
  if (tags.length === 0) return {};
  return can.has("tags") ? { tags } : { description: tags.join(",") };
}
