// Masks (redacts) secrets in texts of servers before a message shows them.

import { printable, printableLines } from "../../resources/printable";
import { withoutBase64, withoutEndsOfKeys, withoutPrivateKeys } from "./key-material";
import { withoutNamedSecrets } from "./named-secrets";
import { withoutTokens } from "./tokens";

/** Length of a text that is searched. No message is as long, and a server may send gigabytes. */
const LOOKED_AT = 16 * 1024;
/** Length of an answer that is worth showing. */
const MAX_LENGTH = 500;

/**
 * Returns a text fit to be shown: no keys, passwords, cookies, none of the given secrets, nothing that a terminal obeys. Scanners that pass
 * each character a fixed number of times do it: patterns that go back cost minutes for a text that was made for them.
 */
export function redact(text: string, secrets: readonly (string | undefined)[] = []): string {
  const looked = text.slice(0, LOOKED_AT);
  let redacted = looked;
  for (const secret of secrets) {
    // A secret of one or two letters would blank out every word.
    if (secret && secret.length > 2) redacted = withoutBeginning(redacted.split(secret).join("[secret]"), secret);
  }
  const shown = withoutMarkedSecrets(redacted);
  const isCut = looked.length < text.length || shown.length > MAX_LENGTH;
  return printableLines(isCut ? `${shown.slice(0, MAX_LENGTH)}...` : shown);
}

/**
 * A text of any length without what looks like a secret by itself: private keys, tokens of known forms, long lines of base64, values behind
 * the names of secrets.
 */
export function withoutMarkedSecrets(text: string): string {
  return withoutNamedSecrets(withoutEndsOfKeys(withoutBase64(withoutTokens(withoutPrivateKeys(text)))));
}

/** Shortest beginning of a secret that is hidden where the text was cut; fewer letters are a word. */
const PART = 8;

/** A text without the beginning of a secret at its end, where the text was cut. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= PART; length--) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}[secret]`;
  }
  return text;
}

/** The words of a server in one line, fit to be shown. */
export function redactedLine(text: string, secrets: readonly (string | undefined)[] = []): string {
  return printable(redact(text, secrets).replace(/\s+/g, " ").trim());
}
