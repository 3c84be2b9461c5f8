const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const NAMED =
  /((?:"?(?:key|key_passphrase|password|secret|payload|token|x-auth-token|x-subject-token|csrftoken|sessionid|avi-sessionid|authorization)"?)\s*[:=]\s*)("[^"]*"|[^\s,;}]+)/gi;

/** How much of an answer is worth showing. */
const MAX_LENGTH = 500;

/** What a page says, without its HTML. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/<(style|script|title)[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Text of a server, fit to be shown: no keys, passwords, cookies, and none of the given secrets. */
export function redact(text: string, secrets: readonly (string | undefined)[] = []): string {
  let shown = text.replace(PRIVATE_KEY, "[private key]").replace(NAMED, "$1[secret]");
  for (const secret of secrets) {
    // A secret of one or two letters would blank out every word.
    if (secret && secret.length > 2) shown = shown.split(secret).join("[secret]");
  }
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}...` : shown;
}
