// Part of `k8s-lb verify`: the table of checks for a cluster with Mizar.

import { reasonOf } from "../../../resources/diagnostic";
import { connect, settingsOf } from "../../kubernetes/connect";
import { sleep } from "../../lifecycle/wait";
import type { Checks } from "../../verify/check";
import type { Cleaned, Verification } from "../../verify/verification";
import { MIZAR_TENANT } from "../settings";
import { labelsSelect, nameOnce, patchMerges, staleRefused, vpcAccepted } from "./checks";
import { MizarVerifySession } from "./session";

/** Each check by its assumption. */
const CHECKS: Checks<MizarVerifySession> = {
  "mizar/vpc-accepted": vpcAccepted,
  "mizar/name-once": nameOnce,
  "mizar/stale-refused": staleRefused,
  "mizar/patch-merges": patchMerges,
  "mizar/labels-select": labelsSelect,
};

/** Questions to the API server of a cluster. Nothing of Mizar answers requests of clients from outside. */
export const VERIFICATION: Verification = {
  checked: Object.keys(CHECKS),
  probed: [],
  open(config, place) {
    const settings = settingsOf(config);
    const tenants = settings.tenantPaths ?? settings.tenant !== undefined;
    const session = new MizarVerifySession(connect(settings), tenants ? MIZAR_TENANT : undefined, place);
    return {
      version: async () => {
        await session.list();
        return "mizar.com/v1";
      },
      names: [place.prefix],
      checks: Object.fromEntries(Object.entries(CHECKS).map(([id, check]) => [id, () => check(session)])),
      probed: [],
      leftovers: async () => (await session.own(true)).length,
      clean: (earlier) => clean(session, earlier),
    };
  },
};

async function clean(session: MizarVerifySession, earlier: boolean): Promise<Cleaned> {
  const remaining: string[] = [];
  let removed = 0;
  for (const { metadata } of await session.own(earlier)) {
    try {
      await session.client.delete({ ...session.key(""), name: metadata.name }, { uid: metadata.uid, propagationPolicy: "Background" });
      removed++;
    } catch (error) {
      remaining.push(`Vpc ${metadata.name}: ${reasonOf(error).split("\n")[0]}`);
    }
  }
  const staying = remaining.length > 0 ? [] : await deleting(session, earlier);
  return { removed: removed - staying.length, remaining: [...remaining, ...staying] };
}

/** Number of reads of objects that are being deleted, and the pause between two, ms: the operator removes its finalizers. */
const LOOKS = 60;
const PAUSE_MS = 500;

async function deleting(session: MizarVerifySession, earlier: boolean): Promise<string[]> {
  for (let look = 0; look < LOOKS; look++) {
    if ((await session.own(earlier)).length === 0) return [];
    await sleep(PAUSE_MS);
  }
  return (await session.own(earlier)).map(({ metadata }) => `Vpc ${metadata.name}: is being deleted`);
}
