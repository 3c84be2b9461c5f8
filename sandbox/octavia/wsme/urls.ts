import type { DataType } from "./data-type";
import { ValueFault } from "./faults";

// RFC 3986, section 3.3: what may stand in a path
const PATH = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;

/** An http or https URL with a host and nothing that could break out of a proxy's configuration. */
function isUrl(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are refused
  if (/[\x00-\x20\x7f-\x9f]/.test(value)) return false;
  const match = /^(https?):\/\/([^/?#]+)([^?#]*)/i.exec(value);
  if (!match) return false;
  const [, scheme = "", authority = "", path = ""] = match;
  if (scheme !== scheme.toLowerCase() && !/^https?$/i.test(scheme)) return false;
  const host = authority.replace(/^.*@/, "").replace(/:\d*$/, "");
  return host !== "" && /^(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+)$/.test(host) && PATH.test(path);
}

export const url: DataType = {
  convert: (value) => value,
  check(value) {
    if (typeof value !== "string" || !isUrl(value)) throw new ValueFault("Value must be a valid URL string");
    return value;
  },
};

/** The path of a health check: begins with a slash, no blanks, no host. */
export const urlPath: DataType = {
  convert: (value) => value,
  check(value) {
    const fits = typeof value === "string" && value.startsWith("/") && !value.startsWith("//") && !/\s/.test(value);
    const path = fits ? (value.split(/[?#]/)[0] ?? "") : "";
    if (!fits || !PATH.test(path)) throw new ValueFault("Value must be a valid URL Path string");
    return value;
  },
};
