import { isIPv4, isIPv6 } from "node:net";
import { normalizedNetwork } from "../../shared/addresses";
import type { DataType } from "./data-type";
import { ValueFault } from "./faults";

/** Any spelling that Python's `uuid.UUID` reads; kept in the usual one. */
export const uuid: DataType = {
  convert: (value) => value,
  check(value) {
    const hex = typeof value === "string" ? bareHex(value) : "";
    if (!/^[0-9a-f]{32}$/i.test(hex)) throw new ValueFault("Value should be UUID format");
    return hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  },
};

const bareHex = (value: string): string =>
  value
    .replace("urn:", "")
    .replace("uuid:", "")
    .replace(/^[{}]+|[{}]+$/g, "")
    .replaceAll("-", "");

export const ipAddress: DataType = {
  convert: (value) => value,
  check(value) {
    if (typeof value !== "string" || !(isIPv4(value) || (isIPv6(value) && !value.includes("%")))) {
      throw new ValueFault("Value should be IPv4 or IPv6 format");
    }
    return value;
  },
};

/** Host bits are masked away; a bare address is a network of one. */
export const cidr: DataType = {
  convert: (value) => value,
  check(value) {
    const network = typeof value === "string" ? normalizedNetwork(value) : undefined;
    if (network === undefined) throw new ValueFault("Value should be IPv4 or IPv6 CIDR format");
    return network;
  },
};
