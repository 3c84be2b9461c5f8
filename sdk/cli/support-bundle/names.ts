// Replaces names, hosts and addresses in a support bundle by digests.

import { createHmac, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { withoutMarkedSecrets } from "../../../provider";
import { isRecord } from "../../specs";

/** Names that are the same everywhere. */
const COMMON: ReadonlySet<string> = new Set(["", "*", "admin", "default", "kube-system", "localhost", "127.0.0.1"]);
const HOST = /^(?:\*\.)?[\w-]+(?:\.[\w-]+)+$/;
/** Longer texts, and those with lines, objects or a reason behind a colon, are messages and no names. */
const LONGEST = 300;
const MESSAGE = /[\n\r{}]|: /;

/** Names as a bundle has them: each by a digest that is the same in the whole bundle, and differs in any other. */
export class Names {
  private readonly salt = randomBytes(16);

  /** @param kept names stay as they are, by the choice of the user */
  constructor(readonly kept: boolean) {}

  /** A name, a host or an address. */
  of(text: string): string {
    if (COMMON.has(text)) return text;
    if (this.kept && text.length <= LONGEST && !MESSAGE.test(text)) return withoutMarkedSecrets(text);
    const kind = isIP(text) > 0 ? "address" : HOST.test(text) ? "host" : "name";
    return `${kind}-${this.hash(text.toLowerCase()).slice(0, 10)}`;
  }

  /** A text that may be anything: its digest, with names kept too. */
  text(text: string): string {
    return `text-${this.hash(text).slice(0, 10)}`;
  }

  /** Digest of a content, whatever the order of its keys. The salt is nowhere written, so that no content is found by guessing. */
  digest(value: unknown): string {
    return `h${this.hash(sortedText(value)).slice(0, 16)}`;
  }

  private hash(text: string): string {
    return createHmac("sha256", this.salt).update(text).digest("hex");
  }
}

const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  ) ?? "";
