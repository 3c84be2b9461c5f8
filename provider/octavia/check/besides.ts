import ipaddr from "ipaddr.js";
import type { Json } from "../../../kinds/json";
import { isObject, isUnknown } from "../../lifecycle/json";
import type { Bag } from "../../lifecycle/kind";
import { namePattern } from "../beside/subnets";
import { objects } from "../tree/keys";
import { isVoid } from "../tree/shape";
import { known, type Reason, text } from "./reasons";

/** Certificates, floating IP and security group. A message never holds a value of a certificate. */
export function checkBesides(news: Bag): Reason[] {
  return [...secretReasons(news.secrets), ...floatingIpReasons(news.floatingIp), ...groupReasons(news.securityGroup)];
}

function secretReasons(secrets: Json | undefined): Reason[] {
  if (!known(secrets)) return [];
  if (!Array.isArray(secrets)) return [{ pointer: "/secrets", message: "a list is expected" }];
  const names = objects(secrets).map(({ name }) => name);
  return objects(secrets).flatMap((secret, index) => {
    const fields = ["name", "certificate", "key"].filter(
      (field) => !isUnknown(secret[field]) && (typeof secret[field] !== "string" || secret[field] === ""),
    );
    const missing = fields.map((field) => ({ pointer: `/secrets/${index}/${field}`, message: "a text is expected" }));
    const twice = text(secret.name) !== undefined && names.indexOf(secret.name ?? null) !== index;
    return [...missing, ...(twice ? [{ pointer: `/secrets/${index}/name`, message: `"${String(secret.name)}" stands there twice` }] : [])];
  });
}

function floatingIpReasons(wish: Json | undefined): Reason[] {
  if (!known(wish)) return [];
  if (!isObject(wish)) return [{ pointer: "/floatingIp", message: "an object is expected" }];
  const reasons: Reason[] = [];
  if (isVoid(wish.floating_network_id) && isVoid(wish.floating_ip_address)) {
    reasons.push({ pointer: "/floatingIp", message: "floating_network_id or floating_ip_address is needed" });
  }
  const address = text(wish.floating_ip_address);
  if (address && !ipaddr.IPv4.isValid(address))
    reasons.push({ pointer: "/floatingIp/floating_ip_address", message: `"${address}" is no IPv4 address` });
  const pattern = text(wish.subnet_name);
  if (pattern) {
    try {
      namePattern(pattern);
    } catch {
      reasons.push({ pointer: "/floatingIp/subnet_name", message: `"${pattern}" is no regular expression` });
    }
  }
  return reasons;
}

function groupReasons(group: Json | undefined): Reason[] {
  if (!known(group)) return [];
  if (!isObject(group)) return [{ pointer: "/securityGroup", message: "an object is expected" }];
  const missing =
    isUnknown(group.name) || (typeof group.name === "string" && group.name !== "")
      ? []
      : [{ pointer: "/securityGroup/name", message: "is missing" }];
  const rules = objects(group.rules).flatMap((rule, index) => {
    const prefix = text(rule.remote_ip_prefix);
    const pointer = `/securityGroup/rules/${index}`;
    if (prefix !== undefined && !ipaddr.isValidCIDR(prefix))
      return [{ pointer: `${pointer}/remote_ip_prefix`, message: `"${prefix}" is no network in CIDR form` }];
    const port = rule.port;
    if (isUnknown(port) || (typeof port === "number" && port >= 1 && port <= 65_535)) return [];
    return [{ pointer: `${pointer}/port`, message: "an integer from 1 to 65535 is expected" }];
  });
  return [...missing, ...rules];
}
