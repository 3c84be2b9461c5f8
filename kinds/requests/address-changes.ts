import type { ServedRules } from "./form";

/** The IP addresses of a Service, a Gateway or of hosts, where a change gives them others. */
export interface AddressChange {
  /** `Service default/web`, or the name of what answers for hosts. */
  what: string;
  was: readonly string[];
  is: readonly string[];
}

/** Addresses that are known by number on both sides and differ: whoever uses an old one by number reaches nothing any more. */
export function addressChanges(before: ServedRules, after: ServedRules): AddressChange[] {
  const known = new Map(after.addresses.map((one) => [`${one.group} ${one.name}`, one]));
  return before.addresses.flatMap(({ name, group, at: was }): AddressChange[] => {
    const is = known.get(`${group} ${name}`)?.at;
    if (!was || !is || was.every((one) => is.includes(one))) return [];
    return [{ what: /^(?:Service|Gateway) /.test(group) ? group : name, was, is }];
  });
}

/** `~ Service default/web: at 10.0.0.20, was 10.0.0.10: clients of the old address reach nothing any more` */
export const addressLines = (changes: readonly AddressChange[]): string[] =>
  changes.map(
    ({ what, was, is }) => `~ ${what}: at ${is.join(", ")}, was ${was.join(", ")}: clients of the old address reach nothing any more`,
  );
