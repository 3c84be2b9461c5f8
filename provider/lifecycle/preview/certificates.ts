// Warns at preview of certificates that expire soon (LB2076) or have a faulty chain (LB2077). Names, and references of Gateways, are checked
// in sdk/routing/certificates.ts and sdk/frontends/gateway/model/certificates.ts.

import type { CertificateFacts } from "../../../resources/inventory";
import type { Known } from "../check";
import type { Finding } from "./refusal";

/** Days of warning: early enough for people who renew by hand. */
const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

/** Reports certificates that clients will reject, now or soon. Only a warning: the load balancer takes such certificates. */
export function expiries(certificates: Readonly<Record<string, Known<CertificateFacts> | undefined>>, now: Date): Finding[] {
  return Object.entries(certificates).flatMap(([source, facts]): Finding[] => {
    const { ends = "", hosts = [], fault } = facts ?? {};
    const whose = `the certificate of ${source}${hosts.length > 0 ? ` (${hosts.join(", ")})` : ""}`;
    const days = Math.floor((Date.parse(ends) - now.getTime()) / DAY_MS);
    const expiry =
      days < 0 ? `expired on ${ends.slice(0, 10)}` : days < SOON_DAYS ? `expires on ${ends.slice(0, 10)}, in ${days} days` : "";
    return [
      ...(expiry ? [{ code: "LB2076", fails: false, message: `${whose} ${expiry}` } as const] : []),
      ...(fault ? [{ code: "LB2077", fails: false, message: `${whose}: ${fault}` } as const] : []),
    ];
  });
}
