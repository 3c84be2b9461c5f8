import { domainToASCII } from "node:url";

// Clients send ASCII alone: names in the form of DNS, `xn--bcher-kva.example.com`, and all else as bytes, `/caf%C3%A9`.

const BEYOND_ASCII = /[^\0-\x7f]/gu;
const isAscii = (text: string): boolean => text.search(BEYOND_ASCII) < 0;

/** A URL as clients send it. */
export function sentUrl(url: string): string {
  if (isAscii(url)) return url;
  const [, scheme = "", authority = "", rest = url] = /^([a-z]+:\/\/)([^/?#]*)([\s\S]*)$/i.exec(url) ?? [];
  const [, name = "", port = ""] = /^(.*?)(:[^:\]]*)?$/.exec(authority) ?? [];
  return `${scheme}${sentHost(name)}${port}${sentPath(rest)}`;
}

/** A host as clients send it; the text itself for one that has no form in DNS. */
export const sentHost = (host: string): string => (isAscii(host) ? host : domainToASCII(host) || host);

/** A path as clients send it. */
export const sentPath = (path: string): string =>
  path.replace(BEYOND_ASCII, (character) => [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(""));
