// Checks of `k8s-lb verify` about HTTP policy sets of a shared virtual service.

import type { JsonObject } from "../../lifecycle/bodies/json";
import type { ProbeRequest } from "../../verify/verification";
import { hostOf, numbered, ofHost, ofPath, onProbeVip, setsOf, toHttps, toPath, toPool, urlOf } from "./probe-bodies";
import type { ProbePart } from "./probe-part";
import type { AviVerifySession } from "./session";

/** Requests that are sent to see shares of one and three quarters. */
const SHARED_TIMES = 120;

/** A virtual service on port 80 with a set that switches and one behind it that redirects. */
export const policiesPart: ProbePart = {
  ids: [
    ...["avi/sets-go-on", "avi/redirect-beats-pool", "avi/wildcard-letters", "avi/rewrite-joins", "avi/regex-anywhere", "avi/no-rule"],
    ...["avi/weights", "avi/query-as-written", "avi/port-in-host", "avi/empty-path-token", "avi/response-rules-path"],
  ],
  async make(session) {
    await session.make("poolgroup", "weights", {
      members: [
        { pool_ref: session.ref("pool", "one"), ratio: 1 },
        { pool_ref: session.ref("pool", "two"), ratio: 3 },
      ],
    });
    await session.make("stringgroup", "regex", { type: "SG_TYPE_STRING", kv: [{ key: "needle" }] });
    await session.make("httppolicyset", "switch", {
      http_request_policy: { rules: numbered(switching(session)) },
      http_response_policy: { rules: numbered([{ match: answered, hdr_action: [added] }]) },
    });
    await session.make("httppolicyset", "redirect", { http_request_policy: { rules: numbered(redirecting) } });
    await session.make(
      "virtualservice",
      "trial",
      onProbeVip(session, 80, { type: "VS_TYPE_NORMAL", ...setsOf(session, "switch", "redirect") }),
    );
    return CASES;
  },
};

const answered: JsonObject = { ...ofHost("response"), ...ofPath("BEGINS_WITH", "/old") };

const added: JsonObject = { action: "HTTP_ADD_HDR", hdr: { name: "x-verify", value: { val: "added" } } };

const byExpression = (session: AviVerifySession): JsonObject => ({
  path: { match_criteria: "REGEX_MATCH", match_case: "INSENSITIVE", string_group_refs: [session.ref("stringgroup", "regex")] },
});

const byQuery: JsonObject = {
  query: { match_criteria: "QUERY_MATCH_REGEX_MATCH", match_case: "SENSITIVE", match_str: ["(^|&)a=%26(&|$)"] },
};

const switching = (session: AviVerifySession): JsonObject[] => [
  { match: ofHost("order"), ...toPool(session, "one") },
  { match: ofHost("beat"), ...toPool(session, "one") },
  { match: ofHost("below.wild"), ...toPool(session, "one") },
  { match: ofHost("port"), ...toPool(session, "one") },
  { match: { ...ofHost("regex"), ...byExpression(session) }, ...toPool(session, "one") },
  { match: ofHost("regex"), ...toPool(session, "two") },
  { match: { ...ofHost("query"), ...byQuery }, ...toPool(session, "one") },
  { match: ofHost("query"), ...toPool(session, "two") },
  { match: { ...ofHost("rewrite"), ...ofPath("BEGINS_WITH", "/shop") }, ...toPool(session, "one"), ...toPath(1, "store") },
  { match: { ...ofHost("rewrite"), ...ofPath("BEGINS_WITH", "/root") }, ...toPool(session, "one"), ...toPath(1) },
  { match: answered, ...toPool(session, "one"), ...toPath(1, "new") },
  {
    match: ofHost("weights"),
    switching_action: { action: "HTTP_SWITCHING_SELECT_POOLGROUP", pool_group_ref: session.ref("poolgroup", "weights") },
  },
];

const redirecting: JsonObject[] = [
  { match: ofHost("order"), ...toHttps },
  { match: { ...ofHost("beat"), ...ofPath("BEGINS_WITH", "/login") }, ...toHttps },
  { match: ofHost("*.wild"), ...toHttps },
];

const CASES: ProbeRequest[] = [
  { id: "avi/sets-go-on", request: { url: urlOf("order", "/") } },
  { id: "avi/redirect-beats-pool", request: { url: urlOf("beat", "/login") } },
  { id: "avi/redirect-beats-pool", request: { url: urlOf("beat", "/") } },
  { id: "avi/wildcard-letters", request: { url: urlOf("below.wild", "/") } },
  { id: "avi/rewrite-joins", request: { url: urlOf("rewrite", "/shop/a/b") } },
  { id: "avi/empty-path-token", request: { url: urlOf("rewrite", "/root") } },
  { id: "avi/regex-anywhere", request: { url: urlOf("regex", "/hay/needle/hay") } },
  { id: "avi/regex-anywhere", request: { url: urlOf("regex", "/hay") } },
  { id: "avi/query-as-written", request: { url: urlOf("query", "/?a=%26") } },
  { id: "avi/query-as-written", request: { url: urlOf("query", "/?a=b") } },
  { id: "avi/port-in-host", request: { url: urlOf("port", "/") }, hostHeader: `${hostOf("port")}:8080` },
  { id: "avi/response-rules-path", request: { url: urlOf("response", "/old/a") } },
  { id: "avi/no-rule", request: { url: urlOf("nobody", "/") } },
  { id: "avi/weights", request: { url: urlOf("weights", "/") }, times: SHARED_TIMES },
];
