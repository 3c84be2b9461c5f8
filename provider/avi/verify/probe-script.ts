// Checks of `k8s-lb verify` about a data script that selects a pool.

import { hostOf, numbered, ofHost, onProbeVip, setsOf, toHttps, urlOf } from "./probe-bodies";
import type { ProbePart } from "./probe-part";
import type { AviVerifySession } from "./session";

const PORT = 8081;

/** Picks the pool whose label is the longest prefix of host and path, as shared virtual services do. */
const scriptFor = (group: string): string =>
  [
    "local host = avi.http.get_host_tokens(1)",
    "if host then",
    '  host = string.gsub(host, ":%d+$", "")',
    "  local path = avi.http.get_path_tokens(1)",
    '  local label = host .. "/"',
    "  if path then label = label .. path end",
    `  avi.poolgroup.select("${group}", string.lower(label))`,
    "end",
  ].join("\n");

const member = (session: AviVerifySession, pool: string, label: string) => ({
  pool_ref: session.ref("pool", pool),
  priority_label: `${hostOf(label)}/`,
});

/** A shared virtual service: a data script picks pools by labels, and a set redirects one of the hosts. */
export const scriptPart: ProbePart = {
  ids: ["avi/sets-before-script"],
  async make(session) {
    const group = await session.make("poolgroup", "labels", {
      implicit_priority_labels: true,
      members: [member(session, "one", "scripted"), member(session, "two", "before")],
    });
    await session.make("vsdatascriptset", "labels", {
      datascript: [{ evt: "VS_DATASCRIPT_EVT_HTTP_REQ", script: scriptFor(group.name) }],
      pool_group_refs: [session.ref("poolgroup", "labels")],
    });
    await session.make("httppolicyset", "before", { http_request_policy: { rules: numbered([{ match: ofHost("before"), ...toHttps }]) } });
    const script = { vs_datascripts: [{ index: 0, vs_datascript_set_ref: session.ref("vsdatascriptset", "labels") }] };
    await session.make(
      "virtualservice",
      "script",
      onProbeVip(session, PORT, { type: "VS_TYPE_NORMAL", ...script, ...setsOf(session, "before") }),
    );
    return [
      { id: "avi/sets-before-script", request: { url: urlOf("scripted", "/", PORT) } },
      { id: "avi/sets-before-script", request: { url: urlOf("before", "/", PORT) } },
    ];
  },
};
