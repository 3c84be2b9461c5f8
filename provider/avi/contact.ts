// The first request of a run to an Avi controller: logs in and lists one virtual service, because basic authentication has no login to
// fail.

import type { FirstContact } from "../lifecycle/preview/contact";
import { type AviRequest, ask, refusal } from "./client/answers";
import { apiFor } from "./client/api";
import type { AviSession } from "./client/session";
import { AVI_KEYS } from "./client/settings";

/** A log-in, and the shortest list, since basic authentication has none. */
export const CONTACT: FirstContact = {
  target: "avi",
  keys: { namespace: "avi", read: { avi: AVI_KEYS } },
  open(config) {
    const { session } = apiFor(config);
    const request = { method: "GET", path: "/api/virtualservice?page_size=1&fields=name", tenant: session.settings.tenant } as const;
    return { at: session, where: () => session.settings.origin, call: () => askOrRefuse(session, request) };
  },
};

async function askOrRefuse(session: AviSession, request: AviRequest): Promise<void> {
  const answer = await ask(session, request, "controller");
  if (answer.status !== 200) throw refusal(session.settings, answer, "controller", request);
}
