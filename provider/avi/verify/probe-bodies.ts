// Part of `k8s-lb verify`: bodies of Avi objects to which test requests are sent.

import { referenceTo } from "../../../resources/avi/body";
import type { JsonObject } from "../../lifecycle/bodies/json";
import type { AviVerifySession } from "./session";

/** Domain of all hosts of a trial; no name server knows it. */
const DOMAIN = "verify.example";

export const hostOf = (label: string): string => `${label}.${DOMAIN}`;

/** A URL of a host on the port of a part. */
export const urlOf = (label: string, path: string, port = 80): string => `http://${hostOf(label)}${port === 80 ? "" : `:${port}`}${path}`;

export const ofHost = (label: string): JsonObject => ({ host_hdr: { match_criteria: "HDR_EQUALS", value: [hostOf(label)] } });

export const ofPath = (match_criteria: string, path: string): JsonObject => ({
  path: { match_criteria, match_case: "SENSITIVE", match_str: [path] },
});

export const toPool = (session: AviVerifySession, word: string): JsonObject => ({
  switching_action: { action: "HTTP_SWITCHING_SELECT_POOL", pool_ref: session.ref("pool", word) },
});

export const toHttps: JsonObject = { redirect_action: { protocol: "HTTPS", port: 443, status_code: "HTTP_REDIRECT_STATUS_CODE_302" } };

/** The new path from tokens: a text, then the segments of the request from `start` on. */
export const toPath = (start: number, text?: string): JsonObject => ({
  rewrite_url_action: {
    path: {
      type: "URI_PARAM_TYPE_TOKENIZED",
      tokens: [
        ...(text === undefined ? [] : [{ type: "URI_TOKEN_TYPE_STRING", str_value: text }]),
        { type: "URI_TOKEN_TYPE_PATH", start_index: start, end_index: 65535 },
      ],
    },
  },
});

/** Rules with their indexes and names. */
export const numbered = (rules: readonly JsonObject[]): JsonObject[] =>
  rules.map((rule, index) => ({ index, enable: true, name: `rule-${index}`, ...rule }));

/** Fields of a virtual service on the VIP of the trial. */
export function onProbeVip(session: AviVerifySession, port: number, fields: JsonObject): JsonObject {
  const { segName } = session.settings;
  return {
    application_profile_ref: referenceTo("applicationprofile", "System-HTTP"),
    network_profile_ref: referenceTo("networkprofile", "System-TCP-Proxy"),
    vsvip_ref: session.ref("vsvip", "trial"),
    vrf_context_ref: session.vrf,
    ...(segName ? { se_group_ref: referenceTo("serviceenginegroup", segName) } : {}),
    services: [{ port, enable_ssl: false }],
    ...fields,
  };
}

/** Policy sets of a virtual service in this order, from index 11 on as AKO numbers them. */
export const setsOf = (session: AviVerifySession, ...words: readonly string[]): JsonObject => ({
  http_policies: words.map((word, i) => ({ index: 11 + i, http_policy_set_ref: session.ref("httppolicyset", word) })),
});
