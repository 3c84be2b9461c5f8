// Part of `k8s-lb verify`: the table of checks for an Octavia API.

import type { Checks } from "../../verify/check";
import type { Verification } from "../../verify/verification";
import { connect } from "../client";
import { readSettings } from "../client/settings";
import { waitsOf } from "../lock";
import { checkTags, defaults, nullResets, oneCall, pages, pending409, providers } from "./balancer-checks";
import { clean, ownBalancers } from "./clean";
import { goneIs404, membersReplaced, policiesShift, poolInUse, portOnce } from "./part-checks";
import { PROBED, probe } from "./probe";
import { OctaviaVerifySession } from "./session";
import { octaviaVerifySettings } from "./settings";

/** Each check by its assumption. The first one makes the load balancer of the others. */
const CHECKS: Checks<OctaviaVerifySession> = {
  "octavia/one-call": oneCall,
  "octavia/pending-409": pending409,
  "octavia/tags-kept": checkTags,
  "octavia/defaults": defaults,
  "octavia/null-resets": nullResets,
  "octavia/port-once": portOnce,
  "octavia/pool-in-use": poolInUse,
  "octavia/members-replaced": membersReplaced,
  "octavia/policies-shift": policiesShift,
  "octavia/gone-is-404": goneIs404,
  "octavia/pages": pages,
  "octavia/providers": providers,
};

/** Questions to a project. */
export const VERIFICATION: Verification = {
  checked: Object.keys(CHECKS),
  probed: PROBED,
  open(config, place) {
    const settings = octaviaVerifySettings(place.settings);
    const session = new OctaviaVerifySession(connect(config), settings, place, waitsOf(config));
    const { endpoints, authUrl } = readSettings(config);
    const hosts = [authUrl, ...Object.values(endpoints)].flatMap((url) => (url && URL.canParse(url) ? [new URL(url).hostname] : []));
    const { subnet, network, flavor, zone, memberSubnet } = settings;
    return {
      version: async () => {
        const { major, minor } = await session.stack.octavia.version();
        return `${major}.${minor}`;
      },
      names: [place.prefix, ...hosts, subnet, network, flavor, zone, memberSubnet].filter(Boolean),
      checks: Object.fromEntries(Object.entries(CHECKS).map(([id, check]) => [id, () => check(session)])),
      probed: PROBED,
      probe: (servers) => probe(session, servers),
      leftovers: async () => (await ownBalancers(session, true)).length,
      clean: (earlier) => clean(session, earlier),
    };
  },
};
