import ipaddr from "ipaddr.js";
import { isObject } from "../../lifecycle/json";
import { isVoid } from "../tree/compare";
import { at, known, type Reason, type Rule, text } from "./rule";

const DATAGRAMS = ["UDP", "SCTP"];

/** Persistence: what goes with which type and protocol. */
export const checkPool: Rule = (place) => {
  const { session_persistence: persistence, protocol } = place.body;
  if (place.part !== "pool" || !isObject(persistence)) return [];
  const type = text(persistence.type);
  const field = "session_persistence";
  const reasons: Reason[] = [];
  if (!known(persistence.type) && isVoid(persistence.type)) reasons.push(at(place, `${field}/type`, "is missing"));
  if (type !== undefined && !["SOURCE_IP", "HTTP_COOKIE", "APP_COOKIE"].includes(type)) {
    reasons.push(at(place, `${field}/type`, `is "${type}", one of SOURCE_IP, HTTP_COOKIE, APP_COOKIE is expected`));
  }
  if (type === "APP_COOKIE" && isVoid(persistence.cookie_name))
    reasons.push(at(place, `${field}/cookie_name`, "is missing for APP_COOKIE"));
  if (type !== undefined && type !== "APP_COOKIE" && !isVoid(persistence.cookie_name)) {
    reasons.push(at(place, `${field}/cookie_name`, `does not go with ${type}`));
  }
  const datagrams = DATAGRAMS.includes(text(protocol) ?? "");
  for (const key of ["persistence_timeout", "persistence_granularity"]) {
    if (known(persistence[key]) && text(protocol) !== undefined && !(datagrams && type === "SOURCE_IP")) {
      reasons.push(at(place, `${field}/${key}`, "goes only with SOURCE_IP on UDP and SCTP pools"));
    }
  }
  if (datagrams && type !== undefined && type !== "SOURCE_IP")
    reasons.push(at(place, `${field}/type`, `a ${protocol} pool knows SOURCE_IP only`));
  return reasons;
};

/** Addresses must be addresses, and not the one of the metadata service. */
export const checkMember: Rule = (place) => {
  if (place.part !== "member") return [];
  return ["address", "monitor_address"].flatMap((field) => {
    const address = text(place.body[field]);
    if (address === undefined || address === "") return [];
    if (!ipaddr.isValid(address)) return [at(place, field, `"${address}" is no IP address`)];
    return address === "169.254.169.254" ? [at(place, field, "the address of the metadata service cannot be a member")] : [];
  });
};

/** Types of monitors, and what goes with them. */
export const checkMonitor: Rule = (place) => {
  if (place.part !== "healthmonitor") return [];
  const { body } = place;
  const type = text(body.type);
  const reasons: Reason[] = [];
  const add = (field: string, message: string) => reasons.push(at(place, field, message));
  if (typeof body.timeout === "number" && typeof body.delay === "number" && body.timeout > body.delay) {
    add("timeout", `is ${body.timeout}, more than delay (${body.delay})`);
  }
  if (type === undefined) return reasons;
  const http = type === "HTTP" || type === "HTTPS";
  for (const field of ["http_method", "url_path", "expected_codes", "http_version", "domain_name"]) {
    if (!http && known(body[field])) add(field, `does not go with type ${type}`);
  }
  const path = text(body.url_path);
  if (path !== undefined && !path.startsWith("/")) add("url_path", `"${path}" does not begin with /`);
  const codes = text(body.expected_codes);
  if (codes !== undefined && !/^(\d{3}(\s*,\s*\d{3})*|\d{3}-\d{3})$/.test(codes)) {
    add("expected_codes", `"${codes}" has not the form 200, 200,202 or 200-204`);
  }
  if (known(body.domain_name) && (body.http_version === undefined || body.http_version === 1)) add("domain_name", "needs http_version 1.1");
  const protocol = text(place.parent?.body.protocol);
  if (protocol === undefined) return reasons;
  const datagrams = DATAGRAMS.includes(protocol);
  if (datagrams && !["UDP-CONNECT", "SCTP", "TCP", "HTTP"].includes(type)) {
    add("type", `a ${protocol} pool can be watched by UDP-CONNECT, SCTP, TCP and HTTP only`);
  }
  if (!datagrams && (type === "UDP-CONNECT" || type === "SCTP")) add("type", `${type} watches UDP and SCTP pools only`);
  return reasons;
};
