import type { JsonObject } from "../../shared/json";
import { isDatagram } from "../constants";
import { invalid } from "../errors";
import { truthy } from "../python";

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are refused
const BAD_COOKIE_NAME = /[\x00-\x20\x22\x28-\x29\x2c\x2f\x3a-\x40\x5b-\x5d\x7b\x7d\x7f]/;

/** Session persistence of a pool, when it is made or changed by itself. */
export function checkPersistence(persistence: JsonObject, protocol: unknown, families: string): void {
  if (isDatagram(protocol)) checkDatagram(persistence);
  else if (truthy(persistence.persistence_timeout) || truthy(persistence.persistence_granularity)) {
    throw invalid(`persistence_timeout and persistence_granularity is only for ${families} protocol pools.`);
  }
  const { type, cookie_name: cookie } = persistence;
  if (type === undefined) throw invalid("Invalid session_persistence provided.");
  if (truthy(cookie)) {
    if (type !== "APP_COOKIE") {
      throw invalid('Field "cookie_name" can only be specified with session persistence of type "APP_COOKIE".');
    }
    if (BAD_COOKIE_NAME.test(String(cookie))) throw invalid('Supplied "cookie_name" is invalid.');
  } else if (type === "APP_COOKIE") {
    throw invalid('Field "cookie_name" must be specified when using the "APP_COOKIE" session persistence type.');
  }
}

function checkDatagram({ type, cookie_name: cookie }: JsonObject): void {
  if (type === "SOURCE_IP" && truthy(cookie)) {
    const accepted = "type, persistence_timeout, persistence_granularity";
    throw invalid(`session_persistence SOURCE_IP type for UDP and SCTP protocols only accepts: ${accepted}.`);
  }
  if (truthy(cookie)) throw invalid("Cookie names are not supported for UDP/SCTP pools.");
  if (type === "HTTP_COOKIE" || type === "APP_COOKIE") {
    throw invalid(`Session persistence of type ${type} is not supported for UDP/SCTP protocol pools.`);
  }
}
