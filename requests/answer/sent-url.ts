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

/** A host as clients send it; the text itself for one that has no form in DNS. Pages in a browser do the same. */
export function sentHost(host: string): string {
  return isAscii(host) ? host : URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

/** A path as clients send it. */
export const sentPath = (path: string): string =>
  path.replace(BEYOND_ASCII, (character) => encodeURIComponent(character.replace(/\p{Surrogate}/u, "\ufffd")));
