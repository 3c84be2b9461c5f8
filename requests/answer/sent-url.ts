// Encodes URLs, hosts and paths as clients send them: ASCII only, hosts as `xn--bcher-kva.example.com`, other characters as `/caf%C3%A9`.

const BEYOND_ASCII = /[^\0-\x7f]/gu;
const isAscii = (text: string): boolean => text.search(BEYOND_ASCII) < 0;

/** A URL as clients send it. */
export function sentUrl(url: string): string {
  if (isAscii(url)) return url;
  const [, scheme = "", authority = "", rest = url] = /^([a-z]+:\/\/)([^/?#]*)([\s\S]*)$/i.exec(url) ?? [];
  const [, name = "", port = ""] = /^(.*?)(:[^:\]]*)?$/.exec(authority) ?? [];
  return `${scheme}${sentHost(name)}${port}${sentPath(rest)}`;
}

/** A host as clients send it; a host without a DNS form stays unchanged, as browsers do it. */
export function sentHost(host: string): string {
  return isAscii(host) ? host : URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

/** A path as clients send it. */
export const sentPath = (path: string): string =>
  path.replace(BEYOND_ASCII, (character) => encodeURIComponent(character.replace(/\p{Surrogate}/u, "\ufffd")));
