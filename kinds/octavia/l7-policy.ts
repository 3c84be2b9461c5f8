import type { z } from "zod";
import { body, computed, described, field, flag, integer, list, oneNumberOf, oneOf, required, switched, text } from "./fields";
import { poolOrRef } from "./pool";

/** A rule has no name: it is what it says. */
export const l7Rule = body("rule", {
  ...switched,
  type: required(
    computed(oneOf("HOST_NAME", "PATH", "FILE_TYPE", "HEADER", "COOKIE", "SSL_CONN_HAS_CERT", "SSL_VERIFY_RESULT", "SSL_DN_FIELD")),
  ),
  compare_type: required(computed(oneOf("REGEX", "STARTS_WITH", "ENDS_WITH", "CONTAINS", "EQUAL_TO"))),
  /** The header, cookie or field of the certificate. */
  key: field(text()),
  value: required(text()),
  /** True where it does not fit. Default false. */
  invert: field(flag(), { unset: false, guarded: true }),
});

/** Policies of a listener are told apart by name. */
export const l7Policy = body("l7policy", {
  ...described,
  action: required(oneOf("REJECT", "REDIRECT_TO_POOL", "REDIRECT_TO_URL", "REDIRECT_PREFIX")),
  /** Order among the policies of the listener, from 1. */
  position: field(integer(1, 2_147_483_647)),
  redirect_pool: field(poolOrRef(), { below: "pool" }),
  redirect_url: field(text()),
  redirect_prefix: field(text()),
  /** Default 302. */
  redirect_http_code: field(oneNumberOf(301, 302, 303, 307, 308), { unset: 302, since: "redirectCode" }),
  rules: field(list(l7Rule, "objects"), { below: "rule" }),
});

export type L7RuleBody = z.input<typeof l7Rule>;
/** A program names every policy, says where it stands, and has at least an empty list of rules; the check alone does without. */
export type L7PolicyBody = z.input<typeof l7Policy> & { name: string; position: number; rules: L7RuleBody[] };
