import { isObject, type JsonObject } from "../lifecycle/json";
import type { Answer } from "./transport";

/** What an API answers to a request that it has carried out. */
export interface Expected {
  statuses: readonly number[];
  /** True for the JSON of such an answer; absent: the answer has no body. */
  holds?(body: JsonObject): boolean;
}

/** True for an answer that fits by status, content type and body. A portal's page, an empty object or a proxy's 404 does not. */
export function isExpected({ status, headers, body, text }: Answer, ...expected: readonly Expected[]): boolean {
  return expected.some(({ statuses, holds }) => {
    if (!statuses.includes(status)) return false;
    if (!holds) return text.trim() === "";
    return isObject(body) && /json/i.test(String(headers["content-type"])) && holds(body);
  });
}

/** How much of a page tells whose it is. */
const PAGE_START = 80;

/**
 * Words for an answer that an API does not give to such a request; to believe it would lose writes and objects.
 *
 * @param call e.g. `PUT https://lb.example.com/v2/lbaas/pools/ID`
 * @param said what the answer says, fit to be shown
 * @param api who does not answer so, e.g. `Octavia`
 */
export function misplacedText(call: string, { status, headers }: Answer, said: string, api: string): string {
  const [type] = String(headers["content-type"] ?? "no content type").split(";");
  const start = said.slice(0, PAGE_START);
  return `${call} was answered ${status} (${type})${start ? ` "${start}"` : ""}, which ${api} does not`;
}

/** What a page says, without its HTML. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/<(style|script|title)[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const NAMED =
  /((?:"?(?:key|key_passphrase|password|secret|payload|token|x-auth-token|x-subject-token|csrftoken|sessionid|avi-sessionid|authorization)"?)\s*[:=]\s*)("[^"]*"|[^\s,;}]+)/gi;

/** How much of an answer is worth showing. */
const MAX_LENGTH = 500;

/** Text of a server, fit to be shown: no keys, passwords, cookies, and none of the given secrets. */
export function redact(text: string, secrets: readonly (string | undefined)[] = []): string {
  let shown = text.replace(PRIVATE_KEY, "[private key]").replace(NAMED, "$1[secret]");
  for (const secret of secrets) {
    // A secret of one or two letters would blank out every word.
    if (secret && secret.length > 2) shown = shown.split(secret).join("[secret]");
  }
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}...` : shown;
}
