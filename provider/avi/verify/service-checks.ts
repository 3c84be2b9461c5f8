// Checks of `k8s-lb verify` about virtual services and VIPs of Avi.

import { referenceTo } from "../../../resources/avi/body";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { sleep } from "../../lifecycle/wait";
import { type CheckResult, checkResult, Inconclusive, refuted, unknown } from "../../verify/check";
import { VERIFY_MARK } from "../../verify/verification";
import { type AviVerifySession, refusalText } from "./session";
import { vipAddressIn, vipFields } from "./vip";

/** Number of reads of a VIP without an address, and the pause between two. */
const LOOKS = 60;

export async function markOnVip(session: AviVerifySession): Promise<CheckResult> {
  const vip = await session.make("vsvip", "marked", vipFields(session));
  return checkResult(
    vip.vsvip_cloud_config_cksum === VERIFY_MARK,
    `the answer has ${vip.vsvip_cloud_config_cksum ? "another text" : "no text"}`,
  );
}

export async function vipAddress(session: AviVerifySession): Promise<CheckResult> {
  const vip = await session.make("vsvip", "addressed", vipFields(session));
  const pause = session.api.session.settings.retryDelayMs;
  for (let look = 0; look < LOOKS; look++) {
    const { body } = look === 0 ? { body: vip } : await session.ask("GET", `/api/vsvip?name=${encodeURIComponent(vip.name)}`);
    const [listedVip] = isObject(body) && Array.isArray(body.results) ? body.results.filter(isObject) : [vip];
    if (listedVip && vipAddressIn(listedVip)) return checkResult(true, look === 0 ? "in the answer to the POST" : `after ${look} looks`);
    await sleep(Math.min(pause, 1000));
  }
  return refuted(`no address after ${LOOKS} looks`);
}

const CERTIFICATE = referenceTo("sslkeyandcertificate", "System-Default-Cert");

async function parent(session: AviVerifySession, word: string, fields: JsonObject = {}): Promise<string> {
  await session.make("vsvip", word, vipFields(session));
  const made = await session.make("virtualservice", word, {
    type: "VS_TYPE_VH_PARENT",
    application_profile_ref: referenceTo("applicationprofile", "System-HTTP"),
    network_profile_ref: referenceTo("networkprofile", "System-TCP-Proxy"),
    vsvip_ref: session.ref("vsvip", word),
    vrf_context_ref: session.vrf,
    services: [{ port: 443, enable_ssl: true }],
    ssl_key_and_certificate_refs: [CERTIFICATE],
    ...fields,
  });
  return referenceTo("virtualservice", made.name);
}

const child = (parentRef: string): JsonObject => ({
  type: "VS_TYPE_VH_CHILD",
  vh_parent_vs_ref: parentRef,
  vh_domain_name: ["child.example"],
  application_profile_ref: referenceTo("applicationprofile", "System-Secure-HTTP"),
  network_profile_ref: referenceTo("networkprofile", "System-TCP-Proxy"),
  ssl_key_and_certificate_refs: [CERTIFICATE],
});

export async function parentField(session: AviVerifySession): Promise<CheckResult> {
  const below = await parent(session, "sni");
  const answer = await session.post("virtualservice", "sni-child", child(below));
  return checkResult(answer.status < 300, answer.status < 300 ? "the child was accepted" : `the child was answered ${refusalText(answer)}`);
}

export async function sniNameOnce(session: AviVerifySession): Promise<CheckResult> {
  const below = await parent(session, "twice");
  const first = await session.post("virtualservice", "twice-1", child(below));
  if (first.status >= 300) throw new Inconclusive(`the first child was answered ${refusalText(first)}`);
  const second = await session.post("virtualservice", "twice-2", child(below));
  return checkResult(second.status >= 400, `the second child was answered ${refusalText(second)}`);
}

export async function fullLogsOff(session: AviVerifySession): Promise<CheckResult> {
  await session.make("vsvip", "logs", vipFields(session));
  const answer = await session.post("virtualservice", "logs", {
    type: "VS_TYPE_NORMAL",
    application_profile_ref: referenceTo("applicationprofile", "System-HTTP"),
    network_profile_ref: referenceTo("networkprofile", "System-TCP-Proxy"),
    vsvip_ref: session.ref("vsvip", "logs"),
    vrf_context_ref: session.vrf,
    services: [{ port: 80 }],
    analytics_policy: { all_headers: true, full_client_logs: { duration: 0 } },
  });
  // a controller that requires the field leaves no doubt about its meaning
  if (answer.status === 400 && /enabled/.test(refusalText(answer)))
    return checkResult(true, `the field is required: ${refusalText(answer)}`);
  if (answer.status >= 300 || !isObject(answer.body)) return unknown(`the virtual service was answered ${refusalText(answer)}`);
  const { analytics_policy } = answer.body;
  const logs = isObject(analytics_policy) ? analytics_policy.full_client_logs : undefined;
  const enabled = isObject(logs) ? logs.enabled : undefined;
  return checkResult(enabled !== true, `enabled is ${enabled === undefined ? "left out" : String(enabled)}`);
}
