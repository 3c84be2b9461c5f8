// Checks of `k8s-lb verify` about single objects of Avi: bodies, names, defaults, stale changes, deletion.

import { referenceTo } from "../../../resources/avi/body";
import { isObject } from "../../lifecycle/bodies/json";
import { type CheckResult, checkResult, refuted, unknown } from "../../verify/check";
import { compareVersions } from "../client/version";
import { type AviVerifySession, refusalText } from "./session";

/** Key of a marker, as a nonce of the provider has it. */
const MARKER = { key: "k8s-lb-verify", values: ["kept"] };

/** A first release with markers. */
const MARKERS_SINCE = "20.1.5";

export async function bodiesAccepted(session: AviVerifySession): Promise<CheckResult> {
  await session.pool("web", { servers: [{ ip: { addr: "192.0.2.10", type: "V4" }, port: 8080 }], default_server_port: 8080 });
  const accepted = [
    await session.post("poolgroup", "web", { members: [{ pool_ref: session.ref("pool", "web"), ratio: 1 }] }),
    await session.post("stringgroup", "web", { type: "SG_TYPE_STRING", kv: [{ key: "^/a" }] }),
    await session.post("healthmonitor", "web", { type: "HEALTH_MONITOR_TCP", tcp_monitor: { tcp_half_open: false } }),
    await session.post("httppolicyset", "web", {
      http_request_policy: {
        rules: [
          {
            index: 0,
            enable: true,
            name: "a",
            match: {
              host_hdr: { match_criteria: "HDR_EQUALS", value: ["a.example"] },
              path: { match_criteria: "BEGINS_WITH", match_case: "SENSITIVE", match_str: ["/a"] },
            },
            switching_action: { action: "HTTP_SWITCHING_SELECT_POOLGROUP", pool_group_ref: session.ref("poolgroup", "web") },
          },
        ],
      },
    }),
    await session.post("vsdatascriptset", "web", {
      datascript: [{ evt: "VS_DATASCRIPT_EVT_HTTP_REQ", script: "local host = avi.http.get_host_tokens(1)" }],
      pool_group_refs: [session.ref("poolgroup", "web")],
    }),
  ];
  const refused = accepted.filter(({ status }) => status >= 300);
  if (refused.length > 0) return refuted(refused.map(refusalText).join("; "));
  return checkResult(true, "a pool, a pool group, a string group, a health monitor, a policy set and a data script were accepted");
}

export async function namesInBodies(session: AviVerifySession): Promise<CheckResult> {
  const pool = await session.pool("named");
  const answer = await session.post("poolgroup", "named", { members: [{ pool_ref: referenceTo("pool", pool.name) }] });
  if (answer.status >= 300) return refuted(refusalText(answer));
  const text = JSON.stringify(answer.body);
  return checkResult(text.includes(`/api/pool/${pool.uuid}`), "a reference by name became one by UUID");
}

export async function namesInAnswers(session: AviVerifySession): Promise<CheckResult> {
  const pool = await session.pool("shown");
  const group = await session.make("poolgroup", "shown", { members: [{ pool_ref: referenceTo("pool", pool.name) }] });
  const { results } = await session.page(`/api/poolgroup?name=${encodeURIComponent(group.name)}&include_name=true`);
  const text = JSON.stringify(results);
  return checkResult(text.includes(`#${pool.name}"`), "a list with include_name=true was read");
}

export async function nameOnce(session: AviVerifySession): Promise<CheckResult> {
  await session.pool("once");
  const again = await session.post("pool", "once", { vrf_ref: session.vrf });
  return checkResult(again.status === 409, `the second create was answered ${refusalText(again)}`);
}

export async function staleRefused(session: AviVerifySession): Promise<CheckResult> {
  const first = await session.pool("stale");
  const path = `/api/pool/${first.uuid}`;
  const changed = await session.ask("PUT", path, { ...first, description: "one" });
  if (changed.status !== 200) return unknown(`the first change was answered ${refusalText(changed)}`);
  const stale = await session.ask("PUT", path, { ...first, description: "two" });
  return checkResult(stale.status === 412, `a change from an old reading was answered ${refusalText(stale)}`);
}

export async function putReplaces(session: AviVerifySession): Promise<CheckResult> {
  const { description: _, ...first } = await session.pool("left-out", { description: "to go" });
  const answer = await session.ask("PUT", `/api/pool/${first.uuid}`, first);
  if (answer.status !== 200 || !isObject(answer.body)) return unknown(`the change was answered ${refusalText(answer)}`);
  const { description = "" } = answer.body;
  return checkResult(description === "", description === "" ? "the field was gone" : "the field stayed");
}

/** Defaults of a pool that comparison and drift rely on. */
const POOL_DEFAULTS = {
  enabled: true,
  default_server_port: 80,
  graceful_disable_timeout: 1,
  lb_algorithm: "LB_ALGORITHM_LEAST_CONNECTIONS",
};

export async function defaults(session: AviVerifySession): Promise<CheckResult> {
  const pool = await session.pool("defaults", { servers: [{ ip: { addr: "192.0.2.11", type: "V4" } }] });
  const [server] = Array.isArray(pool.servers) ? pool.servers.filter(isObject) : [];
  const observed = { ...pool, ratio: server?.ratio };
  // a field that an answer leaves out has its default
  const wrong = Object.entries({ ...POOL_DEFAULTS, ratio: 1 }).filter(([field, value]) => {
    const { [field]: live } = observed as { [field: string]: unknown };
    return live !== undefined && live !== value;
  });
  const words = wrong.map(([field]) => `${field} is ${JSON.stringify((observed as { [field: string]: unknown })[field])}`);
  return checkResult(wrong.length === 0, words.join(", ") || "all as assumed");
}

export async function refusesReferred(session: AviVerifySession): Promise<CheckResult> {
  const pool = await session.pool("referred");
  await session.make("poolgroup", "referring", { members: [{ pool_ref: referenceTo("pool", pool.name) }] });
  const answer = await session.ask("DELETE", `/api/pool/${pool.uuid}`);
  const text = refusalText(answer);
  return checkResult(answer.status >= 400 && /Cannot delete, object is referred by: \[.*\]/s.test(text), `DELETE was answered ${text}`);
}

export async function goneIs404(session: AviVerifySession): Promise<CheckResult> {
  const pool = await session.pool("gone");
  const first = await session.ask("DELETE", `/api/pool/${pool.uuid}`);
  if (first.status !== 204) return unknown(`the first DELETE was answered ${refusalText(first)}`);
  const second = await session.ask("DELETE", `/api/pool/${pool.uuid}`);
  return checkResult(second.status === 404, `the second DELETE was answered ${refusalText(second)}`);
}

export async function checkMarkers(session: AviVerifySession): Promise<CheckResult> {
  const version = await session.api.session.version();
  if (compareVersions(version, MARKERS_SINCE) < 0) return unknown(`version ${version} has no markers`);
  const { markers } = await session.pool("marked", { markers: [MARKER] });
  const [marker] = Array.isArray(markers) ? markers.filter(isObject) : [];
  const kept = marker?.key === MARKER.key && JSON.stringify(marker.values) === JSON.stringify(MARKER.values);
  return checkResult(kept, kept ? "the marker was kept" : `the answer has ${JSON.stringify(markers ?? null)}`);
}
