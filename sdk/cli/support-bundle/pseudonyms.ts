import { isIPv4, isIPv6 } from "node:net";
import { isCommon, isPlain } from "./plain-words";

/** Letters of a name, or of several that are joined: `lab--shop.example.com-cart`. */
const TOKEN = /[\w*](?:[\w.*-]*[\w*])?/g;
/** An address of IPv6, or what looks like one. */
const COLONS = /(?<![\w:.])(?:[\da-fA-F]{0,4}:){2,}[\da-fA-F.]*(?![\w:])/g;
/** An object in a message: its kind, and its names behind. */
const OBJECT = /\b[A-Z][A-Za-z]+ ((?:[a-z0-9][a-z0-9.-]*\/){1,2}[a-z0-9][a-z0-9.-]*)/g;
/** Names that are learned; more is no cluster, but a mistake. */
const MOST_NAMES = 500_000;

/** Names, hosts and addresses, each with the one word that takes its place in every text. */
export class Pseudonyms {
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  /** Names that are no tokens, because of a space or a letter of another script. */
  private readonly spaced = new Set<string>();

  /** Learns a name, also each part of `shop/web`: from then on it is replaced wherever it stands, in upper case too. */
  learn(name: string): void {
    for (const part of name.split("/").flatMap(partsOf)) {
      if (part === "" || part.length > 253 || isCommon(part) || /^\w+ \w+ \w+ /.test(part)) continue;
      if (!new RegExp(`^${TOKEN.source}$`).test(part)) this.spaced.add(part);
      this.wordFor(part);
    }
  }

  /** Learns the objects that a message names: `Ingress shop/web`. */
  learnFrom(message: string): void {
    for (const [, name = ""] of message.matchAll(OBJECT)) this.learn(name);
  }

  /** The text with a word in the place of each name: of those that were learned, and of all that looks like a host, an address or a name. */
  replace(text: string): string {
    const spaced = [...this.spaced].sort((a, b) => b.length - a.length);
    const whole = spaced.reduce((all, name) => (all.includes(name) ? all.split(name).join(this.wordFor(name)) : all), text);
    return whole
      .replace(COLONS, (one) => (isIPv6(one) && !isCommon(one) && one !== "::1" ? this.wordFor(one) : one))
      .replace(TOKEN, (token) => this.wordOf(token));
  }

  private wordOf(token: string): string {
    if (REPLACED.test(token) || isLoopback(token)) return token;
    const known = this.known.get(token.toLowerCase());
    if (known !== undefined) return known;
    if (isIPv4(token)) return this.wordFor(token);
    if (isPlain(token)) return this.withoutBeginning(token);
    // an unknown host is one name; whatever else is joined is replaced piece by piece, so that known names in it stay known
    return isHost(token) && !this.hasKnownPart(token) ? this.wordFor(token) : this.inPieces(token);
  }

  /** A plain word, or a name with a letter or two behind it: messages make examples of paths so. */
  private withoutBeginning(token: string): string {
    if (isCommon(token)) return token;
    for (const behind of [1, 2]) {
      const name = token.slice(0, -behind);
      const word = name.length < SHORTEST_BEGINNING ? undefined : this.known.get(name.toLowerCase());
      if (word !== undefined) return word + token.slice(-behind);
    }
    return token;
  }

  private hasKnownPart(token: string): boolean {
    return token.split(/[-_]+/).some((part) => this.known.has(part.toLowerCase()));
  }

  /** Pieces between delimiters, the longest known run of them first. */
  private inPieces(token: string): string {
    const parts = token.split(/([-_.]+)/);
    const done: string[] = [];
    for (let from = 0; from < parts.length; ) {
      const run = this.longestKnown(parts, from);
      if (run) {
        done.push(run.word);
        from = run.end;
      } else {
        const part = parts[from] ?? "";
        done.push(/^[-_.]*$/.test(part) || isCommon(part) ? part : isIPv4(part) || !STRUCTURE.test(part) ? this.wordFor(part) : part);
        from += 1;
      }
    }
    return done.join("");
  }

  private longestKnown(parts: readonly string[], from: number): { word: string; end: number } | undefined {
    for (let end = Math.min(parts.length, from + MOST_PIECES); end > from; end--) {
      const run = parts.slice(from, end).join("");
      const word = this.known.get(run.toLowerCase()) ?? (isIPv4(run) && !isLoopback(run) ? this.wordFor(run) : undefined);
      if (word !== undefined) return { word, end };
    }
    return undefined;
  }

  private wordFor(name: string): string {
    const key = name.toLowerCase();
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const sort = isIPv4(name) || isIPv6(name) ? "address" : isHost(name) ? "host" : "name";
    const count = (this.counts.get(sort) ?? 0) + 1;
    if (this.known.size >= MOST_NAMES) return sort;
    this.counts.set(sort, count);
    const word = `${sort}-${count}`;
    this.known.set(key, word);
    return word;
  }
}

/** A name that a translation has joined, `lab--shop.example.com-cart`, stays joined: of its parts those are learned that are surely names. */
const partsOf = (name: string): string[] =>
  name.includes("--") ? name.split("--").filter((part) => isHost(part) || /^[A-Za-z0-9]+$/.test(part)) : [name.trim()];

/** So many pieces and delimiters of a token are looked at as one name. */
const MOST_PIECES = 40;

/** A shorter name is the beginning of too many words. */
const SHORTEST_BEGINNING = 4;

/** Words that are put in the place of names, and of secrets. */
const REPLACED = /^(?:address|host|name)-\d+$/;

/** Parts of names that translations add. */
const STRUCTURE = /^(?:\d+|L[47]|Shared|Pool|PoolGroup|http|https|tcp|udp|tls|vip|vsvip|lb|listener|pool|policy)$/i;

const isLoopback = (token: string): boolean => /^(?:127\.[\d.]+|0\.0\.0\.0)$/.test(token);

/** A name with a dot whose last part is a word: `shop.example.com`, and `web.yaml` too. */
const isHost = (token: string): boolean => /^[\w*-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9-]*$/.test(token);
