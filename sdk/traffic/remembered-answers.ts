// Caches results of requests by host and key, in bounded memory.

import { copiedText } from "./copied-text";
import type { CompleteRequest } from "./read";
import type { HostFinder, HostSides } from "./sides";

const MOST_HOSTS = 20_000;
const MOST_RESULTS = 50_000;

/** Results of longer keys are not cached. */
const MOST_CHARACTERS = 512;

export type KnownHost<R> = HostSides & { results: Map<string, R> };

export class RememberedAnswers<R> {
  private readonly hosts = new Map<string, KnownHost<R>>();
  private count = 0;

  constructor(private readonly finder: HostFinder) {}

  /** The entries of both routing tables for the host and port of a request. */
  hostOf(request: CompleteRequest): KnownHost<R> {
    const { scheme, host, port } = request;
    const key = port === undefined ? `${scheme}://${host}` : `${scheme}://${host}:${port}`;
    const cached = this.hosts.get(key);
    if (cached) return cached;
    if (this.hosts.size >= MOST_HOSTS) this.forget();
    const made: KnownHost<R> = { ...this.finder.of({ ...request, host: copiedText(host) }), results: new Map() };
    this.hosts.set(key, made);
    return made;
  }

  /** The cached result of a key at a host, computed if missing. */
  resultOf({ results }: KnownHost<R>, key: string, make: () => R): R {
    if (key.length > MOST_CHARACTERS) return make();
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    if (this.count >= MOST_RESULTS) this.forget();
    const made = make();
    results.set(copiedText(key), made);
    this.count++;
    return made;
  }

  private forget(): void {
    this.hosts.clear();
    this.count = 0;
  }
}
