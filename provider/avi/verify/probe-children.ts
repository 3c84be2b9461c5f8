// Checks of `k8s-lb verify` about EVH children: which child serves a host, a wildcard or a path.

import { referenceTo } from "../../../resources/avi/body";
import { hostOf, numbered, ofPath, onProbeVip, setsOf, toPool, urlOf } from "./probe-bodies";
import type { ProbePart } from "./probe-part";
import type { AviVerifySession } from "./session";

const PORT = 8082;

/** A parent of EVH with a child for a wildcard, and one for a name below it. */
export const childrenPart: ProbePart = {
  ids: ["avi/wildcard-children"],
  async make(session) {
    await session.make(
      "virtualservice",
      "parent",
      onProbeVip(session, PORT, { type: "VS_TYPE_VH_PARENT", vh_type: "VS_TYPE_VH_ENHANCED" }),
    );
    await child(session, "two", hostOf("*.kids"));
    await child(session, "one", hostOf("exact.kids"));
    return [
      { id: "avi/wildcard-children", request: { url: urlOf("any.kids", "/", PORT) } },
      { id: "avi/wildcard-children", request: { url: urlOf("exact.kids", "/", PORT) } },
    ];
  },
};

async function child(session: AviVerifySession, pool: string, host: string): Promise<void> {
  const word = `child-${pool}`;
  await session.make("httppolicyset", word, {
    http_request_policy: { rules: numbered([{ match: ofPath("BEGINS_WITH", "/"), ...toPool(session, pool) }]) },
  });
  await session.make("virtualservice", word, {
    type: "VS_TYPE_VH_CHILD",
    vh_type: "VS_TYPE_VH_ENHANCED",
    vh_parent_vs_ref: session.ref("virtualservice", "parent"),
    vh_matches: [{ host, rules: [{ name: "all", matches: ofPath("BEGINS_WITH", "/") }] }],
    application_profile_ref: referenceTo("applicationprofile", "System-HTTP"),
    network_profile_ref: referenceTo("networkprofile", "System-TCP-Proxy"),
    ...setsOf(session, word),
  });
}
