// Checks of `k8s-lb doctor` for an Avi controller: log-in, API version and rights.

import { type Doctor, variablesOf } from "../lifecycle/doctor";
import { ask } from "./client/answers";
import { apiFor } from "./client/api";
import type { AviSession } from "./client/session";
import { AVI_KEYS } from "./client/settings";
import { grantedRights } from "./rights";

/** Checks of the doctor: the log-in, and the rights of the user. */
export const DOCTOR: Doctor = {
  name: "avi",
  namespaces: ["avi"],
  variables: variablesOf("avi", AVI_KEYS),
  checks: (config) => [
    ["login and version", async () => version(apiFor(config).session)],
    ["rights", async () => grantedRights(apiFor(config))],
  ],
};

/** A first request, so that an obstacle is reported as a run would report it. */
async function version(session: AviSession): Promise<string> {
  const { origin, tenant } = session.settings;
  await ask(session, { method: "GET", path: "/api/virtualservice?page_size=1", tenant }, "Avi controller");
  return `${origin} speaks ${await session.version()}`;
}
