// Part of `k8s-lb verify`: the table of checks for an Avi controller.

import { isObject } from "../../lifecycle/bodies/json";
import type { Checks } from "../../verify/check";
import type { Verification } from "../../verify/verification";
import { apiFor } from "../client/api";
import { clean, ownObjects } from "./clean";
import { filterByName, filterByOwner, pages } from "./list-checks";
import {
  bodiesAccepted,
  checkMarkers,
  defaults,
  goneIs404,
  nameOnce,
  namesInAnswers,
  namesInBodies,
  putReplaces,
  refusesReferred,
  staleRefused,
} from "./object-checks";
import { PROBED, probe } from "./probe";
import { fullLogsOff, markOnVip, parentField, sniNameOnce, vipAddress } from "./service-checks";
import { AviVerifySession } from "./session";
import { aviVerifySettings } from "./settings";

/** Each check by its assumption, the cheap ones first. */
const CHECKS: Checks<AviVerifySession> = {
  "avi/bodies-accepted": bodiesAccepted,
  "avi/names-in-bodies": namesInBodies,
  "avi/names-in-answers": namesInAnswers,
  "avi/name-once": nameOnce,
  "avi/stale-refused": staleRefused,
  "avi/put-replaces": putReplaces,
  "avi/defaults": defaults,
  "avi/refuses-referred": refusesReferred,
  "avi/gone-is-404": goneIs404,
  "avi/pages": pages,
  "avi/filter-by-name": filterByName,
  "avi/filter-by-owner": filterByOwner,
  "avi/markers-kept": checkMarkers,
  "avi/mark-on-vip": markOnVip,
  "avi/vip-address": vipAddress,
  "avi/sni-name-once": sniNameOnce,
  "avi/parent-field": parentField,
  "avi/full-logs-off": fullLogsOff,
};

/** Questions to a controller. */
export const VERIFICATION: Verification = {
  checked: Object.keys(CHECKS),
  probed: PROBED,
  open(config, place) {
    const session = new AviVerifySession(apiFor(config), aviVerifySettings(place.settings), place);
    return {
      version: () => versionOf(session),
      names: namesIn(session),
      checks: Object.fromEntries(Object.entries(CHECKS).map(([id, check]) => [id, () => check(session)])),
      probed: PROBED,
      probe: (servers) => probe(session, servers),
      leftovers: async () => (await ownObjects(session, true)).length,
      clean: (earlier) => clean(session, earlier),
    };
  },
};

/** The version of the controller itself; that of its API where it does not tell. */
async function versionOf({ api, tenant }: AviVerifySession): Promise<string> {
  const { session } = api;
  const spoken = await session.version();
  const { body } = await session.send({ method: "GET", path: "/api/initial-data", tenant });
  const version = isObject(body) && isObject(body.version) ? body.version.Version : undefined;
  return typeof version === "string" && version !== "" ? version : spoken;
}

/** Texts that tell whose controller it is. What every controller has is left in. */
function namesIn({ api, settings, tenant, place }: AviVerifySession): string[] {
  const { origin, username } = api.session.settings;
  const { cloudName, vrfName, segName = "", networkName = "", vipNetworkList } = settings;
  const networks = vipNetworkList.flatMap((one) => [one.networkName ?? "", one.networkUUID ?? "", one.cidr ?? ""]);
  const all = [place.prefix, new URL(origin).hostname, username, tenant, cloudName, vrfName, segName, networkName, ...networks];
  return all.filter((name) => !["", "admin", "global", "Default-Cloud", "Default-Group"].includes(name));
}
