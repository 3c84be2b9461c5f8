import type { BundleContext } from "./bundle";

/** Settings whose values are words of a format: they decide how specs become objects, and name nothing. */
const WORDS =
  /(?:^|[.: ])(?:naming|serviceType|shardVSSize|l7ShardingScheme|member_mode|apiVersion|version|insecure|rateLimit|provider|bundles|preflight|writeStatus|lostRestrictions|[a-zA-Z]*[tT]imeout|retries|[a-zA-Z]*Delay)$/;

/** Learns the value of a setting, unless it names nothing: the name of a tenant may be any word. */
export function learnSetting(key: string, value: unknown, context: BundleContext): void {
  if (typeof value === "string") context.secrets.addNamed(key, value);
  if (!WORDS.test(key)) context.learnIn(value);
}
