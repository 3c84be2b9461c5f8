// Schema of `spec.addresses` of a Gateway.

import { z } from "zod";
import { isAddress, isUnknown, mayBeUnknown } from "../../specs";
import { obeys, type Rule, unique } from "./checks";
import { boundedText, hostname, text } from "./words";

// the pattern of the definition, of which only the first and last word are bound to an end
const TYPE =
  /^Hostname|IPAddress|NamedAddress|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

const fits: Rule<{ type: string; value?: unknown }> = ({ type, value }) => {
  if (typeof value !== "string") return [];
  if (type === "IPAddress" && !isAddress(value))
    return [{ at: ["value"], must: "be an IPv4 or IPv6 address, because the type is IPAddress" }];
  if (type === "Hostname" && !hostname.safeParse(value).success)
    return [{ at: ["value"], must: "be a DNS name in lower case, because the type is Hostname" }];
  return [];
};

const address = z
  .object({
    type: text("IPAddress, Hostname, or a type with a domain before it", { max: 253, pattern: TYPE }).default("IPAddress"),
    /** Absent: any address of the type. */
    value: mayBeUnknown(boundedText(253, 0)).optional(),
  })
  .check(obeys(fits));

/** A requested address of a Gateway. */
export type GatewayAddress = z.output<typeof address>;

const isCompared = ({ type, value }: GatewayAddress) =>
  (type === "IPAddress" || type === "Hostname") && value !== undefined && !isUnknown(value);

/** `spec.addresses` of a Gateway. */
export const gatewayAddresses = z
  .array(address)
  .max(16)
  .check(obeys(unique((one: GatewayAddress) => (isCompared(one) ? `${one.type} ${String(one.value)}` : undefined), "value")))
  .default([]);
