// Reports redirects that Avi evaluates after a switching rule.

import type { Diagnostic, ObjectRef } from "../../../../resources/diagnostic";
import { compare, diagnose } from "../../../specs";

const SETTINGS: ObjectRef = { apiVersion: "", kind: "Settings", namespace: "", name: "avi" };

/** So many hosts are named. */
const MOST_NAMED = 3;

/**
 * Reports, once for all hosts, that the redirect of clear text has the index behind the rules that serve the host, as AKO has it. No public
 * document says whether a controller goes on with the next policy set after a match (docs/verify.md#assumptions-about-avi).
 *
 * @unverified avi/sets-go-on
 */
export function reportRedirectOrder(report: (diagnostic: Diagnostic) => void, redirected: readonly string[]): void {
  const hosts = [...new Set(redirected)].sort(compare);
  if (hosts.length === 0) return;
  const named = hosts.slice(0, MOST_NAMED).join(", ") + (hosts.length > MOST_NAMED ? ", ..." : "");
  const count = hosts.length === 1 ? "1 host" : `${hosts.length} hosts`;
  const message = `${count} (${named}): the policy set that redirects clear text to https comes after the one that serves the host, as AKO writes them. No public document says whether a controller reads the second set after a match in the first; if it does not, clear text is served`;
  report(diagnose("LB1315", SETTINGS, "/naming", message));
}
