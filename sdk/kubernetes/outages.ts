// Reports each outage of an API server once.

import { type KubernetesError, refusedBecause } from "../../provider/kubernetes";
import { reasonOf } from "../../resources/diagnostic";

/** Something that cannot be followed, or can again. */
export interface WatchOutage {
  /** A kind that alone is refused; absent where the API server as a whole does not answer. */
  kind?: string;
  /** Reason; absent when the outage is over. */
  reason?: string;
  /** It is over because nothing follows it any more. */
  gone?: true;
}

/** Reason why one stream is not followed. */
interface StreamOutage {
  kind?: string;
  /** Reason that is reported once, for any number of attempts and streams. */
  said: string;
}

/**
 * Many streams follow one API server, and each tries again by itself: when the server goes away, that is one piece of news and not a dozen,
 * and its return is another.
 */
export class Outages {
  private readonly causes = new Map<object, StreamOutage>();

  constructor(private readonly tell: (outage: WatchOutage) => void) {}

  broken(stream: object, kind: string, error: unknown): void {
    const reason = reasonIn(error);
    const cause = isOfServer(error) ? { said: error.reason } : { kind, said: reason };
    const isReported = [...this.causes.values()].some((one) => one.kind === cause.kind && one.said === cause.said);
    const before = this.causes.get(stream);
    this.causes.set(stream, cause);
    if (before && before.kind !== cause.kind) this.mayBeOver(before.kind);
    if (!isReported) this.tell({ kind: cause.kind, reason });
  }

  open(stream: object): void {
    const before = this.causes.get(stream);
    if (before && this.causes.delete(stream)) this.mayBeOver(before.kind);
  }

  /** Nothing of it is followed any more. */
  end(): void {
    const kinds = new Set([...this.causes.values()].map(({ kind }) => kind));
    this.causes.clear();
    for (const kind of kinds) this.tell({ kind, gone: true });
  }

  private mayBeOver(kind: string | undefined): void {
    if (![...this.causes.values()].some((one) => one.kind === kind)) this.tell({ kind });
  }
}

/**
 * True for errors that every other request would get, too. A response that no API server gives (a page, an empty object) comes from a proxy
 * before it.
 */
const isOfServer = (error: unknown): error is KubernetesError => refusedBecause(error, "unavailable", "unauthenticated", "busy", "unknown");

/** Of the server without the object that was asked for. */
function reasonIn(error: unknown): string {
  if (isOfServer(error)) return [`${error.code}: ${error.text}`, error.remedy].filter(Boolean).join("\n  ");
  return reasonOf(error);
}
